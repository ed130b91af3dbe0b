import { expect, test } from 'vitest';
import type { VideoClient } from '../client.ts';
import { AdGroup, Campaign } from '../wire.ts';
import { contentsOf, copyBody, copyProblems, emptyGroups, scheduleProblems, waitForCopy } from './campaign.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const campaign = (more: object = {}) =>
  Campaign.parse({ campaign_id: '2', advertiser_id: '1', campaign_name: 'c', objective_type: 'TRAFFIC', ...more });
const smart = campaign({ campaign_automation_type: 'UPGRADED_SMART_PLUS' });
const group = (adgroup_id: string, more: object = {}) =>
  AdGroup.parse({ adgroup_id, adgroup_name: 'g', advertiser_id: '1', campaign_id: '2', ...more });
const ad = (id: string, of: string, status = 'ENABLE') => ({ id, name: id, group: of, status });
const numbers = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1}`);

const RUNS = { schedule_type: 'SCHEDULE_START_END', schedule_start_time: '2026-11-01 00:00:00' };
const until = (day: string) => ({ ...RUNS, schedule_end_time: `${day} 00:00:00` });

test('each ad group and ad is copied with the status it has, off where the platform tells none', async () => {
  const ads = [
    { ad_id: '5', adgroup_id: '3' },
    { ad_id: '6', adgroup_id: '3', operation_status: 'ENABLE' },
  ];
  const client = { all: async (kind: { path: string }) => (/adgroup/.test(JSON.stringify(kind)) ? [group('3')] : ads) };
  const contents = await contentsOf(client as unknown as VideoClient, '1', campaign());
  const { adgroup_list } = copyBody(campaign(), contents, {}, NOW) as { adgroup_list: Record<string, unknown>[] };
  expect(adgroup_list).toMatchObject([
    {
      operation_status: 'DISABLE',
      ad_list: [
        { ad_id: '6', operation_status: 'ENABLE' },
        { ad_id: '5', operation_status: 'DISABLE' },
      ],
    },
  ]);
});

test('ad groups without ads are left out and told', () => {
  const contents = { groups: [group('3'), group('4')], ads: [ad('5', '4')] };
  const { adgroup_list } = copyBody(campaign(), contents, {}, NOW) as { adgroup_list: { adgroup_id: string }[] };
  expect(adgroup_list.map(({ adgroup_id }) => adgroup_id)).toEqual(['4']);
  expect(emptyGroups(contents).map(({ adgroup_id }) => adgroup_id)).toEqual(['3']);
});

test('a schedule that has begun begins now, and one that lies ahead stays', () => {
  const starts = (schedule_start_time: string) => {
    const contents = { groups: [group('3', { ...RUNS, schedule_start_time })], ads: [ad('5', '3')] };
    const { adgroup_list } = copyBody(campaign(), contents, {}, NOW) as {
      adgroup_list: { schedule_start_time: string }[];
    };
    return adgroup_list[0]!.schedule_start_time;
  };
  expect(starts('2026-11-01 00:00:00')).toBe('2026-11-18 12:00:00');
  expect(starts('2026-12-01 00:00:00')).toBe('2026-12-01 00:00:00');
});

test.each([
  ['20 ad groups with 50 ads of a campaign by hand', campaign(), 20, 50],
  ['10 ad groups with 30 ads of a Smart+ campaign', smart, 10, 30],
])('at most %s are copied', (_, of, groupsMax, adsMax) => {
  const groups = (count: number) => numbers(count).map((id) => group(id));
  const ads = (count: number) => numbers(count).map((id) => ad(id, '1'));
  expect(copyProblems(of, { groups: groups(groupsMax), ads: ads(adsMax) })).toEqual([]);
  expect(copyProblems(of, { groups: groups(groupsMax + 1), ads: ads(1) })).toHaveLength(1);
  expect(copyProblems(of, { groups: groups(1), ads: ads(adsMax + 1) })).toHaveLength(1);
  expect(copyProblems(of, { groups: groups(1), ads: [] })).toHaveLength(1);
});

test('an end is asked for where one has passed, and where a Smart+ campaign has several', () => {
  const problems = (of: Campaign, ends: string[], times = {}) => {
    const groups = ends.map((day, at) => group(`${at}`, until(day)));
    return scheduleProblems(of, { groups, ads: [] }, times, NOW).map(({ message }) => message);
  };
  expect(problems(campaign(), ['2026-12-01', '2026-11-17'])).toEqual([expect.stringContaining('ended on 2026-11-17')]);
  expect(problems(campaign(), ['2026-12-01', '2026-12-02'])).toEqual([]);
  expect(problems(smart, ['2026-12-01', '2026-12-02'])).toEqual([expect.stringContaining('different times')]);
  expect(problems(smart, ['2026-12-01', '2026-12-01'])).toEqual([]);
  expect(problems(smart, ['2026-11-17', '2026-12-02'], { end_time: '2026-12-05T00:00:00Z' })).toEqual([]);
});

test('a copy is waited for while the platform still makes it, and not for ever', async () => {
  const waiting = (answers: string[]) => {
    const session = { wait: async () => {} };
    const get = async () => ({ task_status: answers.shift() ?? 'RUNNING' });
    return waitForCopy({ session, get } as unknown as VideoClient, '1', campaign(), 't');
  };
  expect(await waiting(['RUNNING', 'RUNNING', 'SUCCESS'])).toEqual({ task_status: 'SUCCESS' });
  expect(await waiting([])).toBeUndefined();
});
