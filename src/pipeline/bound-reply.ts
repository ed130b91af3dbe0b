import { Buffer } from 'node:buffer';

/** No reply exceeds this many bytes: a longer one is cut at an item and says so. */
const REPLY_BYTES_MAX = 1_048_576;

interface Truncation {
  list: string;
  returned: number;
  of: number;
  next_step: string;
}

/**
 * Cuts the longest list of a reply until it fits. The cut reply carries no `next_cursor`: the platform's would skip
 * what was cut off. Asking again with the smaller `limit` gives one that continues exactly there.
 */
export function boundReply(
  reply: Record<string, unknown>,
  json: string,
  bytesMax = REPLY_BYTES_MAX,
): { reply: Record<string, unknown>; json: string } | undefined {
  if (json.length * 3 <= bytesMax || Buffer.byteLength(json) <= bytesMax) return { reply, json };
  const name = longestList(reply);
  if (name === undefined) return undefined;
  const items = reply[name] as unknown[];
  const { next_cursor: _, ...rest } = reply;
  let [fits, tooMany] = [0, items.length];
  let best: { reply: Record<string, unknown>; json: string } | undefined;
  while (fits < tooMany) {
    const count = Math.floor((fits + tooMany) / 2);
    const cut = { ...rest, [name]: items.slice(0, count), truncated: truncation(name, count, items.length) };
    const cutJson = JSON.stringify(cut);
    if (Buffer.byteLength(cutJson) > bytesMax) {
      tooMany = count;
      continue;
    }
    best = { reply: cut, json: cutJson };
    if (fits === count) break;
    fits = count;
  }
  return best;
}

function longestList(reply: Record<string, unknown>): string | undefined {
  let longest: string | undefined;
  let length = 0;
  for (const [name, value] of Object.entries(reply)) {
    if (!Array.isArray(value)) continue;
    const size = JSON.stringify(value).length;
    if (size > length) [longest, length] = [name, size];
  }
  return longest;
}

function truncation(list: string, returned: number, of: number): Truncation {
  return {
    list,
    returned,
    of,
    next_step:
      returned > 0
        ? `Only ${returned} of ${of} fit into one reply. Call again with limit ${returned}: its next_cursor continues where this list ends.`
        : 'Not even one item fits into a reply. Ask for fewer fields or a narrower selection.',
  };
}
