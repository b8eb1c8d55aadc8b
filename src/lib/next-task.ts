/** Resolves in a task of its own: the browser handles taps and keys first. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));
