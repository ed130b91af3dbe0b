import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { AccountId, urnOf } from '../fields.ts';
import { AdAccount, adAccountOf } from '../resources/account.ts';
import { WireAccount } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_ad_accounts',
  title: 'List ad accounts',
  description: 'The ad accounts this connection reaches, with currency, status and page.',
  toolset: 'accounts',
  access: 'read',
  repeat: 'safe',
  account: false,
  input: z.strictObject({
    account_ids: z.array(AccountId).min(1).max(50).optional().describe('Only these'),
    status: z
      .array(z.enum(['ACTIVE', 'DRAFT', 'CANCELED', 'PENDING_DELETION', 'REMOVED']))
      .min(1)
      .optional()
      .describe('Only these'),
    include_test: z.boolean().default(false).describe('Test accounts too, which never serve'),
    ...listArguments(25),
  }),
  output: z.object({ ad_accounts: z.array(AdAccount), ...nextCursor }),
  async run({ account_ids, status, include_test, limit, cursor }, { client }) {
    const search = {
      id: account_ids && { values: account_ids.map((id) => urnOf('sponsoredAccount', id)) },
      status: status && { values: status },
      test: include_test ? undefined : false,
    };
    const params = { q: 'search', search };
    const { items, ...more } = await client.list('/adAccounts', WireAccount, { limit, cursor, params });
    return { ad_accounts: items.map(adAccountOf), ...more };
  },
});
