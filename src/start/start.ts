/**
 * The script that comes inside the document and runs before anything of it is painted. The rest of
 * the scripts, React included, comes after the first paint.
 */
import { answerEarlySubmit } from '../waitlist/early-submit';
import { noteKeptValues } from '../waitlist/kept-values';
import { keepTapsNative } from './keep-taps-native';
import { revealSections } from './reveal-sections';
import { startApp } from './start-app';

noteKeptValues();
answerEarlySubmit();
keepTapsNative();
revealSections();
void startApp();
