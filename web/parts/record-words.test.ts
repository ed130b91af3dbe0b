import { expect, test } from 'vitest';
import { recordWords } from './record-words.ts';

test('what happened to plans is told in words, with the note of the person who decided', () => {
  expect(recordWords('plan.make', { tool: 'update_campaign', class: 'raise' })).toBe('planned update_campaign');
  expect(recordWords('plan.approve', { approvals: 1 })).toBe('approved');
  expect(recordWords('plan.approve', { approvals: 2 })).toBe('approved, 2 people so far');
  expect(recordWords('plan.rejected', { note: 'Wait.' })).toBe('rejected: “Wait.”');
  expect(recordWords('plan.failed', { note: 'The key is gone.' })).toBe('not applied: The key is gone.');
  expect(recordWords('plan.applied', null)).toBe('applied');
});

test('a change of the rules tells what differs', () => {
  const from = { rules: { raise: 'auto', create: 'auto' }, four_eyes: true };
  const to = { rules: { raise: 'approve', create: 'auto', delete: 'deny' }, four_eyes: false, two: ['raise'] };
  expect(recordWords('policy.set', { from, to })).toBe(
    'raise: approve (was auto), delete: deny, four eyes off, two people for raise',
  );
  expect(recordWords('policy.set', { from: to, to, key: 'key_1' })).toBe('for a key: nothing new');
});

test('a change of a spend limit tells whose, how much and what it was', () => {
  const limit = { scope: 'workspace', id: 'ws_1', kind: 'daily', currency: 'USD' };
  expect(recordWords('spend_limit.set', { ...limit, from: null, to: '500' })).toBe('a day of the workspace: 500 USD');
  expect(recordWords('spend_limit.remove', { ...limit, from: '500', to: null })).toBe(
    'a day of the workspace: no limit (was 500)',
  );
  expect(recordWords('spend_limit.set', { scope: 'key', kind: 'step', from: '20', to: '50' })).toBe(
    'step of the key: 50 % (was 20)',
  );
});

test('other entries have no words of their own', () => {
  expect(recordWords('key.create', { name: 'k' })).toBeUndefined();
  expect(recordWords('key.personal_data', { personal_data: false })).toBe('may no longer see personal data');
  expect(recordWords('key.custom_html', { custom_html: true })).toBe('may write custom HTML');
  expect(recordWords('leads.read', { social: 12, search: 3 })).toBe('read what people wrote: 12 social, 3 search');
  expect(recordWords('person.erase', { mark: 'm', leads: 1 })).toBe('erased 1 lead of a person');
});
