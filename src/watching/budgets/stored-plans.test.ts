import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../../store/store.testing.ts';
import { type BudgetPlan, findPlan, removePlan, savePlan } from './stored-plans.ts';

let store: TemporaryStore;
let workspaceId: string;
beforeEach(async () => {
  store = await temporaryStore();
  ({ workspaceId } = await seedWorkspace(store));
});
afterEach(() => store.discard());

const plan: BudgetPlan = {
  month: '2026-11',
  rows: [{ name: 'Acme', amount: '123456789012.5', currency: 'USD', channel: 'search', campaigns: ['77'] }],
  sheet: undefined,
  setAt: 1_790_000_000_000,
};
const save = (given: BudgetPlan, work = () => {}) => savePlan(store, workspaceId, given, 'key_1', work);

test('a month has one plan, which is replaced as a whole and kept to the last digit', async () => {
  await save(plan);
  expect(await findPlan(store, workspaceId, '2026-11')).toEqual(plan);
  const sheet = { spreadsheet_id: 'file_0000000000000001', range: 'Plan!A:D' };
  const next = {
    ...plan,
    rows: [{ name: 'B', amount: '1', currency: 'JPY', cell: 'Plan!C2' }],
    sheet,
    setAt: 1_790_000_000_001,
  };
  await save(next);
  expect(await findPlan(store, workspaceId, '2026-11')).toEqual(next);
  expect(await findPlan(store, workspaceId, '2026-12')).toBeUndefined();
  await removePlan(store, workspaceId, '2026-11', () => {});
  expect(await findPlan(store, workspaceId, '2026-11')).toBeUndefined();
});

test('a plan whose entry in the audit log fails is not kept', async () => {
  await save(plan);
  const failing = () => {
    throw new Error('full');
  };
  await expect(save({ ...plan, rows: [] }, failing)).rejects.toThrow('full');
  await expect(removePlan(store, workspaceId, '2026-11', failing)).rejects.toThrow('full');
  expect(await findPlan(store, workspaceId, '2026-11')).toEqual(plan);
});

test('a plan is replaced and removed alone: those of other months and workspaces stay', async () => {
  const theirs = (await seedWorkspace(store, 'Theirs')).workspaceId;
  const places = [workspaceId, theirs].flatMap((id) => ['2026-10', '2026-11'].map((month) => [id, month] as const));
  const setAts = () => Promise.all(places.map(async ([id, month]) => (await findPlan(store, id, month))?.setAt));
  for (const [at, [id, month]] of places.entries())
    await savePlan(store, id, { ...plan, month, setAt: at }, 'key_1', () => {});
  expect(await setAts()).toEqual([0, 1, 2, 3]);
  await save({ ...plan, setAt: 9 });
  expect(await setAts()).toEqual([0, 9, 2, 3]);
  await removePlan(store, workspaceId, '2026-11', () => {});
  expect(await setAts()).toEqual([0, undefined, 2, 3]);
});
