import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('professional');

test('a rule is renamed, valued and switched off, and then takes nothing', async () => {
  const { destinations } = await call('list_conversion_destinations');
  const conversion_id = destinations.find(({ name }: { name: string }) => name === 'Sale').id;
  const valued = await call('update_conversion_action', { conversion_id, name: 'Deal', value: { amount: 50 } });
  expect(valued).toMatchObject({
    conversion_action: { name: 'Deal', campaigns: [expect.any(String)] },
    applied: { name: { from: 'Sale', to: 'Deal' }, value: { from: null, to: { amount: '50.00', currency: 'USD' } } },
    not_applied: [],
  });
  const dynamic = await call('update_conversion_action', { conversion_id, value: { amount: 'none' } });
  expect(dynamic.applied.value.to).toBeNull();
  const off = await call('update_conversion_action', { conversion_id, status: 'DISABLED' });
  expect(off.conversion_action.status).toBe('DISABLED');
  const events = [
    { event: 'purchase', event_id: 'U-1', happened_at: new Date().toISOString(), person: { email: 'a@acme.example' } },
  ];
  expect((await call('send_conversions', { events })).results).toMatchObject([{ outcome: 'skipped' }]);
  expect(await refusal('send_conversions', { events, destination_id: conversion_id })).toMatchObject({
    message: expect.stringContaining('switched off'),
  });
});

test('a rule that is not there is not found, and a change has to say something', async () => {
  expect(await refusal('update_conversion_action', { conversion_id: '7', name: 'X' })).toMatchObject({
    code: 'not_found',
    field: 'conversion_id',
  });
  expect(await refusal('update_conversion_action', { conversion_id: '7' })).toMatchObject({
    code: 'invalid_arguments',
  });
});
