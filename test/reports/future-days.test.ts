import { expect, test } from 'vitest';
import { type Any, daysAgo, OWN_REPORTS, reportingForTests } from '../reporting-service.ts';

const service = reportingForTests();

/** Two days ahead: tomorrow has begun somewhere. */
const AHEAD = { start_date: daysAgo(-2), end_date: daysAgo(-9) };

test.each(Object.entries(OWN_REPORTS))(
  '%s: days that have not begun have no numbers, not zero',
  async (channel, { tool }) => {
    const { isError, result } = await service.call(channel, tool, AHEAD);
    expect(isError).toBe(true);
    expect(result.error).toMatchObject({ code: 'invalid_arguments', field: 'start_date' });
    expect(result.error.message).toContain('future');
  },
);

test.each([{}, { include_incomplete: true }])('over all channels they are missing, with %j', async (more) => {
  const { rows, totals, missing } = await service.ask('report', { ...AHEAD, ...more, level: 'account' });
  expect([rows, totals]).toEqual([[], []]);
  expect(new Set(missing.map((line: Any) => line.channel))).toEqual(new Set(Object.keys(OWN_REPORTS)));
  for (const { reason, next_step } of missing) {
    expect(reason).toContain('future');
    expect(next_step).not.toContain('include_incomplete');
  }
});
