import { openCursor, sealCursor } from '../../paging.ts';
import { paramInvalid, plain } from '../errors.ts';
import { type Call, textParam } from './resource.ts';

/** A page of a list that is paged by token; a token is valid for the same query only. */
export function cursorPage<T>(call: Call, items: readonly T[], pageMax: number, show: (item: T) => unknown) {
  const size = wholeParam(call, 'pageSize', 100);
  if (size < 1 || size > pageMax) throw paramInvalid('pageSize');
  const scope = JSON.stringify([...call.query].filter(([name]) => name !== 'pageToken'));
  const token = textParam(call.query, 'pageToken');
  const place = token === undefined ? '0' : openCursor(token, scope);
  if (place === undefined) throw paramInvalid('pageToken');
  const end = Number(place) + size;
  return {
    elements: items.slice(Number(place), end).map(show),
    metadata: end < items.length ? { nextPageToken: sealCursor(String(end), scope) } : {},
  };
}

/** A page of a list that is paged by start and count. */
export function indexPage<T>(call: Call, path: string, items: readonly T[], show: (item: T) => unknown) {
  const [start, count] = [wholeParam(call, 'start', 0), wholeParam(call, 'count', 10)];
  if (count > 1000) throw plain(400, 'Specified count is larger than 1000');
  const next = start + count < items.length ? [{ rel: 'next', type: 'application/json', href: `/rest/${path}` }] : [];
  return {
    elements: items.slice(start, start + count).map(show),
    paging: { start, count, links: next, total: items.length },
  };
}

export const INDEX_PARAMS = ['start', 'count'];
/** The newer lists take the older ones' numbers and ignore them. */
export const CURSOR_PARAMS = ['pageSize', 'pageToken', 'sortOrder', 'start', 'count'];

export function everything(elements: readonly unknown[]) {
  return { elements, paging: { start: 0, count: 2_147_483_647, links: [] } };
}

function wholeParam(call: Call, name: string, usual: number): number {
  const text = textParam(call.query, name);
  if (text === undefined) return usual;
  if (!/^\d+$/.test(text)) throw paramInvalid(name);
  return Number(text);
}

/** Newest last, unless asked otherwise. */
export function inOrder<T>(call: Call, items: readonly T[]): readonly T[] {
  const order = textParam(call.query, 'sortOrder') ?? 'ASCENDING';
  if (order !== 'ASCENDING' && order !== 'DESCENDING') throw paramInvalid('sortOrder');
  return order === 'ASCENDING' ? items : items.toReversed();
}
