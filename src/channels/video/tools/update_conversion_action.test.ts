import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, fault } = sandboxed();

test('changes name and value, and tells what was before', async () => {
  const { conversion_action } = await call('create_conversion_action', { name: 'Sign-up', event: 'sign_up' });
  const { id: conversion_action_id } = conversion_action;
  const value = { amount: '7.5', currency: 'USD' };
  const changed = await call('update_conversion_action', { conversion_action_id, name: 'Sign-ups', value });
  expect(changed).toMatchObject({
    conversion_action: { name: 'Sign-ups', value, event: 'sign_up' },
    applied: { name: { from: 'Sign-up', to: 'Sign-ups' }, value: { from: null, to: value } },
    not_applied: [],
  });
  await fault('accepted_not_applied', 'pixel/event/update');
  expect(await call('update_conversion_action', { conversion_action_id, name: 'Other' })).toMatchObject({
    not_applied: ['name'],
  });
  expect(await refusal('update_conversion_action', { conversion_action_id: '42', name: 'X' })).toMatchObject({
    code: 'not_found',
  });
});
