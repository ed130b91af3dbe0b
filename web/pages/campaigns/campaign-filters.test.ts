import { expect, test } from 'vitest';
import type { Campaign } from './campaign.ts';
import { blameOf, filtered, filterFields } from './campaign-filters.ts';

const campaign = (name: string, value: string, channel = 'social') =>
  ({
    name,
    id: '120214',
    channel,
    accountName: 'Acme',
    currency: 'USD',
    mode: 'live',
    state: { value },
  }) as unknown as Campaign;

const CAMPAIGNS = [campaign('Brand', 'active'), campaign('Boots', 'active', 'search'), campaign('Old', 'archived')];
const notArchived = { field: 'status', not: true, values: ['archived'] };
const onVideo = { field: 'channel', not: false, values: ['video'] };

test('all filters must let a campaign through, and the search its name or id', () => {
  expect(filtered(CAMPAIGNS, [notArchived], '').map(({ name }) => name)).toEqual(['Brand', 'Boots']);
  expect(filtered(CAMPAIGNS, [], 'bOO').map(({ name }) => name)).toEqual(['Boots']);
  expect(filtered(CAMPAIGNS, [], '1202 14')).toHaveLength(3);
});

test('the filter to blame is the one without which most would be shown', () => {
  expect(blameOf(CAMPAIGNS, [notArchived, onVideo], '')).toEqual({ filter: onVideo, count: 2 });
  expect(blameOf(CAMPAIGNS, [onVideo], 'nobody')).toBeUndefined();
});

test('a value that is asked for is offered although nothing has it', () => {
  const channel = filterFields(CAMPAIGNS, [onVideo]).find(({ field }) => field === 'channel');
  expect(channel?.options.map(({ label }) => label)).toEqual(['Search', 'Social', 'Video']);
});
