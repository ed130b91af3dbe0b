import { Buffer } from 'node:buffer';

/**
 * Text written by strangers (ad names, comments, page titles) reaches a model as part of a reply. Characters no person
 * can see could carry instructions no person has read, so they are taken out: controls, zero-width and bidirectional
 * marks, tag characters, lone surrogates. A joiner inside an emoji stays, because people do see it.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]|[\u{1d173}-\u{1d17a}]|\u034f|[\u17b4\u17b5]|[\u180b-\u180d]|\u180f/gu;
const LOOSE_JOINER =
  /(?<!\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d|\u200d(?!\p{Extended_Pictographic})/gu;

/** True when `json`, as JSON.stringify wrote it, may hold something to clean: one scan instead of a walk. */
const SUSPECT =
  /[\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|\u034f|[\u17b4\u17b5]|[\u180b-\u180d]|\u180f|[\udb40-\udb43]|\ud834[\udd73-\udd7a]|\\u(?:00[01]|d[89a-f])|\\[bf]/;

const HARMLESS = /^[\t\n\r\x20-\x7e]*$/;

export function cleanText(text: string): string {
  if (HARMLESS.test(text)) return text;
  return text.toWellFormed().replace(HIDDEN, '').replace(LOOSE_JOINER, '');
}

/** At most `charactersMax` characters, with `…` where something was cut; never ends in half a character. */
export function clipped(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax).toWellFormed()}…`;
}

/** The same object with every string in it cleaned; the identical object when nothing had to be. */
export function cleanReply<T extends object>(reply: T): { reply: T; json: string } {
  const json = JSON.stringify(reply);
  if (isPlain(json) || !SUSPECT.test(json)) return { reply, json };
  const cleaned = cleanValue(JSON.parse(json)) as T;
  return { reply: cleaned, json: JSON.stringify(cleaned) };
}

/** Only printable ASCII without escapes, as most replies are: a quick check before the regular expression. */
function isPlain(json: string): boolean {
  return Buffer.byteLength(json) === json.length && !json.includes('\\') && !json.includes('\u007f');
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), cleanValue(inner)]));
}
