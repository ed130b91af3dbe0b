import { expect, test } from 'vitest';
import { condition, contentsWith, template } from '../containers/contents.testing.ts';
import { differencesBetween } from './difference.ts';
import { namesIn } from './names.ts';

const tag = {
  tagId: '3',
  name: 'Ads',
  type: 'html',
  fingerprint: '1',
  firingTriggerId: ['7'],
  parameter: [template('html', `${'<!-- -->'.repeat(20)}a`)],
};
const triggers = [
  {
    triggerId: '7',
    name: 'CE purchase',
    type: 'customEvent',
    fingerprint: '1',
    customEventFilter: [condition('equals', '{{_event}}', 'purchase')],
  },
  { triggerId: '8', name: 'Thanks', type: 'pageview', fingerprint: '1' },
];

async function between(before: Record<string, unknown>, after: Record<string, unknown>) {
  const [old, now] = [contentsWith(before), contentsWith(after)];
  return differencesBetween(old, now, { before: namesIn(old), after: namesIn(now) });
}

test('a changed tag is told in words and field by field, long texts whole in the fields only', async () => {
  const html = `${'<!-- -->'.repeat(20)}bc`;
  const now = {
    ...tag,
    fingerprint: '2',
    name: 'Ads 2',
    paused: true,
    firingTriggerId: ['8'],
    parameter: [template('html', html)],
  };
  const [only, ...none] = await between({ tag: [tag], trigger: triggers }, { tag: [now], trigger: triggers });
  expect(none).toEqual([]);
  expect(only).toMatchObject({
    change: 'updated',
    kind: 'tag',
    id: '3',
    words:
      'tag "Ads 2": renamed from "Ads"; paused; fires on from CE purchase to Thanks; html changed (161 to 162 characters)',
    fields: { 'parameters.html': { to: html }, paused: { from: false, to: true } },
  });
});

test('what is added, deleted, enabled and disabled', async () => {
  const found = await between(
    { tag: [tag], trigger: triggers, builtInVariable: [{ type: 'clickUrl' }] },
    {
      trigger: triggers,
      variable: [{ variableId: '1', name: 'DLV', type: 'v', parameter: [template('name', 'x')] }],
      builtInVariable: [{ type: 'pageUrl', name: 'Page URL' }],
    },
  );
  expect(found.map(({ words }) => words)).toEqual([
    'tag "Ads" deleted',
    'built in variable "Click URL" disabled',
    'variable "DLV" added',
    'built in variable "Page URL" enabled',
  ]);
  expect(found[2]!.fields['parameters.name']).toEqual({ to: 'x' });
});

test('another name of a trigger changes no tag, an equal fingerprint nothing at all, none says nothing', async () => {
  const renamed = [{ ...triggers[0]!, fingerprint: '2', name: 'CE buy' }, triggers[1]!];
  const found = await between(
    { tag: [tag], trigger: triggers },
    { tag: [{ ...tag, fingerprint: '2' }], trigger: renamed },
  );
  expect(found.map(({ words }) => words)).toEqual(['trigger "CE buy": renamed from "CE purchase"']);
  const notes = [{ ...tag, notes: 'unseen' }];
  expect(await between({ tag: [tag], trigger: triggers }, { tag: notes, trigger: triggers })).toEqual([]);
  const unmarked = { ...tag, fingerprint: undefined };
  const paused = await between({ tag: [unmarked] }, { tag: [{ ...unmarked, paused: true }] });
  expect(paused.map(({ words }) => words)).toEqual(['tag "Ads": paused']);
});
