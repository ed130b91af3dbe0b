import { expect, test } from 'vitest';
import type { PlannedCampaign } from '../../tools/media-planning.ts';
import type { RunningAccount } from '../running-accounts.ts';
import { changedFields } from './found-campaign.ts';
import { matchOf } from './matched-part.ts';
import type { PlannedPart } from './planned-parts.ts';

const CAMPAIGNS = [
  { id: '1', name: 'Spring', container: { id: 'c1', name: 'Shoes' }, start: '2026-11-01' },
  { id: '2', name: 'spring ', container: { id: 'c2', name: 'Hats' } },
  { id: '3', name: 'Summer' },
  { id: '4', name: 'Twice' },
  { id: '5', name: 'Twice' },
];

function matched(part: Partial<Omit<PlannedPart, 'campaign'>> & { container?: string }, planning: object = {}) {
  const account = {
    channel: 'social',
    account: { id: '9', timeZone: 'UTC' },
    campaigns: CAMPAIGNS,
    now: Date.UTC(2026, 10, 18),
    planning,
  } as unknown as RunningAccount;
  const { container, ...given } = part;
  const campaign = container === undefined ? undefined : ({ container } as PlannedCampaign);
  const whole = { rows: [2], channel: 'social', account: '9', isOut: false, budgets: [], name: '', campaign, ...given };
  return { account, match: matchOf(whole, account) };
}

test.each([
  ['by its id', { id: '4', name: 'Spring' }, '4'],
  ['by its name', { name: 'summer' }, '3'],
  ['by its name where its id is gone', { id: '99', name: 'Summer' }, '3'],
  ['by its name within its container', { name: 'Spring', container: 'Hats' }, '2'],
  ['by no name that two have', { name: 'Twice' }, undefined],
  ['by no name that two have in other containers', { name: 'Spring', container: 'Bags' }, undefined],
  ['by its name alone where only one has it', { name: 'Summer', container: 'Bags' }, '3'],
  ['by no other name', { name: 'Autumn' }, undefined],
])('a campaign of a plan is found %s', (_, part, id) => {
  expect(matched(part).match.running?.id).toBe(id);
});

test.each([
  [{ start: '2026-11-10', end: '2026-11-12' }, { start: '2026-11-10', end: '2026-11-12' }, false],
  [{ start: '2026-11-10', end: '2026-12-24' }, { start: '2026-11-10', end: '2026-11-18' }, false],
  [{ start: '2026-11-10' }, { start: '2026-11-10', end: '2026-11-18' }, false],
  [{ start: '2026-11-19' }, undefined, true],
  [{ start: '2026-11-18' }, { start: '2026-11-18', end: '2026-11-18' }, false],
  [{ start: '2026-11-10', end: '2026-11-09' }, undefined, false],
  [{ end: '2026-11-12' }, undefined, false],
  [{ name: 'Spring', container: 'Shoes' }, { start: '2026-11-01', end: '2026-11-18' }, false],
])('the spending of %j is asked for %j', (part, days, isAhead) => {
  expect(matched(part).match).toMatchObject({ days, isAhead });
});

test('what differs is told by field, what is missing by its name, and what no call can change by its words', () => {
  const planning = {
    changing: () => ({
      calls: [
        {
          level: 'campaign',
          name: 'Summer',
          difference: { budget: { from: '5', to: '7' }, end: { to: '2026-12-24' } },
        },
        { level: 'group', name: 'Women' },
      ],
      problems: [
        { level: 'stop', field: 'budget', message: 'told already' },
        { level: 'stop', field: 'objective', message: 'It cannot be changed.' },
        { level: 'look', field: 'start', message: 'It has begun.' },
      ],
    }),
  };
  const { account, match } = matched({ name: 'Summer' }, planning);
  const running = { ...match.running!, groups: [] };
  expect(changedFields(account, running, { groups: [] } as unknown as PlannedCampaign)).toEqual([
    { field: 'budget', sheet: '7', now: '5' },
    { field: 'end', sheet: '2026-12-24', now: null },
    { field: 'group', sheet: 'Women', now: null },
    { field: 'objective', sheet: 'It cannot be changed.', now: null },
  ]);
});
