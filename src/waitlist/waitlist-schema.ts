import * as z from 'zod/mini';
import { FIELDS, type FieldKey, mapFields } from './waitlist-fields';

type Rules = { [Key in FieldKey]: (typeof FIELDS)[Key]['rule'] };

/** The form's texts in, the values to save out (docs/product.md, 3). */
export const signUpSchema = z.object(mapFields((key) => FIELDS[key].rule) as Rules);
