import { expect, test } from 'vitest';
import { condition, contentsWith } from '../containers/contents.testing.ts';
import { namesIn } from './names.ts';
import { triggerWords } from './trigger-words.ts';

function words(trigger: Record<string, unknown>): string {
  const other = { triggerId: '8', type: 'pageview', name: 'Thanks page' };
  const contents = contentsWith({ trigger: [{ triggerId: '7', name: 'x', ...trigger }, other] });
  return triggerWords(contents.triggers[0]!, namesIn(contents));
}

const parameter = (value: string) => ({ type: 'template', value });

test.each([
  [{ type: 'pageview' }, 'page view'],
  [
    {
      type: 'customEvent',
      customEventFilter: [condition('equals', '{{_event}}', 'purchase')],
      filter: [condition('contains', '{{Page Hostname}}', 'example.com')],
    },
    'custom event purchase where Page Hostname contains example.com',
  ],
  [
    { type: 'customEvent', customEventFilter: [condition('matchRegex', '{{_event}}', '^buy')] },
    'custom event whose name matches ^buy',
  ],
  [{ type: 'customEvent' }, 'custom event without a name'],
  [
    {
      type: 'linkClick',
      filter: [
        condition('startsWith', '{{Click URL}}', 'tel:', { negate: 'true' }),
        condition('equals', '{{Page Path}}', '', { ignore_case: 'true' }),
      ],
      autoEventFilter: [condition('matchRegex', '{{Page URL}}', '.*')],
    },
    'click on a link where Click URL does not begin with tel: and Page Path is an empty text (in any case) watched on pages where Page URL matches .*',
  ],
  [
    {
      type: 'triggerGroup',
      parameter: [
        {
          type: 'list',
          key: 'triggerIds',
          list: ['8', '2147479553', '99'].map((value) => ({ type: 'triggerReference', value })),
        },
      ],
    },
    'all of these have fired: Thanks page, All Pages, trigger 99, which is not there',
  ],
  [
    { type: 'scrollDepth', verticalScrollPercentageList: { type: 'list', list: [parameter('25'), parameter('50')] } },
    'scrolling to 25, 50 % down',
  ],
  [{ type: 'elementVisibility', visibilitySelector: parameter('#offer') }, 'element #offer becomes visible'],
  [{ type: 'timer', interval: parameter('5000'), limit: parameter('3') }, 'timer every 5000 ms, at most 3 times'],
  [{ type: 'firebaseAppUpdate' }, 'firebaseAppUpdate'],
])('%j in words', (trigger, expected) => {
  expect(words(trigger)).toBe(expected);
});
