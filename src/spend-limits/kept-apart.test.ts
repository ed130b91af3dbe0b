import type { Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { DAY_MS, MINUTE_MS } from '../ambient.ts';
import { Audit } from '../audit/audit.ts';
import type { Outcome } from '../errors.ts';
import { type Figures, NO_MONEY } from '../exposure/figures.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import type { Tables } from '../store/tables.ts';
import type { Holdings } from '../tools/exposure.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { type AccountName, appliedHolds, Holds, newestSeq, pendingHolds, recentHolds, sharesOf } from './holds.ts';
import { LimitBook } from './limit-book.ts';
import { Snapshots } from './snapshots.ts';
import { campaign, daily, limitedIn, raiseTo, refusal, social } from './spend-limits.testing.ts';

let store: TemporaryStore;
let ambient: StillAmbient;
let holds: Holds;
beforeEach(async () => {
  store = await temporaryStore();
  ambient = stillAmbient();
  holds = new Holds(ambient);
  for (const id of ['org_ours', 'org_theirs']) {
    await store.db.insertInto('organizations').values({ id, name: id, created_at: 0 }).execute();
    const workspace = { id: `ws of ${id}`, organization_id: id, name: id, currency: 'USD', created_at: 0 };
    await store.db
      .insertInto('workspaces')
      .values({ ...workspace, archived_at: null })
      .execute();
  }
});
afterEach(() => store.discard());

const OURS: AccountName = { organization_id: 'org_ours', mode: 'live', channel: 'social', account: '1' };
/** Each differs from ours in one thing. */
const OTHERS: readonly AccountName[] = [
  { ...OURS, organization_id: 'org_theirs' },
  { ...OURS, mode: 'sandbox' },
  { ...OURS, channel: 'search' },
  { ...OURS, account: '2' },
];

const inTransaction = <T>(work: (tx: Transaction<Tables>) => Promise<T>) => store.transaction(work);
const figures = (amount: bigint): Figures => ({ daily: amount, worst_day: amount, month: amount });

function hold(name: AccountName, key_id = 'key_1'): Promise<string> {
  const row = { ...name, workspace_id: `ws of ${name.organization_id}`, key_id, currency: 'USD' };
  const deltas = new Map([['a', figures(20n)]]);
  const effect = { changes: raiseTo('120'), rises: NO_MONEY, deltas, sizes: new Map() };
  return inTransaction((tx) => holds.add(tx, { ...row, effect }));
}
const settle = (id: string, outcome: Outcome) => inTransaction((tx) => holds.settle(tx, id, outcome));
const states = async () =>
  Object.fromEntries(
    (await store.db.selectFrom('spend_holds').select(['id', 'state']).execute()).map(({ id, state }) => [id, state]),
  );
const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id);

describe('a held change', () => {
  it('is settled alone, if it was made, not made or unknown', async () => {
    const [made, unmade, unknown, open] = [await hold(OURS), await hold(OURS), await hold(OURS), await hold(OURS)];
    await settle(made!, 'applied');
    await settle(unmade!, 'not_applied');
    await settle(unknown!, 'unknown');
    expect(await states()).toEqual({ [made!]: 'applied', [unknown!]: 'unknown', [open!]: 'open' });
    expect(await inTransaction((tx) => newestSeq(tx))).toBe(2);
  });

  it('is settled by a reading of its own account alone, and what it was not is forgotten alone', async () => {
    const left = await Promise.all(OTHERS.map((other) => hold(other)));
    const ours = await hold(OURS);
    const settled = await hold({ ...OURS, organization_id: 'org_theirs' });
    await settle(settled, 'applied');
    const holdings = (amount: string): Holdings => {
      const objects = [campaign('a', daily(amount))];
      return { account: '1', currency: 'USD', timeZone: 'UTC', spentThisMonth: '0', objects };
    };
    const read = (amount: string, takenAt: number) =>
      inTransaction((tx) =>
        holds.reconcile(tx, OURS, { seq: takenAt, takenAt, asOf: ambient.now(), holdings: holdings(amount) }),
      );
    await read('120', ambient.now() + 70 * MINUTE_MS);
    const others = Object.fromEntries(left.map((id) => [id, 'open']));
    expect(await states()).toEqual({ ...others, [ours]: 'applied', [settled]: 'applied' });
    ambient.advance(80 * MINUTE_MS);
    await settle(await hold(OURS), 'unknown');
    await read('100', ambient.now() + 10 * MINUTE_MS);
    expect(await states()).toEqual({ ...others, [ours]: 'applied', [settled]: 'applied' });
  });

  it('that was made is forgotten after a day; one under way, of unknown outcome or of others stays', async () => {
    const theirs = await hold({ ...OURS, organization_id: 'org_theirs' });
    const [made, unknown, open] = [await hold(OURS), await hold(OURS), await hold(OURS)];
    await settle(theirs, 'applied');
    await settle(made, 'applied');
    await settle(unknown, 'unknown');
    ambient.advance(DAY_MS + 1);
    const late = await hold(OURS);
    await settle(late, 'applied');
    expect(await states()).toEqual({ [theirs]: 'applied', [unknown]: 'unknown', [open]: 'open', [late]: 'applied' });
  });

  it('counts where it was made, and nowhere else', async () => {
    const names = [OURS, ...OTHERS];
    const open = await Promise.all(names.map((name) => hold(name)));
    const made: string[] = [];
    for (const name of names) {
      made.push(await hold(name));
      await settle(made.at(-1)!, 'applied');
    }
    const [first, org, mode, channel, account] = made;
    await inTransaction(async (tx) => {
      expect(idsOf(await pendingHolds(tx, 'org_ours', 'live')).sort()).toEqual([open[0], open[3], open[4]].sort());
      expect(idsOf(await appliedHolds(tx, 'org_ours', 'live', 0))).toEqual([first, channel, account]);
      expect(idsOf(await appliedHolds(tx, 'org_ours', 'live', 1))).toEqual([channel, account]);
      expect(idsOf(await appliedHolds(tx, 'org_ours', 'sandbox', 0))).toEqual([mode]);
      expect(idsOf(await appliedHolds(tx, 'org_theirs', 'live', 0))).toEqual([org]);
      for (const [at, name] of names.entries())
        expect(idsOf(await recentHolds(tx, name, ambient.now())).sort()).toEqual([open[at], made[at]].sort());
    });
  });

  it('adds to the share of its own key and mode', async () => {
    for (const [name, key] of [
      [OURS, 'key_1'],
      [OURS, 'key_2'],
      [{ ...OURS, mode: 'sandbox' }, 'key_1'],
    ] as const)
      await settle(await hold(name, key), 'applied');
    await settle(await hold(OURS, 'key_1'), 'applied');
    const shares = await inTransaction((tx) => sharesOf(tx, ['key_1'], 'live'));
    expect(shares).toMatchObject([{ key_id: 'key_1', mode: 'live', line: 'a', amounts: figures(40n) }]);
  });
});

it('what an account holds is told of the workspaces and the mode that are asked for, each account with its own', async () => {
  const snapshots = new Snapshots(store, ambient, holds);
  const { organizationId, workspaceId } = await seedWorkspace(store);
  const other = await seedWorkspace(store, 'Other');
  const places = [
    { workspaceId, mode: 'live', channel: 'social', account: '1' },
    { workspaceId, mode: 'live', channel: 'social', account: '2' },
    { workspaceId, mode: 'sandbox', channel: 'social', account: '1' },
    { workspaceId: other.workspaceId, mode: 'live', channel: 'social', account: '3' },
  ] as const;
  for (const [at, place] of places.entries()) {
    const objects = [campaign('a', daily(`${at + 1}`))];
    const holdings = { account: place.account, currency: 'USD', timeZone: 'UTC', spentThisMonth: '0', objects };
    await snapshots.take(place, organizationId, async () => ({ holdings, asOf: ambient.now() }));
  }
  expect((await snapshots.times([workspaceId])).size).toBe(3);
  // As another process, which has parsed nothing yet.
  const elsewhere = new Snapshots(store, ambient, holds);
  const views = await inTransaction((tx) => elsewhere.views(tx, organizationId, 'live', [workspaceId]));
  expect([...views.values()].map(({ account, holdings }) => [account, holdings.objects[0]?.budget?.amount])).toEqual([
    ['1', '1'],
    ['2', '2'],
  ]);
});

describe('a limit', () => {
  const book = () => new LimitBook(store, new Audit(store, deriveSecrets(Buffer.alloc(32, 1)), ambient), ambient);

  it('is removed alone: of its scope, its kind and its currency', async () => {
    const { organizationId, workspaceId } = await seedWorkspace(store);
    const limits = book();
    const scope = { scope: 'workspace', organizationId, workspaceId } as const;
    const all = { scope: 'organization', organizationId } as const;
    for (const [where, kind, currency, amount] of [
      [all, 'daily', 'USD', '1'],
      [scope, 'daily', 'USD', '2'],
      [scope, 'daily', 'JPY', '3'],
      [scope, 'month', 'USD', '4'],
    ] as const)
      await limits.set(where, kind, currency, amount, 'Ada');
    await limits.remove(scope, 'daily', 'USD', 'Ada');
    expect((await limits.list(organizationId)).map(({ amount }) => amount).sort()).toEqual(['1', '3', '4']);
  });

  it('that is not there is none to remove, and begins at nothing, where another scope or currency has one', async () => {
    const { organizationId, workspaceId } = await seedWorkspace(store);
    const limits = book();
    const scope = { scope: 'workspace', organizationId, workspaceId } as const;
    await limits.set({ scope: 'organization', organizationId }, 'daily', 'USD', '1', 'Ada');
    await limits.set(scope, 'daily', 'JPY', '300', 'Ada');
    expect(await limits.remove(scope, 'daily', 'USD', 'Ada')).toBe(false);
  });

  it('is told to its own organization', async () => {
    const [one, other] = [await seedWorkspace(store), await seedWorkspace(store, 'Other')];
    const limits = book();
    await limits.set({ scope: 'organization', ...one }, 'daily', 'USD', '1', 'Ada');
    expect(await limits.list(other.organizationId)).toEqual([]);
  });

  it('is named by its own workspace where it refuses', async () => {
    const account = social();
    const service = limitedIn({ ambient, store, ...(await seedWorkspace(store, 'Fourth')) }, [account]);
    await service.set('daily', '110');
    const { message } = await refusal(service.begin(account, raiseTo('111')));
    expect(message).toContain('The workspace "Fourth"');
  });
});
