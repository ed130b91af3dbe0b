import { expect, test } from 'vitest';
import { Failure } from '../../errors.ts';
import type { PlanAccount, PlanChannel } from '../campaigns/plan-channels.ts';
import { lookAtAccount } from './account-looks.ts';

const account: PlanAccount = { id: '1', name: 'North', currency: 'USD', timeZone: 'Pacific/Auckland' };
const look = (fails?: () => never, signal = new AbortController().signal) => {
  const planning = {
    running: async () => fails?.() ?? [{ id: '7', name: ' Sale' }],
    leastDailyBudget: async () => ({ amount: '1', currency: 'USD' }),
  };
  const place = {
    title: 'Social',
    planning,
    client: () => undefined,
    platformNow: () => Date.parse('2026-11-19T12:00:00Z'),
  };
  return lookAtAccount(place as unknown as PlanChannel, account, {}, signal);
};

test('an account is looked at with the day that it is there, and its campaigns by their names', async () => {
  expect(await look()).toMatchObject({
    context: { today: '2026-11-20', zone: 'Pacific/Auckland' },
    byName: new Map([['sale', [{ id: '7', name: ' Sale' }]]]),
    least: { amount: '1' },
  });
});

test('one that cannot be read says why; a fault of ours, and a caller that left, are no answer of the platform', async () => {
  const away = () => {
    throw new Failure({ code: 'rate_limited', message: 'Too much.', nextStep: 'Wait.' });
  };
  expect(await look(away)).toMatchObject({ refusal: 'Social could not be asked what North holds: Too much.' });
  await expect(look(away, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  const broken = () => {
    throw new TypeError('broken');
  };
  await expect(look(broken)).rejects.toThrow('broken');
});
