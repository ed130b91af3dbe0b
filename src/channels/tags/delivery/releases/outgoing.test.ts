import { expect, test } from 'vitest';
import { Version } from '../../wire.ts';
import { asFields, outgoingOf } from './outgoing.ts';

const text = (key: string, value: string) => ({ type: 'template', key, value });
const html = (code: string, more: Record<string, unknown> = {}) => ({
  tagId: '4',
  name: 'Chat',
  type: 'html',
  fingerprint: '1',
  path: 'accounts/1/containers/2/versions/7/tags/4',
  parameter: [text('html', code)],
  firingTriggerId: ['2147479553'],
  ...more,
});
const versionOf = (more: Record<string, unknown>) => Version.parse({ containerVersionId: '7', ...more });

test('what is written anew without another value is no change', async () => {
  const live = versionOf({ tag: [html('<b>')] });
  const next = versionOf({ tag: [html('<b>', { fingerprint: '2', path: 'elsewhere', paused: false })] });
  expect(await outgoingOf(live, next)).toEqual([]);
});

test('code comes whole, however long it is, and a plan shows both sides by name', async () => {
  const long = `<script>${'x'.repeat(5_000)}</script>`;
  const outgoing = await outgoingOf(
    versionOf({ tag: [html('<b>')] }),
    versionOf({ tag: [html(long, { fingerprint: '2' })] }),
  );
  expect(outgoing).toMatchObject([{ change: 'updated', kind: 'tag', id: '4', code: long }]);
  const { before, wanted } = asFields(outgoing.map((one) => ({ ...one, by: 'others' })));
  expect(before).toEqual({ 'tag "Chat" (4)': { 'parameters.html': '<b>' } });
  expect(wanted).toEqual({ 'tag "Chat" (4)': { 'parameters.html': long, changed_by: 'others' } });
});

test('templates and custom JavaScript are code too, and settings of Google tags are told', async () => {
  const next = versionOf({
    customTemplate: [{ templateId: '1', name: 'T', templateData: '___INFO___' }],
    variable: [{ variableId: '2', name: 'V', type: 'jsm', parameter: [text('javascript', 'function() {}')] }],
    gtagConfig: [{ gtagConfigId: '3', type: 'googtag', parameter: [] }],
  });
  const outgoing = await outgoingOf(undefined, next);
  expect(outgoing.map(({ kind, change, code }) => [kind, change, code])).toEqual([
    ['variable', 'added', 'function() {}'],
    ['template', 'added', '___INFO___'],
    ['google_tag_settings', 'added', undefined],
  ]);
  const { before, wanted } = asFields(await outgoingOf(next, versionOf({})));
  expect(before['variable "V" (2)']).toMatchObject({ 'parameters.javascript': 'function() {}' });
  expect(wanted['variable "V" (2)']).toBeNull();
});
