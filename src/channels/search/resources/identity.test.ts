import { expect, test } from 'vitest';
import { channel } from '../channel.ts';
import type { SearchClient } from '../client.ts';
import { identify } from './identity.ts';
import { Row } from './wire/row.ts';

const ids = Array.from({ length: 60 }, (_, at) => String(1_000_000_000 + at));
const clientOf = (customer: (id: string) => object | undefined, loginCustomerId?: string) =>
  ({
    loginCustomerId,
    accessibleCustomers: async () => [...ids],
    oauthClientId: async () => 'app',
    rows: async (id: string) => {
      const one = customer(id);
      return one ? [Row.parse({ customer: { resourceName: 'r', ...one } })] : [];
    },
  }) as unknown as SearchClient;

test('an error that asks for an account lists 50, and a new connection shows them all', async () => {
  const client = clientOf((id) => ({ id, descriptiveName: `Account ${id}` }));
  expect(await channel.account!.choices(client)).toHaveLength(50);
  expect((await identify(client)).accounts).toHaveLength(60);
});

test('accounts of which none can be read, and a manager that is out of reach, refuse the connection', async () => {
  await expect(identify(clientOf(() => undefined))).rejects.toMatchObject({ code: 'permission_denied' });
  await expect(identify(clientOf((id) => ({ id, manager: true }), '999'))).rejects.toMatchObject({
    details: { problems: [{ field: 'login_customer_id' }] },
  });
});
