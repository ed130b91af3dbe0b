import { expect, test } from 'vitest';
import type { Campaign } from '../../api/campaign.ts';
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
    changedBy: [],
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

test('who changed a campaign is one of several, and any agent is any key', () => {
  const agent = { kind: 'key', id: 'key_1', name: 'media-buyer' } as const;
  const person = { kind: 'person', id: 'per_1', name: 'An owner' } as const;
  const both = { ...campaign('Both', 'active'), changedBy: [agent, person] };
  const campaigns = [both, { ...campaign('Hers', 'active'), changedBy: [person] }, campaign('Nobody', 'active')];
  const names = (values: string[], not = false) =>
    filtered(campaigns, [{ field: 'changed_by', not, values }], '').map(({ name }) => name);
  expect(names(['agent'])).toEqual(['Both']);
  expect(names(['per_1'])).toEqual(['Both', 'Hers']);
  expect(names(['agent'], true)).toEqual(['Hers', 'Nobody']);
  const field = filterFields(campaigns, []).find((one) => one.field === 'changed_by');
  expect(field?.options.map(({ label }) => label)).toEqual(['any agent', 'any person', 'An owner', 'media-buyer']);
});
