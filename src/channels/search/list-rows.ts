import { z } from 'zod';
import { collect } from '../../tools/listing.ts';
import type { SearchClient } from './client.ts';
import { type Condition, containing, equal, Literal, type Query, queryText, unequal } from './gaql.ts';
import type { Row } from './wire.ts';

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
  const text = queryText(query);
  return collect({ limit, cursor, scope: [account, text], pageMax: limit }, (position, size) =>
    client.page(account, text, { size, position }),
  );
}

/** What a list is narrowed to; left out, everything but what was removed. */
export const StatusFilter = z.enum(['ENABLED', 'PAUSED', 'REMOVED']).optional().describe('All but REMOVED by default');

export function ofStatus(field: string, status: string | undefined): Condition {
  return status === undefined ? unequal(field, Literal.word('REMOVED')) : equal(field, Literal.word(status));
}

/** A condition for each id that was given. */
export function ofIds(ids: Readonly<Record<string, string | undefined>>): Condition[] {
  return Object.entries(ids).flatMap(([field, id]) => (id === undefined ? [] : [equal(field, Literal.digits(id))]));
}

export function ofText(field: string, text: string | undefined): Condition[] {
  return text === undefined ? [] : [containing(field, text)];
}
