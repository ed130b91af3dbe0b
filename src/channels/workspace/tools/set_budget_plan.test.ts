import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, service, workspaceNamed } = sandboxed('workspace');
const row = { name: 'Acme', amount: '30000', currency: 'USD' };

test('keeps the plan of a month, replaces it as a whole, and takes it away', async () => {
  const set = await call('set_budget_plan', { month: '2026-11', rows: [row, { ...row, currency: 'JPY' }] });
  expect(set).toEqual({
    plan: { month: '2026-11', rows: [row, { ...row, currency: 'JPY' }], replaced_rows: 0, notes: [] },
  });
  const next = await call('set_budget_plan', { month: '2026-11', rows: [{ ...row, amount: 500.5 }] });
  expect(next.plan).toMatchObject({ replaced_rows: 2, rows: [{ amount: '500.5' }] });
  expect((await call('get_pacing', { month: '2026-11' })).pacing.rows).toMatchObject([
    { plan: { amount: '500.50', currency: 'USD' } },
  ]);
  expect((await call('get_pacing', { month: '2026-12' })).pacing.rows).toEqual([]);
  const gone = await call('set_budget_plan', { month: '2026-11', remove: true });
  expect(gone.plan).toMatchObject({ removed: true, replaced_rows: 1, rows: [] });
  expect((await call('get_pacing', { month: '2026-11' })).pacing.rows).toEqual([]);
});

test('what is set is on record, and plans of other workspaces stay apart', async () => {
  await call('set_budget_plan', { month: '2026-09', rows: [row] });
  const japan = await workspaceNamed('Acme Japan');
  expect((await call('get_pacing', { month: '2026-09', workspaceId: japan })).pacing.rows).toEqual([]);
  const events = await service()
    .home.store.db.selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'budget_plan.set')
    .execute();
  expect(JSON.parse(events.at(-1)!.detail)).toMatchObject({ month: '2026-09', rows: 1 });
});

test('an amount of nothing is a plan: whatever is spent is over it', async () => {
  const { plan } = await call('set_budget_plan', { month: '2026-08', rows: [{ ...row, amount: 0 }] });
  expect(plan.rows).toMatchObject([{ amount: '0' }]);
});

test('refuses by field what cannot be a plan', async () => {
  const refused = async (args: object) => (await refusal('set_budget_plan', { month: '2026-11', ...args })).field;
  expect(await refused({})).toBe('rows');
  expect(await refused({ rows: [row], remove: true })).toBe('remove');
  expect(await refused({ month: '2026-13', rows: [row] })).toBe('month');
  expect(await refused({ rows: [{ ...row, currency: 'US' }] })).toMatch(/currency$/);
  expect(await refused({ rows: [{ ...row, amount: '-1' }] })).toMatch(/amount$/);
  expect(await refused({ rows: [{ ...row, currency: 'JPY', amount: '0.5' }] })).toBe('rows[0].amount');
  expect(await refused({ rows: [row, row] })).toBe('rows[1].name');
  expect(await refused({ rows: [{ ...row, channel: 'print' }] })).toBe('rows[0].channel');
  expect(await refused({ rows: [{ ...row, campaigns: ['1'] }] })).toBe('rows[0].channel');
  expect(await refused({ sheet: { spreadsheet_id: 'file_0000000000000009', range: 'A1:C9' } })).toBe('sheet');
});
