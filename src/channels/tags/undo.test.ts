import { expect, test } from 'vitest';
import { callsBack, takenBack } from '../../tools/undo.testing.ts';
import { undo } from './undo.ts';

const both = (from: unknown, to: unknown) => ({ from, to });
const args = { container_id: 'GTM-1', tag_workspace_id: '3' };

test('a tag gets back its triggers by their ids, its priority as a number, and its moments', () => {
  const applied = {
    fires_on: both([{ trigger_id: '5', name: 'All pages' }], []),
    blocked_by: both([{ trigger_id: '6', name: 'Internal' }], []),
    priority: both('7', '8'),
    schedule: both({ from: '2026-01-01T00:00:00Z' }, { to: '2026-02-01T00:00:00Z' }),
  };
  expect(callsBack(undo, 'update_tag', { args: { ...args, tag_id: '9' }, applied })).toEqual([
    [
      'update_tag',
      {
        ...args,
        tag_id: '9',
        fires_on: ['5'],
        blocked_by: ['6'],
        priority: 7,
        schedule: { from: '2026-01-01T00:00:00Z', to: 'none' },
      },
    ],
  ]);
});

test('what a tag did not have before is cleared', () => {
  const fields = ['folder', 'notes', 'blocked_by', 'setup_tags', 'teardown_tags', 'schedule'];
  const applied = Object.fromEntries(fields.map((field) => [field, both(null, 'x')]));
  expect(callsBack(undo, 'update_tag', { args: { ...args, tag_id: '9' }, applied })[0]?.[1]).toEqual({
    ...args,
    tag_id: '9',
    folder: 'none',
    notes: '',
    blocked_by: [],
    setup_tags: [],
    teardown_tags: [],
    schedule: { from: 'none', to: 'none' },
  });
});

test('keys that a change added are taken away by name, and the others get their values again', () => {
  const applied = {
    parameters: both({ html: 'a', kept: true }, { html: 'b', kept: true, added: '1' }),
    name: both('A', 'B'),
  };
  expect(callsBack(undo, 'update_tag', { args: { ...args, tag_id: '9' }, applied })[0]?.[1]).toEqual({
    ...args,
    tag_id: '9',
    name: 'A',
    parameters: { html: 'a', kept: true, added: null },
  });
  const fresh = { settings: both(null, { a: 1 }), format: both({ case: 'lower' }, null) };
  expect(callsBack(undo, 'update_variable', { args: { ...args, variable_id: '9' }, applied: fresh })[0]?.[1]).toEqual({
    ...args,
    variable_id: '9',
    settings: { a: null },
    format: { case: 'lower' },
  });
});

test('a trigger and a variable lose what they did not have before', () => {
  const none = (fields: string[]) => Object.fromEntries(fields.map((field) => [field, both(null, 'x')]));
  const trigger = none(['folder', 'notes', 'filter', 'auto_event_filter']);
  expect(callsBack(undo, 'update_trigger', { args: { ...args, trigger_id: '4' }, applied: trigger })[0]?.[1]).toEqual({
    ...args,
    trigger_id: '4',
    folder: 'none',
    notes: '',
    filter: [],
    auto_event_filter: [],
  });
  const variable = {
    ...none(['folder', 'notes']),
    enabled_by: both([{ trigger_id: '5' }], []),
    disabled_by: both(null, []),
  };
  expect(
    callsBack(undo, 'update_variable', { args: { ...args, variable_id: '4' }, applied: variable })[0]?.[1],
  ).toEqual({
    ...args,
    variable_id: '4',
    folder: 'none',
    notes: '',
    enabled_by: ['5'],
    disabled_by: [],
  });
});

test('a publication and a rollback go back to the version that was live', () => {
  const container = { container_id: 'GTM-1' };
  const live = { live_version: both('4', '6') };
  expect(callsBack(undo, 'publish_version', { args: container, applied: live })).toEqual([
    ['publish_version', { ...container, version_id: '4' }],
  ]);
  const whole = { ...live, latest_version: both('5', '6'), deleted: both(true, false) };
  expect(callsBack(undo, 'roll_back', { args: container, applied: whole })).toEqual([
    ['roll_back', { ...container, version_id: '4' }],
  ]);
  expect(takenBack(undo, 'roll_back', { args: container, applied: whole }).left).toEqual([
    { field: 'latest_version', why: 'version 5 was only saved: drafts do not begin from it again' },
    { field: 'deleted', why: 'the version stays; by itself it reaches nobody' },
  ]);
  const same = { ...live, latest_version: both('4', '6') };
  expect(takenBack(undo, 'roll_back', { args: container, applied: same }).left).toEqual([]);
});
