import { HIDDEN } from '../../src/text/clean-text.ts';

/** A joiner between letters that are written joined, as in Persian, is seen. */
const JOINED = /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}])\u200c$/u;

/**
 * A name may hold characters that reverse what stands after it on a page, or that nobody sees and that make two names look
 * like one. They are shown as what they are, `[U+202E]`. The marker needs no escape, so whole JSON texts can be passed through.
 */
export const inert = (text: string): string =>
  text.replace(HIDDEN, (one, at: number) =>
    JOINED.test(text.slice(Math.max(0, at - 2), at + 1))
      ? one
      : `[U+${one.codePointAt(0)!.toString(16).toUpperCase()}]`,
  );
