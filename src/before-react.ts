/*
 * What happens before React. The build puts this script into the head of the document, where it runs before the browser
 * parses the form. It shares one attribute with the styles and with the app (waitlist-form.tsx): `data-form` of <html>.
 *
 * value    cause                               what the visitor sees               how it ends
 * (none)   this script was blocked             "The form did not load completely"  React, if it starts all the same
 * loading  this script runs                    a form that is ready to use         a press, a failed script, or React
 * pressed  a press of the button               a busy button                       typing, a failed script, ten
 *                                                                                  seconds, or React
 * failed   a script of the app failed to       "The form did not load completely"  React, if it starts after all
 *          load, or ten seconds passed
 *          after a press
 * live     React handles the form              what React renders                  not at all
 *
 * When React starts, it submits the form if the value is `pressed`. If it is `failed`, the visitor presses again.
 */
import './before-react/early-press';
import './before-react/connection';
import './before-react/fade-in';
