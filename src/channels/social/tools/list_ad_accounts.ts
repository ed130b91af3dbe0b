import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { AdAccount, adAccountOf } from '../resources/account.ts';
import { AccountId } from '../resources/fields.ts';
import { AD_ACCOUNTS } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_ad_accounts',
  title: 'List ad accounts',
  description: 'The ad accounts this connection reaches: status, currency, time zone, spending, smallest daily budget.',
  toolset: 'accounts',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  account: false,
  input: z.strictObject({
    account_ids: z.array(AccountId).min(1).max(50).optional().describe('Only these'),
    ...listArguments(25),
  }),
  output: z.object({ ad_accounts: z.array(AdAccount), ...nextCursor }),
  async run({ account_ids, limit, cursor }, { client, accounts }) {
    const { items, ...more } = account_ids
      ? { items: await Promise.all([...new Set(account_ids)].map((id) => client.account(AD_ACCOUNTS, id))) }
      : await client.list(AD_ACCOUNTS, 'me', { limit, cursor });
    const shown = accounts ? items.filter(({ account_id }) => accounts.includes(account_id)) : items;
    return { ad_accounts: shown.map(adAccountOf), ...more };
  },
});
