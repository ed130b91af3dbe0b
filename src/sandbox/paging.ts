import { createHash } from 'node:crypto';
import { GraphError } from './social/errors.ts';

/** Something that can be read in order from any place, in both directions. */
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

/** Opaque and tied to the list it came from, as the platform's are. */
export function writeCursor(key: number, listing: string): string {
  return Buffer.from(`${key}.${seal(listing)}`).toString('base64url');
}

export function readCursor(cursor: string | undefined, listing: string): number | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const [key, mark] = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  if (mark !== seal(listing) || !/^\d+$/.test(key ?? '')) {
    throw new GraphError(
      listing.endsWith('/insights') ? 2642 : 100,
      '(#100) Invalid cursor. The cursor does not belong to this query.',
    );
  }
  return Number(key);
}

function seal(listing: string): string {
  return createHash('sha256').update(listing).digest('base64url').slice(0, 12);
}
