import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import type { Identity, ReachableAccount } from '../../../tools/channel.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { pathOf } from '../../../upstream/path.ts';
import { API_VERSION, type SocialClient } from '../client.ts';
import type { TokenFacts } from '../oauth.ts';
import { AD_ACCOUNTS } from '../wire.ts';
import { adAccountOf } from './account.ts';
import { isoTime } from './fields.ts';
import { tokenStatus } from './token.ts';

const Person = z.object({ id: z.string(), name: z.string().optional() });

/** The owner of the token, the accounts it reaches and when it expires. */
export async function identify(client: SocialClient): Promise<Identity> {
  const { id, name = id } = await client.get(pathOf`/${API_VERSION}/me`, { fields: 'id,name' }, Person);
  const [facts, accounts] = await Promise.all([factsOf(client), accountsOf(client, Number.POSITIVE_INFINITY)]);
  const { type, app_id, expires_at } = facts ?? {};
  return {
    who: `${name}${type ? ` (${type})` : ''}${app_id ? `, by the app ${app_id}` : ''}`,
    accounts,
    learnt: withoutUnset({ token_kind: type, expires_at: isoTime(expires_at ?? 0) }),
  };
}

/** Only the app and its own people may inspect a token: a refusal here does not make the token bad. */
async function factsOf(client: SocialClient): Promise<TokenFacts | undefined> {
  try {
    return (await tokenStatus(client)).facts;
  } catch (error) {
    if (error instanceof Failure && !error.retryable) return undefined;
    throw error;
  }
}

export async function accountsOf(client: SocialClient, most: number): Promise<ReachableAccount[]> {
  const accounts: ReachableAccount[] = [];
  for await (const page of client.pages(AD_ACCOUNTS, 'me', {}, '')) {
    for (const account of page) {
      if (accounts.length >= most) return accounts;
      const { id, name, currency, status } = adAccountOf(account);
      accounts.push({ id, name, currency, status });
    }
  }
  return accounts;
}
