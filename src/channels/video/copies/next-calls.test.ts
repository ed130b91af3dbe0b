import { expect, test } from 'vitest';
import { AdGroup } from '../wire.ts';
import { groupCopies } from './next-calls.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const until = (day: string) =>
  AdGroup.parse({
    adgroup_id: '3',
    adgroup_name: 'g',
    advertiser_id: '1',
    campaign_id: '2',
    schedule_type: 'SCHEDULE_START_END',
    schedule_start_time: '2026-11-01 00:00:00',
    schedule_end_time: `${day} 00:00:00`,
  });

test('an ad group that has ended asks for the end of its copy, unless one was given for all', () => {
  const endOf = (day: string, end_time?: string) =>
    groupCopies([until(day)], '9', { end_time }, NOW)[0]!.arguments.end_time;
  expect(endOf('2026-11-17')).toBe('…');
  expect(endOf('2026-12-17')).toBeUndefined();
  expect(endOf('2026-11-17', '2027-01-01T00:00:00Z')).toBe('2027-01-01T00:00:00Z');
});
