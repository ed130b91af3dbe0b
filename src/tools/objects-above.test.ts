import { expect, test } from 'vitest';
import type { Failure } from '../errors.ts';
import type { Level } from './channel.ts';
import { mayPassAbove, stoppedFromAbove } from './level-above.ts';
import { readInParts, valuesOf } from './lineage.ts';
import { refuseAllUnusable, reportUnusable, unusableIn } from './unusable-people.ts';
import { refuseWhileUsed } from './while-used.ts';

test('long lists of ids are read in parts, each id once', async () => {
  const asked: string[][] = [];
  const ids = ['1', '2', '3', '4', '5'];
  const found = await readInParts(ids, 2, async (some) => {
    asked.push(some);
    return some;
  });
  expect(asked).toEqual([['1', '2'], ['3', '4'], ['5']]);
  expect(found).toEqual(ids);
});

test('of an object only what decides how much flows below it is kept, also where it is nothing', () => {
  const budgets = {
    daily_budget: '0',
    lifetime_budget: null,
    total_budget: '1',
    budget: {},
    budget_mode: 'm',
    budget_id: '2',
  };
  expect(valuesOf({ name: 'A', status: 'ACTIVE', ...budgets, note: 'x' })).toEqual({ status: 'ACTIVE', ...budgets });
  expect(valuesOf({ status: undefined })).toEqual({});
});

const failed = (code: string, outcome = 'not_applied') => ({ code, outcome }) as Pick<Failure, 'code' | 'outcome'>;
test('a pause that was not carried out may pass one level higher where the refusal says nothing against it', () => {
  for (const code of ['rate_limited', 'upstream_unavailable', 'outcome_unknown', 'conflict', 'internal'])
    expect(mayPassAbove(failed(code)), code).toBe(true);
  for (const code of ['permission_denied', 'not_found', 'invalid_arguments', 'token_expired', 'policy_rejected'])
    expect(mayPassAbove(failed(code)), code).toBe(false);
  expect(mayPassAbove(failed('conflict', 'applied'))).toBe(false);
});

const LEVELS = [
  { tool: 'update_campaign', argument: 'campaign_id', off: 'PAUSED' },
  { tool: 'update_group', argument: 'group_id', off: 'OFF', below: ['update_keyword'] },
  { tool: 'update_ad', argument: 'ad_id', off: 'PAUSED' },
] as unknown as Level[];
test('what stops an object from above is named with its id, or as still to be filled in', () => {
  const above = (tool: string, ids = {}) => stoppedFromAbove(LEVELS, tool, (level) => level.tool === tool, ids);
  expect(above('update_ad', { group_id: '7' })).toContain('update_group {"group_id":"7","status":"OFF"}');
  expect(above('update_ad')).toContain('update_group {"group_id":"…","status":"OFF"}');
  expect(above('update_keyword')).toContain('update_group');
  expect(above('update_campaign')).toContain('nothing here stands above it');
  expect(above('update_label')).toBe('');
});

test('what others still use is refused, five of them by name', () => {
  const users = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: `${n}`, name: `N${n}`, status: 'ON' }));
  expect(refuseWhileUsed('id', 'campaigns', [], 'Remove them')).toBeUndefined();
  const refused = (count: number) => {
    try {
      refuseWhileUsed('id', 'campaigns', users(count), 'Remove them');
      return '';
    } catch (error) {
      expect(error).toMatchObject({
        code: 'conflict',
        outcome: 'not_applied',
        details: { problems: [{ field: 'id' }] },
      });
      return (error as Error).message;
    }
  };
  expect(refused(1)).toBe('It is used by campaigns: 0 "N0" (ON).');
  expect(refused(5)).not.toContain('more');
  expect(refused(6)).toMatch(/4 "N4" \(ON\) and 1 more\.$/);
});

test('entries that are no person are told by their place, twenty of them, and never by what stands there', () => {
  expect(unusableIn('emails', ['h', undefined, 'h', undefined])).toEqual([
    { argument: 'emails', position: 1 },
    { argument: 'emails', position: 3 },
  ]);
  const some = (count: number) => unusableIn('phones', Array(count).fill(undefined));
  expect(reportUnusable(some(20))).toEqual({ unusable: some(20) });
  expect(reportUnusable(some(21))).toEqual({ unusable: some(20), unusable_total: 21 });
  const { problems = [] } = refuseAllUnusable([...some(1), ...unusableIn('emails', [undefined])]).details;
  expect(problems.map(({ field, message }) => `${field} ${message}`)).toEqual([
    'phones.0 must be a phone number with its country code, or the SHA-256 of one',
    'emails.0 must be an e-mail address or its SHA-256',
  ]);
  expect(refuseAllUnusable(some(30)).details.problems).toHaveLength(20);
});
