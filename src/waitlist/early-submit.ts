declare global {
  interface Window {
    /** On `window` because the two sides are different scripts: see `noteEarlySubmit`. */
    submittedEarly?: boolean;
  }
}

/** Runs with the document: from now on a submit that no form handles yet is remembered. */
export function noteEarlySubmit(): void {
  addEventListener(
    'submit',
    () => {
      window.submittedEarly ??= true;
    },
    { capture: true },
  );
}

/** Whether somebody submitted before the form was there to handle it; from now on it is. */
export function takeEarlySubmit(): boolean {
  const isSubmitted = window.submittedEarly === true;
  window.submittedEarly = false;
  return isSubmitted;
}
