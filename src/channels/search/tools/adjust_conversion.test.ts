import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, advanceClock, ledger, fault } = sandboxed('search');
const HOUR_MS = 3_600_000;

test('a sent conversion is restated after a day, and retracted for good', async () => {
  const event = {
    ...{ event: 'qualified_lead', event_id: 'A-1', source: 'crm', person: { email: 'ada@example.com' } },
    happened_at: new Date(Date.now() - HOUR_MS).toISOString(),
    value: { amount: '40', currency: 'USD' },
  };
  const { results } = await call('send_conversions', { events: [event] });
  const named = { conversion_action_id: results[0].destination, event_id: 'A-1' };
  const restate = { ...named, action: 'restate', value: { amount: '25.50', currency: 'USD' } };
  expect(await refusal('adjust_conversion', restate)).toMatchObject({
    code: 'conflict',
    next_step: expect.stringContaining('a day after'),
  });
  await advanceClock(25 * HOUR_MS);
  const then = { ...restate, adjusted_at: new Date(Date.now() + 20 * HOUR_MS).toISOString() };
  expect(await call('adjust_conversion', then)).toMatchObject({ adjusted: 'restated' });
  // The platform keeps the first value of a moment, so that nothing may be said of the second.
  const other = { ...then, value: { amount: '7', currency: 'USD' } };
  expect(await refusal('adjust_conversion', other)).toMatchObject({
    code: 'conflict',
    next_step: expect.stringContaining('adjusted_at'),
  });
  const before = { ...then, adjusted_at: new Date(Date.now() - 2 * HOUR_MS).toISOString() };
  expect(await refusal('adjust_conversion', before)).toMatchObject({
    next_step: expect.stringContaining('adjusted_at'),
  });
  expect(await call('adjust_conversion', restate)).toMatchObject({ adjusted: 'restated' });
  const retract = { ...named, action: 'retract' };
  expect((await call('adjust_conversion', retract)).notes).toHaveLength(1);
  expect(await call('adjust_conversion', retract)).toMatchObject({
    adjusted: 'retracted',
    notes: ['It was so before.', expect.any(String)],
  });
  expect(await refusal('adjust_conversion', restate)).toMatchObject({ code: 'conflict', outcome: 'not_applied' });
  expect(await ledger({ resource: 'conversion_adjustments' })).toHaveLength(3);
  expect(await refusal('adjust_conversion', { ...retract, event_id: 'A-2' })).toMatchObject({ code: 'not_found' });
});

test('restating takes a value, retracting none', async () => {
  const named = { conversion_action_id: '1', event_id: 'A-1' };
  expect(await refusal('adjust_conversion', { ...named, action: 'restate' })).toMatchObject({ field: 'value' });
  const value = { amount: '1', currency: 'USD' };
  expect(await refusal('adjust_conversion', { ...named, action: 'retract', value })).toMatchObject({ field: 'value' });
});

test('an adjustment whose answer was lost is not called off by the answer to its second sending', async () => {
  const event = {
    ...{ event: 'qualified_lead', event_id: 'A-9', source: 'crm', person: { email: 'bob@example.com' } },
    happened_at: new Date(Date.now() - HOUR_MS).toISOString(),
  };
  const { results } = await call('send_conversions', { events: [event] });
  expect(results).toMatchObject([{ outcome: 'sent' }]);
  const named = { conversion_action_id: results[0].destination, event_id: 'A-9' };
  await advanceClock(25 * HOUR_MS);
  await fault('cut_after', 'uploadConversionAdjustments');
  const restate = { ...named, action: 'restate', value: { amount: '25', currency: 'USD' } };
  expect(await refusal('adjust_conversion', restate)).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
  await fault('cut_after', 'uploadConversionAdjustments');
  const { adjusted, notes } = await call('adjust_conversion', { ...named, action: 'retract' });
  expect(adjusted).toBe('retracted');
  expect(notes).toHaveLength(1);
  await fault('cut_before', 'uploadConversionAdjustments');
  const other = { ...restate, event_id: 'A-10' };
  expect(await refusal('adjust_conversion', other), 'the first sending would have met this too').toMatchObject({
    code: 'not_found',
    outcome: 'not_applied',
  });
});
