import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import type { SocialClient } from '../client.ts';
import { ACCOUNT_BUSINESS, SYSTEM_USERS } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_system_users',
  title: 'List system users',
  description: 'System users of the business that owns the account, or of business_id; for generate_system_user_token.',
  toolset: 'tokens',
  access: 'read',
  repeat: 'safe',
  scopes: ['business_management'],
  input: z.strictObject({
    business_id: Id.optional().describe("Instead of the account's own business"),
    ...listArguments(25),
  }),
  output: z.object({
    system_users: z.array(z.object({ id: z.string(), name: z.string(), role: z.string().optional() })),
    business_id: z.string(),
    ...nextCursor,
  }),
  async run({ business_id, ...paging }, { client, account }) {
    const business = business_id ?? (await businessOf(client, account));
    const { items, ...more } = await client.list(SYSTEM_USERS, business, paging);
    return { system_users: items.map(withoutUnset), business_id: business, ...more };
  },
});

async function businessOf(client: SocialClient, account: string): Promise<string> {
  const { business } = await client.account(ACCOUNT_BUSINESS, account);
  if (business) return business.id;
  throw new Failure({
    code: 'invalid_arguments',
    message: 'This ad account belongs to no business, so it has no system users.',
    problems: [{ field: 'business_id', message: 'is required for this account' }],
    nextStep: 'Pass business_id, or the account_id of an account that a business owns.',
  });
}
