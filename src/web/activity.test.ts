import { expect, test } from 'vitest';
import { idsOf } from './activity.ts';
import { ActivityFilters } from './activity-entry.ts';

test('the ids of a call are those it names and those it made, without its account; an entry that made nothing has none', () => {
  const args = { campaign_id: '7', ad_ids: ['8', '9'], account_id: '1', name: 'x' };
  expect(idsOf(args, { ids: { campaign: '10' } })).toEqual(['7', '8', '9', '10']);
  for (const ids of [null, undefined, [], 'x']) expect(idsOf({ campaign_id: '7' }, { ids })).toEqual(['7']);
});

test.each(['changed_by', 'channel', 'tool', 'object'])(
  'a filter by %s takes two hundred values and no more',
  (field) => {
    const taken = (count: number) => ActivityFilters.safeParse({ [field]: Array(count).fill('social') }).success;
    expect([taken(200), taken(201)]).toEqual([true, false]);
  },
);
