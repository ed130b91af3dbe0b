import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');

test('makes a custom conversion of events on certain pages, which then shows among the destinations', async () => {
  const { conversion_action, campaigns } = await call('create_conversion_action', {
    name: 'Trial',
    event: 'sign_up',
    url_contains: '/trial',
    value: { amount: '12.50', currency: 'USD' },
  });
  expect(campaigns).toEqual([]);
  expect(conversion_action).toMatchObject({
    name: 'Trial',
    event: 'sign_up',
    url_contains: '/trial',
    category: 'COMPLETE_REGISTRATION',
    value: { amount: '12.5', currency: 'USD' },
    status: 'ACTIVE',
  });
  const { destinations } = await call('list_conversion_destinations');
  expect(destinations).toContainEqual({
    id: conversion_action.id,
    name: 'Trial',
    kind: 'custom_conversion',
    status: 'ACTIVE',
    takes_events: false,
    why: expect.stringContaining(conversion_action.dataset_id),
    events: ['COMPLETE_REGISTRATION'],
  });
});

test('refuses another currency than the account has, and a dataset that does not exist', async () => {
  const args = { name: 'Trial', event: 'lead' };
  const euros = await refusal('create_conversion_action', { ...args, value: { amount: '1', currency: 'EUR' } });
  expect(euros).toMatchObject({ code: 'invalid_arguments', field: 'value.currency' });
  const elsewhere = await refusal('create_conversion_action', { ...args, dataset_id: '1' });
  expect(elsewhere).toMatchObject({ code: 'invalid_arguments', field: 'dataset_id' });
});
