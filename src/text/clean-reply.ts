import { Buffer } from 'node:buffer';
import { cleanText } from './clean-text.ts';

/** True when `json`, as JSON.stringify wrote it, may hold something to clean: one scan instead of a walk. */
const SUSPECT =
  /[\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|\u034f|[\u17b4\u17b5]|[\u180b-\u180d]|\u180f|[\udb40-\udb43]|\ud834[\udd73-\udd7a]|\\u(?:00[01]|d[89a-f])|\\[bf]/;

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
