import { expect, test } from 'vitest';
import { type Any, PAST_DAYS, reportingForTests } from '../reporting-service.ts';

const service = reportingForTests();
const ALL = { ...PAST_DAYS, limit: 1000 };

/** Rows of one channel at one level. */
async function rowsOf(channel: string, level: string, more = {}): Promise<Any[]> {
  return (await service.ask('report', { ...ALL, channels: [channel], level, ...more })).rows;
}

test('every ad has a name, the same as in the report of its own channel', async () => {
  for (const row of await rowsOf('search', 'ad')) {
    const own = await service.own('search', row.account, '', { ...PAST_DAYS, level: 'ad', limit: 1000 });
    const twin = own.rows.find((one: Any) => one.ad.id === row.entity.id);
    expect(row.entity.name).not.toBe('');
    expect(row.entity.name).toBe(twin.ad.name);
  }
});

test.each(['ad_group', 'ad'])(
  'rows of %s name the campaign they are in, and its objective where there is one',
  async (level) => {
    for (const channel of ['social', 'professional', 'video']) {
      const above = new Map((await rowsOf(channel, 'campaign')).map((row: Any) => [row.entity.id, row.entity.name]));
      const rows = await rowsOf(channel, level);
      for (const row of rows) {
        expect(row.campaign, channel).toEqual({ id: row.campaign?.id, name: above.get(row.campaign?.id) });
        expect(row.objective, channel).toEqual(expect.stringMatching(/^[A-Z_]+$/));
      }
      expect(rows.length, channel).toBeGreaterThan(1);
    }
    for (const row of await rowsOf('search', level)) {
      expect(row.campaign.name).not.toBe('');
      expect(row.objective).toBeUndefined();
    }
  },
);

test('rows are chosen by name and by campaign where the platform tells neither in its rows', async () => {
  const [group] = await rowsOf('professional', 'campaign', { name_contains: 'always' });
  expect(group.entity.name).toBe('Always on');
  const inside = await rowsOf('professional', 'ad', { campaign_ids: [group.entity.id] });
  expect(inside.length).toBeGreaterThan(0);
  expect(new Set(inside.map((row: Any) => row.campaign.id))).toEqual(new Set([group.entity.id]));
  const all = await rowsOf('professional', 'ad');
  expect(inside.length).toBe(all.filter((row: Any) => row.campaign.id === group.entity.id).length);
  const [ad] = await rowsOf('search', 'ad');
  const found = await rowsOf('search', 'ad', { name_contains: ad.entity.name.split(' | ')[0] });
  expect(found.map((row: Any) => row.entity.id)).toContain(ad.entity.id);
});
