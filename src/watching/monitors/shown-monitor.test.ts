import { expect, test } from 'vitest';
import type { MonitorSpec } from '../../tools/monitor-desk.ts';
import type { Monitor } from './monitor-records.ts';
import { shownMonitor } from './shown-monitor.ts';

const around = { firing: 0, nextCheck: undefined, createdBy: { kind: 'person', id: 'p', name: 'Robin' } } as never;
const shown = (spec: Partial<MonitorSpec>, more: Partial<Monitor> = {}, firing = 0) =>
  shownMonitor(
    {
      ...{ id: 'mon_1', state: 'quiet', stateWords: 'All quiet', watched: 3, judgedAt: undefined, createdAt: 0 },
      spec: { kind: 'spend_spike', name: 'Spikes', action: 'notify', ...spec },
      ...more,
    } as Monitor,
    { ...(around as object), firing } as never,
  );

test.each<[Partial<MonitorSpec>, string]>([
  [{}, 'all campaigns, all channels'],
  [{ channel: 'search' }, 'all campaigns, search'],
  [{ channel: 'search', account: '12' }, 'all campaigns of account 12, search'],
  [{ channel: 'search', account: '12', campaigns: ['7'] }, 'campaign 7 of account 12, search'],
  [{ channel: 'search', account: '12', campaigns: ['7', '8'] }, '2 campaigns of account 12, search'],
  [{ kind: 'ad_rejected', channel: 'social' }, 'all ads, social'],
  [{ kind: 'ad_rejected', channel: 'social', account: '12' }, 'all ads of account 12, social'],
  [{ kind: 'account_problem', channel: 'social', account: '12' }, 'account 12, social'],
  [{ kind: 'plan_waiting' }, 'all plans, all channels'],
])('a monitor with %j looks at %s', (spec, where) => {
  expect(shown(spec).where).toBe(where);
});

test.each<[Monitor['state'], number, string, string]>([
  ['new', 0, 'new', 'Not judged yet'],
  ['quiet', 0, 'quiet', 'All quiet'],
  ['quiet', 2, 'firing', '2 still open; All quiet'],
  ['no_verdict', 1, 'firing', '1 still open; All quiet'],
  ['firing', 2, 'firing', 'All quiet'],
  ['firing', 0, 'quiet', 'All quiet'],
])('a monitor that is %s, of which %i fire, is shown as %s: %s', (state, firing, as, words) => {
  expect(shown({}, { state }, firing)).toMatchObject({ state: as, state_words: words });
});
