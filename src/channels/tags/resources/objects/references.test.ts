import { expect, test } from 'vitest';
import { condition, contentsWith, template } from '../containers/contents.testing.ts';
import { usesIn, variablesIn } from './references.ts';

const contents = contentsWith({
  tag: [
    {
      tagId: '3',
      name: 'Ads',
      type: 'awct',
      firingTriggerId: ['7'],
      blockingTriggerId: ['8'],
      setupTag: [{ tagName: 'Base' }],
      parentFolderId: '5',
      notes: 'not {{Mentioned}}',
      parameter: [template('conversionValue', '{{ DLV value }} and {{Page URL}}')],
    },
    { tagId: '4', name: 'Base', type: 'cvt_2_9', teardownTag: [{ tagName: 'Ads' }] },
    {
      tagId: '6',
      name: 'Event',
      type: 'gaawe',
      parameter: [{ type: 'tagReference', key: 'measurementId', value: 'Base' }],
    },
  ],
  trigger: [
    { triggerId: '7', name: 'CE', type: 'customEvent', filter: [condition('equals', '{{Page Path}}', '/')] },
    { triggerId: '8', name: 'No', type: 'pageview' },
    {
      triggerId: '9',
      name: 'Group',
      type: 'triggerGroup',
      parameter: [{ type: 'list', key: 'triggerIds', list: [{ type: 'triggerReference', value: '7' }] }],
    },
  ],
  variable: [{ variableId: '3', name: 'DLV value', type: 'v', parameter: [template('name', 'value')] }],
  customTemplate: [{ templateId: '9', containerId: '2', name: 'Pixel' }],
  folder: [{ folderId: '5', name: 'Ads' }],
  zone: [{ zoneId: '1', name: 'Shop', boundary: { customEvaluationTriggerId: ['8'] } }],
});

test('tells who depends on what, kind by kind', async () => {
  const uses = await usesIn(contents);
  const told = (kind: Parameters<typeof uses.of>[0], key: string) =>
    uses.of(kind, key).map(({ kind: by, name, how }) => `${by} ${name}: ${how}`);
  expect(told('trigger', '7')).toEqual(['tag Ads: fires on', 'trigger Group: part of']);
  expect(told('trigger', '8')).toEqual(['tag Ads: blocked by', 'zone Shop: part of']);
  expect(told('variable', 'DLV value')).toEqual(['tag Ads: refers to']);
  expect(told('variable', 'Page Path')).toEqual(['trigger CE: refers to']);
  expect(told('variable', 'Mentioned')).toEqual([]);
  expect(told('tag', '4')).toEqual(['tag Ads: set-up tag', 'tag Event: refers to']);
  expect(told('tag', '3')).toEqual(['tag Base: clean-up tag']);
  expect(told('template', '9')).toEqual(['tag Base: made of']);
  expect(told('folder', '5')).toEqual(['tag Ads: in folder']);
});

test('a variable that is named twice is told once', () => {
  expect(variablesIn({ a: ['{{X}} {{X}}', { b: '{{Y}}' }], name: '{{Z}}' })).toEqual(['X', 'Y']);
});
