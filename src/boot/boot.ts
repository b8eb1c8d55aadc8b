/**
 * The script inside the document, which runs before anything is painted. All other scripts, React
 * included, run after the first paint.
 */

import { rememberSubmit } from '../waitlist/before-hydration';
import { keepDraft } from './form-draft';
import { openConnection } from './open-connection';
import { revealSections } from './reveal-sections';
import { startApp } from './start-app';

rememberSubmit();
keepDraft();
openConnection();
revealSections();
void startApp();
