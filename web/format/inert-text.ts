/** Characters that turn the direction of the text after them: embeddings, overrides and isolates. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A name may hold characters that reverse what stands after it on a page. They are shown as what they are, `[U+202E]`, so
 * that they turn nothing. The marker needs no escape, so whole JSON texts can be passed through.
 */
export const inert = (text: string): string =>
  text.replace(TURNING, (one) => `[U+${one.codePointAt(0)!.toString(16).toUpperCase()}]`);
