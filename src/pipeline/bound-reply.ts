import { Buffer } from 'node:buffer';
import { Turns } from '../event-loop/turns.ts';
import { clipped } from '../text/clean-text.ts';

/** No reply exceeds this many bytes on the wire: a longer one is cut at an item and says so. */
export const REPLY_BYTES_MAX = 1_048_576;

/** How much of the wire a reply may take, and how it is written there. */
export interface Room {
  bytes: number;
  /** By itself, as text inside JSON, or both, as clients that speak MCP are sent it. */
  as: 'data' | 'text' | 'both';
}

/** What a result's JSON takes on the wire: as text inside JSON, quotes and backslashes are escaped once more. */
export function wireBytes(json: string, { as }: Pick<Room, 'as'>): number {
  const bytes = Buffer.byteLength(json);
  if (as === 'data') return bytes;
  let escapes = 0;
  for (const sign of ['"', '\\']) {
    for (let at = json.indexOf(sign); at >= 0; at = json.indexOf(sign, at + 1)) escapes++;
  }
  return bytes + escapes + (as === 'both' ? bytes : 0);
}

/** A character takes at most three bytes, or two when it is escaped; most replies are known to fit by their length. */
export function fits(json: string, room: Room): boolean {
  return json.length * (room.as === 'both' ? 6 : 3) <= room.bytes || wireBytes(json, room) <= room.bytes;
}

/**
 * Cuts the longest list of a reply that is too long, so that it fits. The cut reply carries no `next_cursor`: the platform's would skip
 * what was cut off. Asking again with the smaller `limit` gives one that continues exactly there.
 */
export async function cutReply(reply: Record<string, unknown>, room: Room): Promise<string | undefined> {
  const { next_cursor: _, ...rest } = reply;
  const turns = new Turns();
  const longest = await longestList(rest, room, turns);
  if (longest === undefined) return undefined;
  const { name, items, sizes } = longest;
  const cutAt = (count: number) =>
    JSON.stringify({ ...rest, [name]: items.slice(0, count), truncated: truncation(name, count, items.length) });
  // The words about the cut are longest for the largest count.
  const frame = JSON.stringify({ ...rest, [name]: [], truncated: truncation(name, items.length, items.length) });
  let left = room.bytes - wireBytes(frame, room);
  if (left < 0) return undefined;
  let count = 0;
  for (const size of sizes) {
    left -= size;
    if (left < 0) break;
    count++;
  }
  await turns.pause();
  return cutAt(count);
}

interface List {
  name: string;
  items: readonly unknown[];
  /** Of each item with the comma behind it, on the wire. */
  sizes: readonly number[];
}

async function longestList(reply: Record<string, unknown>, room: Room, turns: Turns): Promise<List | undefined> {
  let longest: List | undefined;
  let most = 0;
  for (const [name, items] of Object.entries(reply)) {
    if (!Array.isArray(items)) continue;
    const sizeOf = (item: unknown) => wireBytes(JSON.stringify(item) ?? 'null', room) + (room.as === 'both' ? 2 : 1);
    const sizes = await turns.map(items, sizeOf);
    const size = sizes.reduce((sum, one) => sum + one, 0);
    if (size > most) [longest, most] = [{ name, items, sizes }, size];
  }
  return longest;
}

function truncation(list: string, returned: number, of: number) {
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

/** Cuts long texts in an error, so that it stays readable. */
export const ERROR_CHARACTERS_MAX = 16_384;

/** Shortens texts and lists, more and more, until the whole is short enough. */
export function boundError<T extends object>(body: T): T {
  let bounded = body;
  for (let most = 4096; lengthOf(bounded) > ERROR_CHARACTERS_MAX && most > 1; most /= 2)
    bounded = shortened(body, most) as T;
  return bounded;
}

/** About what it takes as JSON, without writing all of it. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null) return 6;
  return Object.entries(value).reduce((sum, [key, inner]) => sum + key.length + 4 + lengthOf(inner), 2);
}

function shortened(value: unknown, most: number): unknown {
  if (typeof value === 'string') return clipped(value, most);
  if (Array.isArray(value)) return value.slice(0, Math.ceil(most / 16)).map((item) => shortened(item, most));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner, most)]));
}
