/** One line of the report: what was checked, what was found, and what to do about it. */
export type Finding = { mark: '✓' | '!' | '✗'; what: string; found: string; todo?: string };

/** Findings that belong together. */
export type Group = { title: string; findings: Finding[] };

/** As it should be. */
export function good(what: string, found: string): Finding {
  return { mark: '✓', what, found };
}

/** Not wrong, but probably not meant. */
export function doubtful(what: string, found: string, todo: string): Finding {
  return { mark: '!', what, found, todo };
}

/** To be mended before the page is public. */
export function bad(what: string, found: string, todo: string): Finding {
  return { mark: '✗', what, found, todo };
}

/** Good or bad, whichever it is. */
export function check(isGood: boolean, what: string, found: string, todo: string): Finding {
  return isGood ? good(what, found) : bad(what, found, todo);
}
