import { expect, test } from 'vitest';
import { condition, contentsWith, template } from '../containers/contents.testing.ts';
import { namesIn } from './names.ts';
import { shownTag, shownTrigger, shownVariable, TagOutput, TriggerOutput, VariableOutput } from './object-view.ts';

const contents = contentsWith({
  tag: [
    {
      tagId: '3',
      name: 'Meta',
      type: 'cvt_2_9',
      fingerprint: '17',
      firingTriggerId: ['7', '2147479553'],
      parentFolderId: '5',
      setupTag: [{ tagName: 'Base', stopOnSetupFailure: true }],
      consentSettings: { consentStatus: 'needed', consentType: { type: 'list', list: [template('', 'ad_storage')] } },
      parameter: [template('html', `${'x'.repeat(30)}{{DLV value}}`), { type: 'boolean', key: 'on', value: 'true' }],
      scheduleStartMs: '1767225600000',
    },
  ],
  trigger: [
    {
      triggerId: '7',
      name: 'CE',
      type: 'customEvent',
      customEventFilter: [condition('equals', '{{_event}}', 'purchase')],
      filter: [condition('contains', '{{Page URL}}', 'x', { negate: 'true' })],
      waitForTags: { type: 'boolean', value: 'true' },
    },
  ],
  variable: [
    {
      variableId: '3',
      name: 'DLV value',
      type: 'v',
      parameter: [{ type: 'integer', key: 'dataLayerVersion', value: '2' }],
      formatValue: { caseConversionType: 'lowercase', convertUndefinedToValue: template('', '0') },
    },
  ],
  folder: [{ folderId: '5', name: 'Ads' }],
  customTemplate: [{ templateId: '9', containerId: '2', name: 'Pixel' }],
});
const names = namesIn(contents);

test('a tag is shown by names, whole unless it is to be short', () => {
  const shown = shownTag(contents.tags[0]!, names);
  expect(TagOutput.parse(shown)).toEqual({
    tag_id: '3',
    name: 'Meta',
    type: 'cvt_2_9',
    kind_in_words: 'template Pixel',
    paused: false,
    fires_on: [
      { trigger_id: '7', name: 'CE', when: 'custom event purchase where Page URL does not contain x' },
      { trigger_id: '2147479553', name: 'All Pages' },
    ],
    parameters: { html: `${'x'.repeat(30)}{{DLV value}}`, on: true },
    uses: ['DLV value'],
    consent: { status: 'needed', types: ['ad_storage'] },
    setup_tags: [{ name: 'Base', stop: true }],
    schedule: { from: '2026-01-01T00:00:00.000Z' },
    folder: 'Ads',
    fingerprint: '17',
  });
  expect(shownTag(contents.tags[0]!, names, { textMax: 10 })).toMatchObject({
    parameters: { html: 'xxxxxxxxxx… (43 characters in all)' },
    shortened: ['html'],
    uses: ['DLV value'],
  });
});

test('a tag whose consent was never settled says so', () => {
  const [tag] = contentsWith({ tag: [{ tagId: '4', name: 'Plain', type: 'html' }] }).tags;
  expect(shownTag(tag!, names).consent).toEqual({ status: 'notSet' });
});

test('a trigger and a variable have their conditions, settings and format', () => {
  expect(TriggerOutput.parse(shownTrigger(contents.triggers[0]!, names))).toMatchObject({
    trigger_id: '7',
    filter: [{ variable: 'Page URL', is: 'contains', value: 'x', not: true }],
    custom_event_filter: [{ variable: '_event', is: 'equals', value: 'purchase' }],
    settings: { waitForTags: true },
    uses: ['Page URL'],
  });
  expect(VariableOutput.parse(shownVariable(contents.variables[0]!, names))).toMatchObject({
    variable_id: '3',
    kind_in_words: 'data layer variable',
    parameters: { dataLayerVersion: '2' },
    format: { caseConversionType: 'lowercase', convertUndefinedToValue: '0' },
  });
});
