/**
 * Text written by strangers (ad names, comments, page titles) reaches a model as part of a reply. Characters no person
 * can see could carry instructions no person has read, so they are taken out: controls, zero-width and bidirectional
 * marks, tag characters, lone surrogates. A joiner inside an emoji stays, because people do see it.
 */
export const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]|[\u{1d173}-\u{1d17a}]|\u034f|[\u17b4\u17b5]|[\u180b-\u180d]|\u180f/gu;
const LOOSE_JOINER =
  /(?<!\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d|\u200d(?!\p{Extended_Pictographic})/gu;

const HARMLESS = /^[\t\n\r\x20-\x7e]*$/;

export function cleanText(text: string): string {
  if (HARMLESS.test(text)) return text;
  return text.toWellFormed().replace(HIDDEN, '').replace(LOOSE_JOINER, '');
}

/** At most `charactersMax` characters, with `…` where something was cut; never ends in half a character. */
export function clipped(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax).toWellFormed()}…`;
}
