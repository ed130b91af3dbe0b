import { createHash } from 'node:crypto';

/** A list that can be read from any place in both directions. */
export interface Source<T> {
  scan(direction: 'forward' | 'backward', from: number | undefined): Iterable<{ key: number; item: T }>;
}

export interface Page<T> {
  items: T[];
  first: number | undefined;
  last: number | undefined;
  hasNext: boolean;
  hasPrevious: boolean;
}

export function fromArray<T>(items: readonly T[]): Source<T> {
  return {
    *scan(direction, from) {
      const step = direction === 'forward' ? 1 : -1;
      const start = from === undefined ? (step > 0 ? 0 : items.length - 1) : from + step;
      for (let key = start; key >= 0 && key < items.length; key += step) yield { key, item: items[key]! };
    },
  };
}

export function filtered<T>(source: Source<T>, keep: (item: T) => boolean): Source<T> {
  return {
    *scan(direction, from) {
      for (const entry of source.scan(direction, from)) if (keep(entry.item)) yield entry;
    },
  };
}

export function count<T>(source: Source<T>): number {
  let total = 0;
  for (const _ of source.scan('forward', undefined)) total++;
  return total;
}

export function readPage<T>(source: Source<T>, limit: number, after?: number, before?: number): Page<T> {
  const backward = after === undefined && before !== undefined;
  const taken: { key: number; item: T }[] = [];
  let more = false;
  for (const entry of source.scan(backward ? 'backward' : 'forward', backward ? before : after)) {
    if (taken.length === limit) {
      more = true;
      break;
    }
    taken.push(entry);
  }
  if (backward) taken.reverse();
  return {
    items: taken.map(({ item }) => item),
    first: taken[0]?.key,
    last: taken.at(-1)?.key,
    hasNext: backward || more,
    hasPrevious: backward ? more : after !== undefined,
  };
}

/** An opaque cursor, valid for one list only. */
export function sealCursor(place: string, list: string): string {
  return Buffer.from(`${place}.${mark(place, list)}`).toString('base64url');
}

/** The place in a cursor; undefined for a cursor of another list or a malformed one. */
export function openCursor(cursor: string, list: string): string | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const place = text.slice(0, Math.max(0, text.lastIndexOf('.')));
  return sealCursor(place, list) === cursor ? place : undefined;
}

function mark(place: string, list: string): string {
  return createHash('sha256').update(`${list}\n${place}`).digest('base64url').slice(0, 12);
}
