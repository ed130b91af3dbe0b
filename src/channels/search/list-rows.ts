import { collect } from '../../tools/listing.ts';
import type { SearchClient } from './client.ts';
import { type Query, queryText } from './gaql.ts';
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
