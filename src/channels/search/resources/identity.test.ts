import { expect, test } from 'vitest';
import { Failure } from '../../../errors.ts';
import { channel } from '../channel.ts';
import type { SearchClient } from '../client.ts';
import { walkHierarchy } from './account-hierarchy.ts';
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

const managed = (refusal: Failure) => {
  const customers: Record<string, object> = {
    1: { id: '1', manager: true, status: 'ENABLED' },
    2: { id: '2', manager: true, status: 'CANCELED' },
    3: { id: '3', status: 'ENABLED' },
  };
  return {
    accessibleCustomers: async () => ['1'],
    oauthClientId: async () => 'app',
    rows: async (id: string, { from }: { from: string }) => {
      if (from === 'customer') return [Row.parse({ customer: { resourceName: 'r', ...customers[id] } })];
      if (id === '2') throw refusal;
      return ['2', '3'].map((one) => Row.parse({ customerClient: { resourceName: 'r', ...customers[one] } }));
    },
  } as unknown as SearchClient;
};

test('a closed manager below another one is named with its problem, and all other accounts are there', async () => {
  const closed = new Failure({ code: 'account_problem', message: 'The account is closed.', nextStep: 'Reopen it.' });
  const { accounts } = await identify(managed(closed));
  expect(accounts.map(({ id, status }) => [id, status])).toEqual([
    ['1', 'ENABLED'],
    ['2', 'CANCELED'],
    ['3', 'ENABLED'],
  ]);
  const problems: unknown[] = [];
  for await (const { id, problem } of walkHierarchy(managed(closed), ['1'])) problems.push([id, problem]);
  expect(problems).toContainEqual(['2', 'The account is closed.']);
});

test('a manager that cannot be listed for the moment, or for want of a token, fails the whole listing', async () => {
  const words = { message: 'no', nextStep: 'wait' };
  const busy = new Failure({ code: 'upstream_unavailable', retryable: true, ...words });
  await expect(identify(managed(busy))).rejects.toBe(busy);
  const ended = new Failure({ code: 'token_expired', ...words });
  await expect(identify(managed(ended))).rejects.toBe(ended);
});
