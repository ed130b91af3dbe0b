import type { Identity, ReachableAccount } from '../../../../tools/channel.ts';
import type { TagsClient } from '../../client.ts';
import { Account } from '../../wire.ts';

/** Every account that the connected user reaches; a page of accounts is one request, their containers would be one each. */
export function accountsOf(client: TagsClient, withGoogleTags = false): Promise<Account[]> {
  return client.every('accounts', 'account', Account, withGoogleTags ? { includeGoogleTags: true } : {});
}

export async function reachableAccounts(client: TagsClient): Promise<ReachableAccount[]> {
  return (await accountsOf(client)).map(({ accountId, name }) => ({ id: accountId, name }));
}

/** The platform does not name the user, so the OAuth client is named instead. */
export async function identify(client: TagsClient): Promise<Identity> {
  const { client_id, client_email } = await client.session.credentials();
  const who = client_email ? `the service account ${client_email}` : `a user of the OAuth client ${client_id}`;
  return { who, accounts: await reachableAccounts(client) };
}
