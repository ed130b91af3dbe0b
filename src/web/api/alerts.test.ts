import { expect, test } from 'vitest';
import type { Context } from '../context.ts';
import { alerts } from './alerts.ts';

test('the month whose pacing is asked for is written as 2026-11', async () => {
  const people = { workspacesOf: async () => [] };
  const ambient = { now: () => Date.UTC(2026, 10, 19) };
  const caller = alerts.createCaller({ parts: { people, ambient }, person: {} } as unknown as Context);
  expect(await caller.pacing({ month: '2026-11' })).toMatchObject({ month: '2026-11' });
  for (const month of ['2026-1', '2026-00', '2026-13', '11/2026', '2026-11-01'])
    await expect(caller.pacing({ month }), month).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
