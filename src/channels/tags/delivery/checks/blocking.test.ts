import { expect, test } from 'vitest';
import { condition, contentsWith } from '../../resources/containers/contents.testing.ts';
import { viewOf } from '../../resources/objects/container-view.ts';
import { coversAlways, firesOnEveryPage, limitOf } from './trigger-limits.ts';

const named = (name: string, more = {}) => condition('equals', '{{_event}}', name, more);
const pattern = (text: string, more = {}) => condition('matchRegex', '{{_event}}', text, more);
const TRIGGERS: Record<string, object> = {
  pages: { type: 'pageview' },
  somePages: { type: 'pageview', filter: [condition('contains', '{{Page URL}}', 'x')] },
  ready: { type: 'domReady' },
  always: { type: 'always' },
  click: { type: 'click' },
  someClicks: { type: 'click', autoEventFilter: [condition('contains', '{{Page URL}}', 'x')] },
  every: { type: 'customEvent', customEventFilter: [pattern('.*')] },
  none: { type: 'customEvent', customEventFilter: [pattern('.*', { negate: 'true' })] },
  lead: { type: 'customEvent', customEventFilter: [named('lead')] },
  two: { type: 'customEvent', customEventFilter: [pattern('.*'), named('lead')] },
  nothing: { type: 'customEvent', customEventFilter: [] },
};
const ids = Object.keys(TRIGGERS);
const ALL_PAGES = '2147479553';
const INITIALIZATION = '2147479573';
const idOf = (name: string) => (ids.includes(name) ? String(ids.indexOf(name) + 1) : name);

async function view() {
  const trigger = Object.entries(TRIGGERS).map(([name, one]) => ({ triggerId: idOf(name), name, ...one }));
  return viewOf(contentsWith({ trigger, builtInVariable: [{ type: 'pageUrl' }] }), { now: 0, isServer: false });
}

test.each([
  ['click', 'click', true],
  ['pages', 'somePages', true],
  ['pages', ALL_PAGES, true],
  ['pages', 'ready', false],
  ['somePages', 'pages', false],
  [ALL_PAGES, 'somePages', true],
  [ALL_PAGES, INITIALIZATION, false],
  ['always', 'click', true],
  ['click', 'someClicks', false],
  ['someClicks', 'click', false],
  ['every', 'click', true],
  ['none', 'click', false],
  ['lead', 'click', false],
  ['two', 'click', false],
  ['nothing', 'click', false],
  ['99', 'click', false],
])('the trigger %s as an exception keeps %s from firing: %s', async (blocking, firing, expected) => {
  expect(coversAlways(idOf(blocking), idOf(firing), await view())).toBe(expected);
});

test.each([
  [ALL_PAGES, true],
  ['pages', true],
  ['somePages', false],
  ['click', false],
  ['99', false],
])('the trigger %s fires on every page: %s', async (name, expected) => {
  expect(firesOnEveryPage(idOf(name), await view())).toBe(expected);
});

const url = (type: string, value: string, more = {}) => condition(type, '{{Page URL}}', value, more);

test.each<[string, object[], string | undefined]>([
  [
    'a text whose part is excluded',
    [url('equals', 'shop/a'), url('contains', 'shop', { negate: 'true' })],
    'asks for what cannot be at once',
  ],
  [
    'a text whose part is excluded in another case',
    [url('equals', 'shop/a'), url('contains', 'SHOP', { negate: 'true' })],
    undefined,
  ],
  [
    'the text itself, excluded',
    [url('equals', 'shop'), url('equals', 'shop', { negate: 'true' })],
    'asks for what cannot be at once',
  ],
  [
    'the text itself in another case, excluded',
    [url('equals', 'shop'), url('equals', 'SHOP', { negate: 'true' })],
    undefined,
  ],
  ['a text that a pattern may hold', [url('equals', 'shop'), url('matchRegex', 'x')], undefined],
  ['a text that ends otherwise', [url('equals', 'shop'), url('endsWith', 'x')], 'asks for what cannot be at once'],
  ['a range of blanks', [url('greater', ' '), url('less', '-1')], undefined],
  ['a range of words', [url('greater', 'x'), url('less', '-1')], undefined],
  ['an empty range', [url('greaterOrEquals', '5'), url('lessOrEquals', '4')], 'asks for what cannot be at once'],
  ['one number', [url('greaterOrEquals', '5'), url('lessOrEquals', '5')], undefined],
  ['an excluded range', [url('greater', '5', { negate: 'true' }), url('less', '4')], undefined],
  ['a pattern that is none', [url('matchRegex', 'a(b')], 'has a pattern that is no regular expression: a(b'],
  ['a negated pattern that is none', [url('matchRegex', 'a(b', { negate: 'true' })], undefined],
])('conditions on %s', async (_, filter, expected) => {
  const contents = contentsWith({
    trigger: [{ triggerId: '1', name: 'T', type: 'pageview', filter }],
    builtInVariable: [{ type: 'pageUrl' }],
  });
  const why = limitOf(contents.triggers[0]!, await viewOf(contents, { now: 0, isServer: false }))?.why;
  if (expected === undefined) expect(why).toBeUndefined();
  else expect(why).toContain(expected);
});
