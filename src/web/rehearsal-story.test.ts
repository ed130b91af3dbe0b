import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { WorkspaceRecord } from '../auth/directory.ts';
import type { Plan } from '../plans/plan.ts';
import type { ActivityEntry } from './activity-entry.ts';
import { callsOf, decisionsOf, madeTwice, type SandboxEffect } from './rehearsal-story.ts';
import type { WebParts } from './web-parts.ts';

type Entry = z.infer<typeof ActivityEntry>;

let made = 0;
const effect = (kind: string, id: string, more: Partial<SandboxEffect> = {}): SandboxEffect => ({
  ...{ seq: ++made, at: '2026-11-19T10:00:00Z', platform: 'social', kind, resource: 'campaign', id, account: '1' },
  ...more,
});
const entry = (tool: string, ids: string[], more: Partial<Entry> = {}) =>
  ({ tool, ids, object: null, channel: 'social', outcome: 'applied', ...more }) as Entry;
const named = (name: string) => ({ detail: { name } });

/** The calls that had these effects, both the newest first, by their tools. */
const tools = (effects: SandboxEffect[], entries: Entry[]) => callsOf(effects, entries).map((call) => call?.tool);

test('the newest effect on an object is matched with the newest call that named it; effects that are left over go to the oldest call', () => {
  const effects = [effect('update', '7'), effect('update', '7'), effect('create', '7'), effect('update', '8')];
  const calls = [entry('update_campaign', ['7']), entry('create_campaign', ['7'])];
  expect(tools(effects, calls)).toEqual(['update_campaign', 'create_campaign', 'create_campaign', undefined]);
});

test('an effect is never matched with a call that changed nothing, or with an event of the service itself', () => {
  for (const outcome of ['not_applied', 'recorded'] as const)
    expect(tools([effect('update', '7')], [entry('other', ['7'], { outcome }), entry('update_ad', ['7'])])).toEqual([
      'update_ad',
    ]);
});

test('an effect is never matched with a call of another platform, even where both name the same id', () => {
  expect(tools([effect('update', '7')], [entry('update_ad', ['7'], { channel: 'video' })])).toEqual([undefined]);
});

test('a create whose answer was lost is found by its name, once', () => {
  const lost = entry('create_campaign', [], { object: 'Spring', outcome: 'unknown' });
  const effects = [effect('create', '8', named('Spring')), effect('create', '7', named('Spring'))];
  expect(tools(effects, [lost])).toEqual(['create_campaign', undefined]);
  expect(tools([effect('update', '7', named('Spring'))], [lost]), 'an update is not matched by name').toEqual([
    undefined,
  ]);
  const answered = entry('create_campaign', ['9'], { object: 'Spring' });
  expect(tools([effect('create', '8', named('Spring'))], [answered]), 'the answered call made another object').toEqual([
    undefined,
  ]);
  const [update, create] = [entry('update_campaign', ['7']), entry('create_campaign', ['7'])];
  expect(tools([effect('create', '7', named('Spring'))], [update, lost])).toEqual(['create_campaign']);
  expect(callsOf([effect('create', '7', named('Spring'))], [create, lost])).toEqual([create]);
});

test('an object counts as made twice when its account already has one of the same kind and name', () => {
  const one = effect('create', '7', named('Spring'));
  const others = [
    effect('create', '8', named('Summer')),
    effect('create', '9', { ...named('Spring'), account: '2' }),
    effect('create', '10', { ...named('Spring'), platform: 'video' }),
    effect('create', '11', { ...named('Spring'), resource: 'ad' }),
    effect('update', '7', named('Spring')),
    effect('create', '12'),
    effect('create', '13'),
  ];
  expect(madeTwice([one, ...others])).toBe(0);
  expect(madeTwice([one, ...others, effect('create', '14', { detail: { campaign_name: 'Spring' } })])).toBe(1);
});

const HOUR_MS = 3_600_000;
const AT = Date.parse('2026-11-19T10:00:00Z');

/** The decisions about plans that waited for people, each plan on its channel; entries are of one workspace. */
function decided(plans: Record<string, Partial<Plan>>, more: Partial<Parameters<typeof decisionsOf>[1]> = {}) {
  const plan = (id: string) =>
    plans[id] && {
      ...{ id, channel: 'social', tool: 'update_campaign', state: 'rejected', hash: 'a'.repeat(64), approvals: [] },
      ...{ createdAt: AT, expiresAt: AT + 72 * HOUR_MS },
      facts: { args: {}, difference: {}, approvalsNeeded: 1, cannotBeUndone: [] },
      ...plans[id],
    };
  const parts = {
    home: { plans: { find: async (_: string, id: string) => plan(id) } },
    pipeline: { tools: [], approvalUrl: () => '' },
  } as unknown as WebParts;
  const connections = [
    { channel: 'social', mode: 'sandbox' },
    { channel: 'video', mode: 'live' },
  ];
  const workspaces = [{ id: 'ws_1', connections }] as unknown as WorkspaceRecord[];
  const at = new Date(AT).toISOString();
  const entries = Object.keys(plans).map((id, seq) =>
    entry('plan.rejected', [], { id: 10 - seq, at, workspaceId: 'ws_1', detail: { plan: id } } as Partial<Entry>),
  );
  return decisionsOf(parts, { workspaces, entries, passages: [], begunSeq: 0, aheadMs: 0, ...more });
}

test('decisions are told about plans for the sandbox that people were asked about, since it was made', async () => {
  const lapsed = { expiresAt: AT + HOUR_MS / 4 };
  const plans = { asked: {}, live: { channel: 'video' }, unconnected: { channel: 'search' }, preview: lapsed };
  expect((await decided(plans)).map(({ planId, did }) => [planId, did])).toEqual([['asked', 'rejected']]);
  expect(await decided({ asked: {} }, { begunSeq: 10 }), 'before it was started over').toEqual([]);
  expect(await decided({ asked: {} }, { workspaces: [] }), 'of a workspace that is not looked at').toEqual([]);
});

test('a decision is told at the time that the sandbox had: without the moves of its clock that came later', async () => {
  const move = (seq: number, days: number) => ({
    ...{ seq, actor: 'per_1', from: '2026-11-19T00:00:00Z' },
    to: `2026-11-${19 + days}T00:00:00Z`,
  });
  const aheadMs = 3 * 24 * HOUR_MS;
  const [told] = await decided({ asked: {} }, { aheadMs, passages: [move(12, 1), move(9, 2)] });
  expect(told!.at).toBe('2026-11-21T10:00:00.000Z');
});
