import { expect, test } from 'vitest';
import type { Campaign } from '../../api/campaign.ts';
import { differences, planOf } from './bulk-plan.ts';

const campaign = (id: string, more: Partial<Campaign> = {}) =>
  ({
    key: id,
    id,
    workspaceId: 'ws',
    channel: 'social',
    mode: 'live',
    status: 'ACTIVE',
    state: { text: 'Active', shape: 'active' },
    currency: 'USD',
    budget: { amount: '45.00', currency: 'USD', period: 'DAILY' },
    ...more,
  }) as Campaign;

const yen = { amount: '1001', currency: 'JPY', period: 'DAILY' } as const;

test('a percentage becomes one amount, in the digits of the currency', () => {
  const { planned } = planOf([campaign('1'), campaign('2', { budget: yen })], { percent: 10 }, new Set());
  expect(planned.map(({ change, before, after }) => [change, before, after])).toEqual([
    [{ budget: '49.50' }, '$45.00 / day', '$49.50 / day'],
    [{ budget: '1101' }, '¥1,001 / day', '¥1,101 / day'],
  ]);
});

test('sums are of one currency, mode and period each', () => {
  const plan = planOf(
    [campaign('1'), campaign('2'), campaign('3', { mode: 'sandbox' }), campaign('4', { budget: yen })],
    { percent: -20 },
    new Set(),
  );
  expect(differences(plan).map(({ key, sum }) => [key, sum])).toEqual([
    ['USD live a day', -18],
    ['USD sandbox a day', -9],
    ['JPY live a day', -200],
  ]);
});

test('what is left as it is has a reason', () => {
  const why = (one: Campaign, wanted: Parameters<typeof planOf>[1], readOnly = new Set<string>()) =>
    planOf([one], wanted, readOnly).left.map((each) => each.why);
  expect(why(campaign('1'), { to: 'running' })).toEqual(['it is not paused (active)']);
  expect(why(campaign('1', { status: 'PAUSED' }), { to: 'running' })).toEqual([]);
  expect(why(campaign('1', { budget: undefined }), { percent: 5 })).toEqual(['it has no budget of its own']);
  expect(why(campaign('1', { channel: 'office' }), { percent: 5 })).toEqual(['its channel has no tool for this']);
  expect(why(campaign('1', { budget: { ...yen, amount: '1' } }), { percent: 5 })[0]).toContain('smaller');
  expect(why(campaign('1'), { percent: -100 })).toEqual(['nothing would be left']);
  expect(why(campaign('1'), { to: 'paused' }, new Set(['ws']))[0]).toContain('only read');
});
