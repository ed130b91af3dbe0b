import { describe, expect, test } from 'vitest';
import { type Evidence, verdictOf } from './verdict.ts';

const HOUR_MS = 3_600_000;
const ASKED_AT = Date.parse('2026-03-01T12:00:00Z');

const judged = (tool: string, args: object, shown: object, more: Partial<Evidence> = {}) =>
  verdictOf({
    tool: { name: tool, relative: ['budget_percent'], sharedInput: ['account_id'] },
    args: { account_id: '9', ...args },
    askedAt: ASKED_AT,
    now: ASKED_AT + HOUR_MS,
    shown: shown as Record<string, unknown>,
    changedSince: false,
    ...more,
  });

describe('an update', () => {
  const shown = { campaigns: [{ id: '1', status: 'PAUSED', daily_budget: { amount: '30.00', currency: 'USD' } }] };
  test('stands as asked, however money and status were written', () => {
    for (const daily_budget of [30, '30', '30.00'])
      expect(judged('update_campaign', { campaign_id: '1', daily_budget, status: 'paused' }, shown)).toEqual({
        outcome: 'applied',
        words: 'It stands as it was asked for: daily_budget is 30.00 USD, status is PAUSED.',
      });
  });
  test('is not there, which proves something only when the platform has had time', () => {
    const args = { campaign_id: '1', daily_budget: 40 };
    expect(judged('update_campaign', args, shown).outcome).toBe('not_applied');
    expect(judged('update_campaign', args, shown, { now: ASKED_AT + 60_000 }).outcome).toBe('unknown');
    expect(judged('update_campaign', args, shown, { changedSince: true }).outcome).toBe('unknown');
  });
  test.each([
    ['stands in part', { daily_budget: 30, status: 'ACTIVE' }],
    ['is relative', { budget_percent: 10 }],
    ['asks for what is not shown', { targeting: {} }],
    ['is recorded in part', { url: 'https://[hidden]@a.example' }],
    ['is about another object', { campaign_id: '2', daily_budget: 30 }],
  ])('that %s stays unknown', (_, args) => {
    expect(judged('update_campaign', { campaign_id: '1', ...args }, shown).outcome).toBe('unknown');
  });
});

test('a value that counts from the one before, or is recorded in part, proves nothing, also where it is shown the same', () => {
  const of = (args: object, shown: object) =>
    judged('update_campaign', { campaign_id: '1', ...args }, { campaigns: [{ id: '1', ...shown }] });
  expect(of({ budget_percent: 10 }, { budget_percent: 10 }).words).toContain('in relation to the value before');
  const url = 'https://[hidden]@a.example';
  expect(of({ url }, { url }).words).toContain('may be a secret');
});

test('values of several parts stand as asked for only where all parts are the same', () => {
  const of = (places: object) =>
    judged('update_campaign', { campaign_id: '1', places: { in: ['CH'] } }, { campaigns: [{ id: '1', places }] })
      .outcome;
  expect([of({ in: ['CH'] }), of({ in: ['DE'] })]).toEqual(['applied', 'not_applied']);
});

describe('a create', () => {
  const made = (created_time?: string) => ({ campaigns: [{ id: '5', name: 'Spring', created_time }] });
  test('is found by its name, if that is no older than the call', () => {
    expect(judged('create_campaign', { name: 'Spring' }, made('2026-03-01T12:00:03Z'))).toMatchObject({
      outcome: 'applied',
      words: expect.stringContaining('the id 5'),
    });
    expect(judged('create_campaign', { name: 'Spring' }, made('2026-02-01T12:00:00Z')).outcome).toBe('not_applied');
    expect(judged('create_campaign', { name: 'Spring' }, made()).outcome).toBe('unknown');
  });
  test('without a name is found by none, not by another without a name', () => {
    const shown = { campaigns: [{ id: '5', created_time: '2026-03-01T12:00:03Z' }] };
    expect(judged('create_campaign', { url: 'https://a.example' }, shown)).toMatchObject({
      outcome: 'unknown',
      words: expect.stringContaining('given no name'),
    });
  });
  test('is missing only from a whole list', () => {
    expect(judged('create_campaign', { name: 'Autumn' }, made()).outcome).toBe('not_applied');
    expect(judged('create_campaign', { name: 'Autumn' }, { ...made(), next_cursor: 'x' }).outcome).toBe('unknown');
  });
});

test('a deletion is made when the object is gone', () => {
  expect(judged('delete_audience', { audience_id: '1' }, { audiences: [] }).outcome).toBe('applied');
  expect(judged('delete_audience', { audience_id: '1' }, { audiences: [{ id: '1' }] }).outcome).toBe('not_applied');
  for (const status of ['DELETED', 'removed', 'ARCHIVED'])
    expect(judged('delete_audience', { audience_id: '1' }, { audiences: [{ id: '1', status }] }).outcome).toBe(
      'applied',
    );
});
