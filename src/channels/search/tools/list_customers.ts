import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { brokenCursor, listArguments, nextCursor, readCursor, writeCursor } from '../../../tools/listing.ts';
import { CustomerId, channel } from '../channel.ts';
import { CustomerOutput } from '../customers.ts';
import { type Found, walkHierarchy } from '../hierarchy.ts';

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
        login_customer_id: z.string().optional(),
        problem: z.string().optional(),
      }),
    ),
    ...nextCursor,
  }),
  async run({ manager_id, limit, cursor }, { client, accounts }) {
    const start = cursor === undefined ? 0 : Number(readCursor({ manager_id }, cursor));
    if (!Number.isSafeInteger(start)) throw brokenCursor();
    const roots = manager_id === undefined ? await client.accessibleCustomers() : [manager_id];
    const customers: Found[] = [];
    let seen = 0;
    for await (const found of walkHierarchy(client, roots.sort())) {
      if (manager_id !== undefined && found.problem !== undefined && found.id === manager_id) throw unreachable(found);
      if (accounts && !accounts.includes(found.id)) continue;
      if (seen++ < start) continue;
      if (customers.length === limit) {
        return { customers, next_cursor: writeCursor({ manager_id }, String(start + limit)) };
      }
      customers.push(found);
    }
    return { customers };
  },
});

function unreachable({ id, problem }: Found): Failure {
  return new Failure({
    code: 'permission_denied',
    message: `The manager ${id} cannot be read: ${problem}`,
    nextStep: 'Leave out manager_id to see which accounts the connected user can reach.',
  });
}
