import { expect, test } from 'vitest';
import type { LinkRecord } from '../auth/one-time-links.ts';
import { acceptInvitation, setUpOwner } from './accounts.ts';
import type { Context } from './context.ts';

const ADA = { name: 'Ada', email: 'ada@example.com', password: 'a long password' };
const invitation = (email?: string) => ({ id: 'link_1', organizationId: 'org_1', role: 'owner', email }) as LinkRecord;

interface Around {
  /** The account of the address. */
  person?: { id: string; two_factor_enabled?: boolean };
  /** A role that waits for the address. */
  waiting?: { id: string };
  session?: { user: { id: string } };
  isUsed?: boolean;
}

/** Everything up to the making of an account; what would make or change one is counted. */
function contextOf({ person, waiting, session, isUsed = false }: Around) {
  const done: string[] = [];
  const rows: Readonly<Record<string, unknown>> = { people: person, members: waiting };
  const db = {
    selectFrom: (table: string) => {
      const query = { select: () => query, where: () => query, executeTakeFirst: async () => rows[table] };
      return query;
    },
  };
  const store = { db, transaction: (work: (tx: object) => unknown) => work({}) };
  const links = {
    async use() {
      if (!isUsed) done.push('link used');
      return !isUsed;
    },
  };
  const made = () => {
    done.push('account touched');
    throw new Error('far enough');
  };
  const internalAdapter = { createUser: made, updatePassword: made, updateUser: made, deleteSession: async () => {} };
  const api = { getSession: async () => session ?? null, signInEmail: async () => ({ response: { token: 't' } }) };
  const auth = { api, $context: { internalAdapter, password: { hash: async () => 'hash' } } };
  const parts = { home: { store, links, members: { find: made, holdsRole: async () => false } }, auth };
  const attempts = { count: async () => {} };
  return { done, ctx: { parts, attempts, address: '::1', headers: new Headers() } as unknown as Context };
}

const join = { acceptInvitation, setUpOwner };
type Way = keyof typeof join;

test.each<[string, Way, string | undefined, Around, string]>([
  ['made for another address', 'acceptInvitation', 'bob@example.com', {}, 'invalid_arguments'],
  ['made for another address', 'setUpOwner', 'bob@example.com', {}, 'invalid_arguments'],
  ['used in the meantime', 'acceptInvitation', undefined, { isUsed: true }, 'not_found'],
  ['used in the meantime', 'setUpOwner', ADA.email, { isUsed: true }, 'not_found'],
  [
    'signed out, by an address that a role waits for',
    'acceptInvitation',
    undefined,
    { waiting: { id: 'm' } },
    'permission_denied',
  ],
  [
    'signed out, by an address that a role waits for',
    'setUpOwner',
    undefined,
    { waiting: { id: 'm' } },
    'permission_denied',
  ],
  [
    'signed out, by an address that has an account',
    'setUpOwner',
    undefined,
    { person: { id: 'p' } },
    'permission_denied',
  ],
  [
    'taken with the password alone, where there is a second factor',
    'acceptInvitation',
    ADA.email,
    { person: { id: 'p', two_factor_enabled: true } },
    'permission_denied',
  ],
  [
    'taken in the session of somebody else, where there is a second factor',
    'acceptInvitation',
    ADA.email,
    { person: { id: 'p', two_factor_enabled: true }, session: { user: { id: 'other' } } },
    'permission_denied',
  ],
])('a link %s (%s) gives no role, and stays as it was', async (_, way, email, around, code) => {
  const { ctx, done } = contextOf(around);
  await expect(join[way](ctx, invitation(email), ADA)).rejects.toMatchObject({ code });
  expect(done).toEqual([]);
});

test.each<[string, Way, string | undefined, Around]>([
  ['of an address, by it', 'acceptInvitation', ADA.email, { waiting: { id: 'm' } }],
  ['signed out, by a new address', 'acceptInvitation', undefined, {}],
  ['signed out, by an account with its password', 'acceptInvitation', undefined, { person: { id: 'p' } }],
  [
    'of an address, in its session with a second factor',
    'acceptInvitation',
    ADA.email,
    { person: { id: 'p', two_factor_enabled: true }, session: { user: { id: 'p' } } },
  ],
  ['of the operator, for an account', 'setUpOwner', ADA.email, { person: { id: 'p' } }],
])('a link %s is used before anything is made', async (_, way, email, around) => {
  const { ctx, done } = contextOf(around);
  await expect(join[way](ctx, invitation(email), ADA)).rejects.toThrow('far enough');
  expect(done).toEqual(['link used', 'account touched']);
});
