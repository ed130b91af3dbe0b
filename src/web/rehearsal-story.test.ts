import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { ActivityEntry } from './activity-entry.ts';
import { callsOf, madeTwice, type SandboxEffect } from './rehearsal-story.ts';

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

test('the newest effect on an object is of the newest call that named it, and the oldest call keeps what is left', () => {
  const effects = [effect('update', '7'), effect('update', '7'), effect('create', '7'), effect('update', '8')];
  const calls = [entry('update_campaign', ['7']), entry('create_campaign', ['7'])];
  expect(tools(effects, calls)).toEqual(['update_campaign', 'create_campaign', 'create_campaign', undefined]);
});

test('a call that changed nothing, or that is of the service itself, had no effect', () => {
  for (const outcome of ['not_applied', 'recorded'] as const)
    expect(tools([effect('update', '7')], [entry('other', ['7'], { outcome }), entry('update_ad', ['7'])])).toEqual([
      'update_ad',
    ]);
});

test('a call of another platform had none, whatever id it named', () => {
  expect(tools([effect('update', '7')], [entry('update_ad', ['7'], { channel: 'video' })])).toEqual([undefined]);
});

test('a create whose answer was lost is found by its name, once', () => {
  const lost = entry('create_campaign', [], { object: 'Spring', outcome: 'unknown' });
  const effects = [effect('create', '8', named('Spring')), effect('create', '7', named('Spring'))];
  expect(tools(effects, [lost])).toEqual(['create_campaign', undefined]);
  expect(tools([effect('update', '7', named('Spring'))], [lost]), 'only a create').toEqual([undefined]);
  const answered = entry('create_campaign', ['9'], { object: 'Spring' });
  expect(tools([effect('create', '8', named('Spring'))], [answered]), 'that was answered').toEqual([undefined]);
  const [update, create] = [entry('update_campaign', ['7']), entry('create_campaign', ['7'])];
  expect(tools([effect('create', '7', named('Spring'))], [update, lost])).toEqual(['create_campaign']);
  expect(callsOf([effect('create', '7', named('Spring'))], [create, lost])).toEqual([create]);
});

test('made twice is what was created again under the name of its kind in its account', () => {
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
