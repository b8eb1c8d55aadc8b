/**
 * The boot script. The build puts it into the document, where it runs before the browser parses and
 * paints the form. React and everything else is the app, which `startApp` imports later.
 */
import { reloadByLink, rememberSubmit, restoreDraft } from './before-hydration';
import { connectOnFocus } from './connect-on-focus';
import { fadeInSections } from './fade-in-sections';
import { startApp } from './start-app';

// A visitor may submit before the app handles the form,
rememberSubmit();
// or follow the link of a form whose app did not load.
reloadByLink();
// After that reload, the form has the texts again.
restoreDraft();
// The first focus prepares the connection to Supabase, which a submit then uses.
connectOnFocus();
// Sections appear 200, 400, and 600 ms after the navigation, with the app or without it.
fadeInSections();
// The build lists the app's files in this script's own element. Browser extensions add preloads of their own.
void startApp(document.currentScript?.dataset.files?.split(' ') ?? []);
