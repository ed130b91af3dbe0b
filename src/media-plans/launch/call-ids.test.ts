import { expect, test } from 'vitest';
import type { MemberProgress } from '../../plans/stored-media-plans.ts';
import type { PlannedCall } from '../../tools/media-planning.ts';
import { idempotencyKey, recordedId, recordedIds } from './call-ids.ts';
import { memberOf } from './launch.testing.ts';

const call = (level: PlannedCall['level'], key: string): PlannedCall => ({
  ...{ key, level, name: key, tool: 'create', arguments: {}, from: {} },
});
const member = (position: number, account = '1') =>
  memberOf({ channel: 'search', account, name: 'c', calls: [] }, position);

test('a container is made once for all members of its account, everything else once for its own', () => {
  const key = (position: number, one: PlannedCall, account?: string) =>
    idempotencyKey('plan', member(position, account), one, 0);
  const [group, campaign] = [call('container', 'group'), call('campaign', 'campaign')];
  expect(key(0, group)).toBe(key(1, group));
  expect(key(0, group)).not.toBe(key(0, group, '2'));
  expect(key(0, campaign)).not.toBe(key(1, campaign));
});

test('every try is another call, in the log and to the platform', () => {
  const [one, again] = [0, 1].map((tries) => idempotencyKey('plan', member(0), call('campaign', 'c'), tries));
  expect(one).not.toBe(again);
  const progress: MemberProgress = {
    ...{ position: 0, tries: 2, state: 'made', made: {}, campaignId: undefined, error: undefined, updatedAt: 0 },
  };
  expect(recordedIds('plan', progress, [1])).toEqual([0, 1, 2].map((tries) => recordedId('plan', 0, 1, tries)));
  expect(new Set(recordedIds('plan', progress, [1])).size).toBe(3);
});

test('a key is short and plain whatever a container is called', () => {
  const long = [call('container', 'ü'.repeat(300)), call('container', 'x'.repeat(300))];
  for (const one of long) expect(idempotencyKey('plan', member(0), one, 0)).toMatch(/^[\x20-\x7e]{1,80}$/);
});
