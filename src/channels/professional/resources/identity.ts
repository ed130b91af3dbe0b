import type { Identity, ReachableAccount } from '../../../tools/channel.ts';
import { gather } from '../../../tools/listing.ts';
import { readEach } from '../../../upstream/reading.ts';
import type { ProfessionalClient } from '../client.ts';
import { CursorPage, WireAccount } from '../wire.ts';

/** The member's name needs a further product of the platform, so the app id stands for the connection. */
export async function identify(client: ProfessionalClient): Promise<Identity> {
  const { client_id } = await client.session.credentials();
  const accounts = await accountsOf(client, Number.POSITIVE_INFINITY);
  return { who: client_id ? `a member, by the app ${client_id}` : 'a member', accounts };
}

export async function accountsOf(client: ProfessionalClient, most: number): Promise<ReachableAccount[]> {
  const { items } = await gather({ limit: most, pageMax: 1000 }, async (pageToken, pageSize) => {
    const { elements, metadata } = await client.get('/adAccounts', CursorPage, { q: 'search', pageSize, pageToken });
    return { items: await readEach(WireAccount, elements, 'professional'), next: metadata?.nextPageToken };
  });
  return items.map(({ id, name, currency, status }) => ({ id, name, currency, status }));
}
