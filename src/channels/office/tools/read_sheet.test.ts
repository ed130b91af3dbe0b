import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const PLAN = '1AcmeMediaPlan2026-xK7qT0bZ4vR9sYdLfWmPjHu3o';

const { call, refusal } = sandboxed('office');

test('reads a range at the workspace address', async () => {
  const { range, values } = await call('read_sheet', { spreadsheet_id: PLAN, range: 'Plan!A3:F4' });
  expect(range).toBe('Plan!A3:F4');
  expect(values).toHaveLength(2);
});

test('a wrong range names the field and the part', async () => {
  const error = await refusal('read_sheet', { spreadsheet_id: PLAN, range: 'Nope!A1' });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'range', message: expect.stringContaining('Nope') });
});

test('an id with a path in it is no id', async () => {
  const error = await refusal('read_sheet', { spreadsheet_id: '../../x', range: 'A1' });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'spreadsheet_id' });
});
