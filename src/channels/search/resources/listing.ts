import { z } from 'zod';
import { Id } from '../../../tools/fields.ts';
import { collect, listedByName } from '../../../tools/listing.ts';
import type { SearchClient } from '../client.ts';
import { among, type Condition, camelCase, containing, Literal, type Query, queryText, unequal } from './wire/gaql.ts';
import type { Row } from './wire/row.ts';

interface Listing {
  limit: number;
  cursor?: string | undefined;
}

/**
 * One page of a query's rows. The query has to put them into a definite order, or the next page might show some of them
 * again. Its text says everything the list depends on, so a cursor is good for that text only.
 */
export function listRows(
  client: SearchClient,
  account: string,
  { limit, cursor }: Listing,
  query: Query,
): Promise<{ items: Row[]; next_cursor?: string }> {
  const named = query.where?.find(({ contains }) => contains !== undefined);
  const others = query.where?.filter((condition) => condition !== named) ?? [];
  return listedByName({
    limit,
    cursor,
    name: named?.contains,
    scope: [account, queryText(query)],
    list: (name, page) => pageOfRows(client, account, page, name === undefined ? { ...query, where: others } : query),
    nameOf: (row) => textIn(row, named?.field ?? ''),
  });
}

function pageOfRows(client: SearchClient, account: string, { limit, cursor }: Listing, query: Query) {
  const text = queryText(query);
  return collect({ limit, cursor, scope: [account, text], pageMax: limit }, (position, size) =>
    client.page(account, text, { size, position }),
  );
}

/** The value of a field such as `ad_group.name`, which rows hold as `adGroup.name`. */
function textIn(row: Row, field: string): string {
  const value = field
    .split('.')
    .reduce<unknown>((found, name) => (found as Record<string, unknown>)?.[camelCase(name)], row);
  return typeof value === 'string' ? value : '';
}

/** Statuses to list; all but REMOVED when left out. */
export const StatusFilter = statusFilter(['ENABLED', 'PAUSED', 'REMOVED']);
/** The same for what cannot be paused. */
export const UnpausedFilter = statusFilter(['ENABLED', 'REMOVED']);

function statusFilter<const Status extends string>(statuses: readonly Status[]) {
  return z.array(z.enum(statuses)).min(1).optional().describe('All but REMOVED by default');
}

export const IdFilter = z.array(Id).min(1).max(1000).optional().describe('Only these');

export function ofStatus(field: string, status: readonly string[] | undefined): Condition {
  return status === undefined ? unequal(field, Literal.word('REMOVED')) : among(field, status.map(Literal.word));
}

/** A condition for each id that was given. */
export function ofIds(ids: Readonly<Record<string, string | readonly string[] | undefined>>): Condition[] {
  return Object.entries(ids).flatMap(([field, given]) =>
    given === undefined ? [] : [among(field, [given].flat().map(Literal.digits))],
  );
}

export function ofText(field: string, text: string | undefined): Condition[] {
  return text === undefined ? [] : [containing(field, text)];
}
