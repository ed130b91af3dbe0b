import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Failure, invalidArguments } from '../errors.ts';
import { searchText } from './lookup-text.ts';

const LIMIT_MAX = 1000;

/** The two arguments every list takes. */
export function listArguments(defaultLimit: number, limitMax = LIMIT_MAX) {
  return {
    limit: z.int().min(1).max(limitMax).default(defaultLimit).describe('Page size'),
    cursor: z.string().optional().describe('next_cursor'),
  };
}

/** What every list answers with besides its items. */
export const nextCursor = { next_cursor: z.string().optional() };

/** One page as a platform gives it; `next` is its own word for where to go on. */
export interface PlatformPage<T> {
  items: readonly T[];
  next?: string | undefined;
}

export interface ListRequest {
  limit: number;
  cursor?: string | undefined;
  /** What the list is of: a cursor of one list means nothing in another. */
  scope: unknown;
  /** The most the platform hands out at once. */
  pageMax: number;
}

/**
 * Exactly `limit` items, over as many of the platform's pages as that takes. An empty page in the middle is no end, and
 * a platform that names the same place twice would be followed for ever, so it is not.
 */
export async function gather<T>(
  { position, limit, pageMax }: { position?: string | undefined; limit: number; pageMax: number },
  fetchPage: (position: string | undefined, size: number) => Promise<PlatformPage<T>>,
): Promise<{ items: T[]; next?: string }> {
  const items: T[] = [];
  const seen = new Set<string>();
  let place = position;
  do {
    const page = await fetchPage(place, Math.min(pageMax, limit - items.length));
    items.push(...page.items);
    place = page.next !== undefined && !seen.has(page.next) ? page.next : undefined;
    if (place !== undefined) seen.add(place);
  } while (place !== undefined && items.length < limit);
  return { items, ...(place !== undefined && { next: place }) };
}

/** The same with our own cursors. */
export async function collect<T>(
  { limit, cursor, scope, pageMax }: ListRequest,
  fetchPage: (position: string | undefined, size: number) => Promise<PlatformPage<T>>,
): Promise<{ items: T[]; next_cursor?: string }> {
  const position = cursor === undefined ? undefined : readCursor(scope, cursor);
  const { items, next } = await gather({ position, limit, pageMax }, fetchPage);
  return { items, ...(next !== undefined && { next_cursor: writeCursor(scope, next) }) };
}

/** Our own cursor around the platform's: opaque, and good only for the list it came from. */
export function writeCursor(scope: unknown, position: string): string {
  return Buffer.from(JSON.stringify([markOf(scope), position])).toString('base64url');
}

export function readCursor(scope: unknown, cursor: string): string {
  const [mark, position] = decoded(cursor);
  if (typeof position !== 'string') throw brokenCursor();
  if (mark !== markOf(scope)) throw refused('belongs to a list with other arguments; keep them all the same');
  return position;
}

function decoded(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function markOf(scope: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(scope) ?? '')
    .digest('base64url')
    .slice(0, 8);
}

/** A cursor that this service did not issue, or that was changed since. */
export function brokenCursor(): Failure {
  return refused('is not as it was given; pass next_cursor unchanged');
}

/** The list cannot be gone on with: what its last page ended with was deleted. */
export function staleCursor(): Failure {
  return refused('goes on after something that is gone');
}

function refused(message: string): Failure {
  return invalidArguments([{ field: 'cursor', message }], 'Leave out cursor to begin at the start of the list.');
}

/** A page of a list that is held whole. */
export function pageOf<T>(items: readonly T[], position: string | undefined, size: number) {
  const start = Number(position ?? 0);
  const end = start + size;
  return { items: items.slice(start, end), ...(end < items.length && { next: String(end) }) };
}

/** Of a list that the platform gives whole: read only when the cursor is one of ours. */
export function collectHeld<T>(
  asked: Omit<ListRequest, 'pageMax'>,
  read: () => Promise<readonly T[]>,
): Promise<{ items: T[]; next_cursor?: string }> {
  return collect({ ...asked, pageMax: asked.limit }, async (position, size) => pageOf(await read(), position, size));
}

/** The most items that are compared by name here. */
const NAMED_MAX = 10_000;

interface NamedList<T> {
  limit: number;
  cursor?: string | undefined;
  /** Part of the name. */
  name: string | undefined;
  scope: unknown;
  /** The list by the platform's own comparison of names; all of it without a name. */
  list(
    name: string | undefined,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<{ items: T[]; next_cursor?: string }>;
  nameOf(item: T): string | null | undefined;
}

/**
 * A list by part of a name. Platforms compare names sign by sign, so where theirs finds nothing, all items are read and compared here,
 * without regard to case and accents: `zurich` finds Zürich.
 */
export async function listedByName<T>({ limit, cursor, name, scope, list, nameOf }: NamedList<T>) {
  if (name === undefined) return list(name, { limit, cursor });
  const wanted = searchText(name);
  const held = { limit, cursor, scope: ['compared here', name, scope] };
  const compared = () =>
    collectHeld(held, async () => {
      const { items, next_cursor } = await list(undefined, { limit: NAMED_MAX });
      const named = items.filter((item) => searchText(nameOf(item) ?? '').includes(wanted));
      if (named.length === 0 && next_cursor !== undefined) throw notCompared();
      return named;
    });
  if (cursor !== undefined) return isCursorOf(held.scope, cursor) ? compared() : list(name, { limit, cursor });
  const page = await list(name, { limit });
  return page.items.length > 0 || page.next_cursor !== undefined ? page : compared();
}

/** Of more items than can be compared here, none is claimed to be missing. */
function notCompared(): Failure {
  return new Failure({
    code: 'unsupported',
    message: `The platform finds nothing by this name as it is written, and there are more than ${NAMED_MAX} to compare it with.`,
    nextStep: 'Write the name exactly as the platform shows it, capitals and accents included, or narrow the list.',
  });
}

function isCursorOf(scope: unknown, cursor: string): boolean {
  return decoded(cursor)[0] === markOf(scope);
}
