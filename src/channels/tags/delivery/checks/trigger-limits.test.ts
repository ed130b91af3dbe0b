import { expect, test } from 'vitest';
import { condition, contentsWith } from '../../resources/containers/contents.testing.ts';
import { viewOf } from '../../resources/objects/container-view.ts';
import { limitOf } from './trigger-limits.ts';

const BUILT_INS = ['pageUrl', 'pageHostname', 'event', 'clickUrl'].map((type) => ({ type }));

async function why(trigger: Record<string, unknown>): Promise<string | undefined> {
  const contents = contentsWith({
    trigger: [
      { triggerId: '1', name: 'T', type: 'pageview', ...trigger },
      { triggerId: '2', name: 'Other', type: 'customEvent' },
    ],
    builtInVariable: BUILT_INS,
    variable: [
      {
        variableId: '1',
        name: 'Shop',
        type: 'c',
        parameter: [{ type: 'template', key: 'value', value: 'shop.example' }],
      },
    ],
  });
  const view = await viewOf(contents, { now: 0, isServer: false });
  return limitOf(contents.triggers[0]!, view)?.why;
}

const host = (type: string, value: string, more = {}) => condition(type, '{{Page Hostname}}', value, more);
const group = (...ids: string[]) => ({
  type: 'triggerGroup',
  parameter: [{ type: 'list', key: 'triggerIds', list: ids.map((value) => ({ type: 'triggerReference', value })) }],
});

test.each<[string, Record<string, unknown>]>([
  ['two different texts', { filter: [host('equals', 'a'), host('equals', 'b')] }],
  ['a text and its negation', { filter: [host('equals', 'a'), host('equals', 'a', { negate: 'true' })] }],
  ['a text that does not contain the other', { filter: [host('equals', 'acme.example'), host('contains', 'shop')] }],
  [
    'a text that does not begin so',
    { filter: [host('startsWith', 'shop'), host('equals', '{{Shopp}}'.replace('pp', 'p')), host('endsWith', '.org')] },
  ],
  [
    'a range that is empty',
    { filter: [condition('greater', '{{Page URL}}', '5'), condition('less', '{{Page URL}}', '3')] },
  ],
  ['a custom event without a name', { type: 'customEvent' }],
  [
    'a custom event that has another name too',
    {
      type: 'customEvent',
      customEventFilter: [condition('equals', '{{_event}}', 'purchase')],
      filter: [condition('equals', '{{Event}}', 'lead')],
    },
  ],
  ['a page view whose event is another', { filter: [condition('equals', '{{_event}}', 'purchase')] }],
  ['what is clicked, before anything is', { filter: [condition('contains', '{{Click URL}}', 'x')] }],
  ['a built-in variable that is off', { filter: [condition('contains', '{{Page Path}}', 'x')] }],
  ['a variable that is not there', { filter: [condition('contains', '{{Nothing}}', 'x')] }],
  ['a pattern that is none', { filter: [host('matchRegex', 'a(b')] }],
  [
    'a condition on nothing',
    { filter: [{ type: 'equals', parameter: [{ type: 'template', key: 'arg1', value: 'x' }] }] },
  ],
  ['a group of nothing', { type: 'triggerGroup' }],
  ['a group with a trigger that is gone', group('77')],
  ['a group with one that never fires', group('2')],
  ['a group in itself and one that never fires', group('1', '2')],
])('never fires: %s', async (_, trigger) => expect(await why(trigger)).toBeTypeOf('string'));

test.each<[string, Record<string, unknown>]>([
  ['no condition', {}],
  ['one text', { filter: [host('equals', 'a')] }],
  ['the same twice', { filter: [host('equals', 'a'), host('equals', 'a')] }],
  [
    'a text that contains the other',
    { filter: [host('equals', 'shop.acme.example'), host('contains', 'shop'), host('endsWith', '.example')] },
  ],
  ['other letters of the same', { filter: [host('equals', 'Acme'), host('equals', 'acme')] }],
  ['two negations', { filter: [host('equals', 'a', { negate: 'true' }), host('equals', 'b', { negate: 'true' })] }],
  ['a constant that agrees', { filter: [host('equals', '{{Shop}}'), host('contains', 'shop')] }],
  ['a variable that may agree', { filter: [host('equals', '{{Page URL}}'), host('equals', 'b')] }],
  ['two patterns', { filter: [host('matchRegex', '^a'), host('matchRegex', '^b')] }],
  ['a range', { filter: [condition('greater', '{{Page URL}}', '3'), condition('less', '{{Page URL}}', '5')] }],
  ['the event of a page view', { filter: [condition('equals', '{{Event}}', 'gtm.js')] }],
  ['a click on what is clicked', { type: 'linkClick', filter: [condition('contains', '{{Click URL}}', 'x')] }],
  ['not what is off', { filter: [condition('contains', '{{Page Path}}', 'x', { negate: 'true' })] }],
  ['nothing in what is off', { filter: [condition('equals', '{{Page Path}}', '')] }],
  ['a group in itself', group('1')],
  ['all pages in a group', group('2147479553')],
])('may fire: %s', async (_, trigger) => expect(await why(trigger)).toBeUndefined());
