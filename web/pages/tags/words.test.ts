import { expect, test } from 'vitest';
import type { Finding } from '../../api/tags.ts';
import { isLong, wholeText } from '../../format/whole-value.ts';
import { bySeverity, callText, changeCounts, consentWords, kindWords, triedConflicts } from './words.ts';

test('changes are counted by what they are', () => {
  expect(changeCounts([{ change: 'added' }, { change: 'deleted' }, { change: 'added' }])).toBe('2 added, 1 deleted');
  expect(changeCounts([])).toBe('nothing');
});

test('what a container is for, in words', () => {
  expect(kindWords('web, server')).toBe('website, server');
  expect(kindWords('')).toBe('–');
});

test('the gravest findings come first, and one of a word we do not know comes last', () => {
  const finding = (severity: string): Finding => ({
    ...{ severity, kind: 'x', what: severity, objects: [], mend: null, whyNoMend: null },
  });
  const groups = bySeverity(['low', 'odd', 'high', 'medium', 'high'].map(finding));
  expect(groups.map(({ severity, findings }) => [severity, findings.length])).toEqual([
    ['high', 2],
    ['medium', 1],
    ['low', 1],
    ['odd', 1],
  ]);
});

test('a call is copied as agents are given it', () => {
  expect(callText({ tool: 'update_tag', arguments: { tag_id: '4' } })).toBe('update_tag {"tag_id":"4"}');
});

test('consent by its types, or by what is said in their place', () => {
  expect(consentWords({ status: 'needed', types: ['ad_storage', 'ad_user_data'] })).toBe('ad_storage, ad_user_data');
  expect(consentWords({ status: 'notSet', types: [] })).toBe('not set');
});

test('nothing of a value is left out, and code is shown in a box', () => {
  const code = `<script>\n${'x'.repeat(5_000)}</script>`;
  expect(wholeText(code)).toBe(code);
  expect([isLong(code), isLong('on'), isLong(true)]).toEqual([true, false, false]);
  expect(wholeText([{ trigger_id: '7', name: 'CE purchase' }])).toBe('CE purchase');
  expect(wholeText(null)).toBe('–');
});

test('both sides of a conflict that an attempt has met', () => {
  const fields = { paused: { ours: true, theirs: false } };
  expect(triedConflicts([{ object: 'tag 4', name: 'Chat', ours: 'updated', theirs: 'updated', fields }])).toEqual([
    {
      object: 'tag 4',
      name: 'Chat',
      inDraft: 'updated',
      inVersion: 'updated',
      fields: [{ field: 'paused', from: true, to: false }],
    },
  ]);
});
