import { expect, test } from 'vitest';
import { Version } from '../wire.ts';
import { inWords, outgoingOf } from './outgoing.ts';

const text = (key: string, value: string) => ({ type: 'template', key, value });
const html = (code: string, more: Record<string, unknown> = {}) => ({
  tagId: '4',
  name: 'Chat',
  type: 'html',
  fingerprint: '1',
  path: 'accounts/1/containers/2/versions/7/tags/4',
  parameter: [text('html', code), { type: 'boolean', key: 'supportDocumentWrite', value: 'false' }],
  firingTriggerId: ['2147479553'],
  ...more,
});
const versionOf = (more: Record<string, unknown>) => Version.parse({ containerVersionId: '7', ...more });

test('what is written anew without another value is no change', async () => {
  const live = versionOf({ tag: [html('<b>')] });
  const next = versionOf({ tag: [html('<b>', { fingerprint: '2', path: 'elsewhere', paused: false, notes: '' })] });
  expect(await outgoingOf(live, next)).toEqual([]);
});

test('a changed tag shows each changed setting, names of triggers and its code in full', async () => {
  const live = versionOf({ tag: [html('<b>old</b>')], trigger: [{ triggerId: '9', type: 'pageview', name: 'Cart' }] });
  const next = versionOf({
    tag: [html('<b>new</b>', { firingTriggerId: ['2147479553', '9'], paused: true })],
    trigger: [{ triggerId: '9', type: 'pageview', name: 'Cart' }],
  });
  expect(await outgoingOf(live, next)).toEqual([
    {
      kind: 'tag',
      id: '4',
      name: 'Chat',
      change: 'changed',
      code: '<b>new</b>',
      fields: {
        'parameters.html': { from: '<b>old</b>', to: '<b>new</b>' },
        fires_on: { from: ['All Pages'], to: ['All Pages', 'Cart'] },
        paused: { from: null, to: true },
      },
    },
  ]);
});

test('ids of different kinds are unrelated, and kinds without tools of ours are told too', async () => {
  const live = versionOf({ tag: [html('x')], folder: [{ folderId: '4', name: 'Old' }] });
  const next = versionOf({
    tag: [html('x')],
    zone: [{ zoneId: '4', name: 'Shop' }],
    builtInVariable: [{ type: 'clickUrl', name: 'Click URL' }],
    trigger: [
      {
        triggerId: '4',
        type: 'customEvent',
        name: 'CE',
        customEventFilter: [{ type: 'equals', parameter: [text('arg0', '{{_event}}'), text('arg1', 'purchase')] }],
      },
    ],
  });
  const changes = await outgoingOf(live, next);
  expect(changes.map(inWords)).toEqual([
    'trigger "CE" (4) added',
    'built-in variable "Click URL" added',
    'folder "Old" (4) removed',
    'zone "Shop" (4) added',
  ]);
  expect(changes[0]!.fields.custom_event_filter).toEqual({ from: null, to: ['{{_event}} equals purchase'] });
});

test('a container that was never published: everything is added', async () => {
  expect((await outgoingOf(undefined, versionOf({ tag: [html('x')] }))).map(({ change }) => change)).toEqual(['added']);
});
