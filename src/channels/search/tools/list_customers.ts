import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { collectHeld, listArguments, nextCursor } from '../../../tools/listing.ts';
import { CustomerId, channel } from '../channel.ts';
import { CustomerOutput } from '../resources/account.ts';
import { type Found, walkHierarchy } from '../resources/account-hierarchy.ts';

export default defineTool(channel, {
  name: 'list_customers',
  title: 'List customer accounts',
  description:
    'The accounts the connected user can reach, with the hierarchy of managers: each account comes after its manager. Pass login_customer_id as shown when using an account.',
  toolset: 'accounts',
  access: 'read',
  repeat: 'safe',
  account: false,
  input: z.strictObject({
    manager_id: CustomerId.optional().describe('Only the accounts under this manager'),
    ...listArguments(100),
  }),
  output: z.object({
    customers: z.array(
      CustomerOutput.partial().extend({
        id: z.string(),
        level: z.number().describe('0: reached directly'),
        manager_id: z.string().optional(),
        manager_ids: z.array(z.string()).optional().describe('All of its managers'),
        login_customer_id: z.string().optional(),
        problem: z.string().optional(),
      }),
    ),
    ...nextCursor,
  }),
  async run({ manager_id, limit, cursor }, { client, accounts }) {
    const roots = manager_id === undefined ? await client.accessibleCustomers() : [manager_id];
    const reached: Found[] = [];
    // Only the whole hierarchy tells all managers of an account.
    const managers = new Map<string, string[]>();
    const linked = (id: string, manager: string) => managers.set(id, [...(managers.get(id) ?? []), manager]);
    for await (const found of walkHierarchy(client, roots.sort(), linked)) {
      if (manager_id !== undefined && found.problem !== undefined && found.id === manager_id) throw unreachable(found);
      if (!accounts || accounts.includes(found.id)) reached.push(found);
    }
    const { items, ...more } = await collectHeld({ limit, cursor, scope: { manager_id } }, async () => reached);
    const customers = items.map((found) => {
      const all = (managers.get(found.id) ?? []).filter((id) => !accounts || accounts.includes(id));
      return { ...found, ...(all.length > 0 && { manager_ids: all }) };
    });
    return { customers, ...more };
  },
});

function unreachable({ id, problem }: Found): Failure {
  return new Failure({
    code: 'permission_denied',
    message: `The manager ${id} cannot be read: ${problem}`,
    nextStep: 'Leave out manager_id to see which accounts the connected user can reach.',
  });
}
