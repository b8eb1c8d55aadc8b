/**
 * The script that comes inside the document and runs before anything of it is painted. The rest of
 * the scripts, React included, comes after the first paint.
 */

import { readFormDraft } from '../waitlist/form-draft';
import { answerPendingSubmit } from '../waitlist/pending-submit';
import { keepTapsNative } from './keep-taps-native';
import { revealSections } from './reveal-sections';
import { startApp } from './start-app';

readFormDraft();
answerPendingSubmit();
keepTapsNative();
revealSections();
void startApp();
