import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bed, pipelineBed, toolOf, trains, yard } from '../../pipeline/pipeline.testing.ts';
import type { Channel } from '../../tools/channel.ts';
import { budgetDesk } from './budget-desk.ts';
import { findPlan } from './stored-plans.ts';

const month = '2026-11';
const row = { name: 'Acme', amount: '300', currency: 'USD' };
const sheet = { spreadsheet_id: 'file_1', range: 'Plan!A:C' };
const HEAD = ['client', 'currency', 'amount'];

let bed: Bed;
beforeEach(async () => {
  bed = await pipelineBed();
});
afterEach(() => bed.discard());

const desk = async (channels?: readonly string[]) => {
  const workspace = (await bed.directory.workspace(bed.organizationId, bed.workspaceId))!;
  const call = bed.call({ principal: { ...bed.principal, channels } });
  return budgetDesk({ pipeline: bed.pipeline, workspace, call });
};
const kept = () => findPlan(bed.store, bed.workspaceId, month);

/** What `read_sheet` finds in the range. */
function sheetOf(...values: unknown[][]): void {
  bed.pipeline.tools = [toolOf({ ...yard, name: 'office' }, { name: 'read_sheet' })];
  bed.pipeline.runTool = async () => ({ json: JSON.stringify({ range: 'Plan!A1:C9', values }), isError: false });
}

test('the plan of a month is taken away', async () => {
  await (await desk()).set({ month, rows: [row] });
  expect(await (await desk()).set({ month, remove: true })).toMatchObject({ removed: true, replaced_rows: 1 });
  expect(await kept()).toBeUndefined();
});

test('a plan with a row that cannot be counted is refused as a whole', async () => {
  bed.pipeline.tools = [toolOf({ ...trains, reporting: {} } as unknown as Channel)];
  const rows = [row, { ...row, channel: 'print' }];
  await expect((await desk()).set({ month, rows })).rejects.toMatchObject({
    details: { problems: [{ field: 'rows[1].channel', allowed_values: ['trains'] }] },
  });
  expect(await kept()).toBeUndefined();
});

test.each([
  ['one amount is no number', [HEAD, ['Acme', 'USD', 5], ['Beta', 'USD', '12,000']], 'sheet.range Plan!C3'],
  ['only the head is there', [HEAD], 'sheet.range'],
])('a sheet is no plan where %s, and the former plan stays', async (_, values, field) => {
  await (await desk()).set({ month, rows: [row] });
  sheetOf(...values);
  await expect((await desk()).set({ month, sheet })).rejects.toMatchObject({
    details: { code: 'invalid_arguments', problems: [{ field }] },
  });
  expect((await kept())?.rows).toEqual([row]);
});

test('a key for single channels replaces no plan: it would drop rows that it cannot see', async () => {
  await (await desk()).set({ month, rows: [row] });
  await expect((await desk(['workspace', 'trains'])).set({ month, remove: true })).rejects.toMatchObject({
    details: { code: 'permission_denied' },
  });
  expect((await kept())?.rows).toEqual([row]);
});
