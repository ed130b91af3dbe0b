import { expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { type NewPending, PendingConnections } from './pending-connections.ts';

const pending = (sessionId: string, personId = 'per_1'): NewPending => ({
  sessionId,
  personId,
  workspaceId: 'ws_1',
  channel: 'social',
  mode: 'live',
  app: undefined,
  redirectUri: '',
  options: {},
  suggested: {},
});

test('at most a thousand are kept, with the states that lead to them: the oldest go', () => {
  const all = new PendingConnections(stillAmbient());
  const first = all.add(pending('one'));
  const state = all.stateOf(first);
  const [second] = Array.from({ length: 1_000 }, (_, at) => all.add(pending('other', `per_${at}`)));
  expect(all.find(first.id, 'one')).toBeUndefined();
  expect(all.take(state, 'one')).toBeUndefined();
  expect(all.find(second!.id, 'other')).toBe(second);
});

test('a person’s new connection replaces their own pending one, and no other person’s', () => {
  const all = new PendingConnections(stillAmbient());
  const other = all.add(pending('other', 'per_2'));
  const own = Array.from({ length: 1_100 }, () => all.add(pending('one')));
  expect(all.find(other.id, 'other')).toBe(other);
  expect(own.filter(({ id }) => all.find(id, 'one'))).toEqual(own.slice(-20));
});

test('a state leads to it once, in its session and for ten minutes', () => {
  const ambient = stillAmbient();
  const all = new PendingConnections(ambient);
  const one = all.add(pending('one'));
  const [used, foreign, late] = [all.stateOf(one), all.stateOf(one), all.stateOf(one)];
  expect([all.take(used, 'one'), all.take(used, 'one')]).toEqual([one, undefined]);
  expect([all.take(foreign, 'two'), all.take(foreign, 'one')]).toEqual([undefined, undefined]);
  ambient.advance(600_000);
  expect([all.take(late, 'one'), all.find(one.id, 'one')]).toEqual([undefined, undefined]);
});
