import { condition, template } from '../../resources/containers/contents.testing.ts';

export const NOW = Date.parse('2026-11-18T00:00:00Z');
export const ALL_PAGES = '2147479553';

export type Part = Record<string, unknown>;

const consent = {
  consentSettings: {
    consentStatus: 'needed',
    consentType: { type: 'list', list: [{ type: 'template', value: 'ad_storage' }] },
  },
};

/** A container in which everything is as it should be. */
export function clean(): Record<'tag' | 'trigger' | 'variable' | 'builtInVariable', Part[]> {
  return {
    tag: [
      {
        tagId: '1',
        name: 'Google tag',
        type: 'googtag',
        firingTriggerId: [ALL_PAGES],
        parameter: [template('tagId', '{{GA4 ID}}')],
      },
      { tagId: '2', name: 'Linker', type: 'gclidw', firingTriggerId: [ALL_PAGES] },
      {
        ...{ tagId: '3', name: 'GA4 - purchase', type: 'gaawe', firingTriggerId: ['1'] },
        parameter: [template('eventName', 'purchase'), template('measurementIdOverride', '{{GA4 ID}}')],
      },
      {
        ...{ tagId: '4', name: 'Ads - purchase', type: 'awct', firingTriggerId: ['1'], ...consent },
        parameter: [
          template('conversionId', '123456789'),
          template('conversionLabel', 'AbC-D_efG'),
          template('conversionValue', '{{DLV value}}'),
          template('currencyCode', 'EUR'),
        ],
      },
    ],
    trigger: [
      {
        ...{ triggerId: '1', name: 'CE purchase', type: 'customEvent' },
        customEventFilter: [condition('equals', '{{_event}}', 'purchase')],
        filter: [condition('contains', '{{Page Hostname}}', 'acme.example')],
      },
    ],
    variable: [
      { variableId: '1', name: 'GA4 ID', type: 'c', parameter: [template('value', 'G-ABC1234567')] },
      { variableId: '2', name: 'DLV value', type: 'v', parameter: [template('name', 'ecommerce.value')] },
    ],
    builtInVariable: [{ type: 'pageHostname', name: 'Page Hostname' }],
  };
}

export type Container = ReturnType<typeof clean> & { customTemplate?: Part[] };

export const html = (tagId: string, code: string, more: Part = {}): Part => ({
  ...{ tagId, name: `HTML ${tagId}`, type: 'html', firingTriggerId: ['1'], ...consent },
  parameter: [template('html', code)],
  ...more,
});
export const pageview = (triggerId: string, ...filter: object[]): Part => ({
  triggerId,
  name: `Page ${triggerId}`,
  type: 'pageview',
  filter,
});
export const firingOn = (...ids: string[]): Part => ({
  ...html('9', '<b></b>'),
  type: 'cvt_1_1',
  name: 'Other',
  parameter: [],
  firingTriggerId: ids,
});

/** Each flaw alone, with the one finding it gives and the tool that mends it; custom HTML is always listed besides. */
export const FLAWS: [
  string,
  (container: Container) => void,
  { kind: string; severity: string; mend?: object; objects?: string[] },
][] = [
  [
    'a conversion sent twice on the same trigger',
    ({ tag }) => tag.push({ ...tag[3]!, tagId: '9', name: 'Ads again' }),
    {
      kind: 'duplicate_tag',
      severity: 'high',
      mend: { tool: 'update_tag', arguments: { tag_id: '9', paused: true } },
      objects: ['tag 4', 'tag 9'],
    },
  ],
  [
    'the same purchase on another trigger',
    ({ tag, trigger }) => {
      trigger.push({
        triggerId: '2',
        name: 'CE order',
        type: 'customEvent',
        customEventFilter: [condition('equals', '{{_event}}', 'order')],
      });
      tag.push({ ...tag[3]!, tagId: '9', name: 'Ads purchase by agency', firingTriggerId: ['2'] });
    },
    { kind: 'duplicate_tag', severity: 'medium', mend: { tool: 'update_tag' } },
  ],
  [
    'the Google tag twice, on all pages and on initialization',
    ({ tag }) => tag.push({ ...tag[0]!, tagId: '9', name: 'Google tag 2', firingTriggerId: ['2147479573'] }),
    { kind: 'duplicate_tag', severity: 'high', objects: ['tag 1', 'tag 9'] },
  ],
  [
    'a trigger that says the same, its conditions in another order',
    ({ tag, trigger }) => {
      trigger.push({ ...trigger[0]!, triggerId: '2', name: 'Purchase 2', fingerprint: '7', notes: 'new' });
      tag.push(firingOn('2'));
    },
    { kind: 'duplicate_trigger', severity: 'low' },
  ],
  [
    'a variable that reads the same',
    ({ tag, variable }) => {
      variable.push({ ...variable[1]!, variableId: '9', name: 'Value again' });
      tag[2]!.parameter = [...(tag[2]!.parameter as Part[]), template('userDataVariable', '{{Value again}}')];
    },
    { kind: 'duplicate_variable', severity: 'low' },
  ],
  ['a tag without a trigger', ({ tag }) => tag.push(firingOn()), { kind: 'no_trigger', severity: 'medium' }],
  ['a paused tag', ({ tag }) => tag.push({ ...firingOn('1'), paused: true }), { kind: 'paused', severity: 'low' }],
  [
    'a tag that is blocked by what it fires on',
    ({ tag }) => tag.push({ ...firingOn('1'), blockingTriggerId: ['1'] }),
    { kind: 'always_blocked', severity: 'high', mend: { arguments: { tag_id: '9', blocked_by: [] } } },
  ],
  [
    'a page tag that all pages block',
    ({ tag, trigger }) => {
      trigger.push(pageview('2', condition('contains', '{{Page Hostname}}', 'shop')));
      tag.push({ ...firingOn('2'), blockingTriggerId: [ALL_PAGES] });
    },
    { kind: 'always_blocked', severity: 'high' },
  ],
  [
    'a trigger that waits for a built-in variable which is off',
    ({ tag, trigger }) => {
      trigger.push(pageview('2', condition('contains', '{{Page Path}}', '/thanks')));
      tag.push(firingOn('2'));
    },
    {
      kind: 'never_fires',
      severity: 'high',
      mend: { tool: 'create_variable', arguments: { built_ins: ['Page Path'] } },
      objects: ['tag 9', 'trigger 2'],
    },
  ],
  [
    'a trigger that waits for a variable which does not exist',
    ({ tag, trigger }) => {
      trigger.push(pageview('2', condition('equals', '{{Gone}}', 'x')));
      tag.push(firingOn('2'));
    },
    { kind: 'never_fires', severity: 'high' },
  ],
  [
    'a trigger whose conditions exclude each other',
    ({ tag, trigger }) => {
      trigger.push(
        pageview(
          '2',
          condition('equals', '{{Page Hostname}}', 'a.example'),
          condition('equals', '{{Page Hostname}}', 'b.example'),
        ),
      );
      tag.push(firingOn('2'));
    },
    { kind: 'never_fires', severity: 'high' },
  ],
  [
    'a trigger that never fires beside one that does',
    ({ tag, trigger }) => {
      trigger.push(pageview('2', condition('matchRegex', '{{Page Hostname}}', '(shop')));
      tag.push(firingOn('1', '2'));
    },
    { kind: 'never_fires', severity: 'medium', objects: ['trigger 2'] },
  ],
  [
    'an empty trigger group',
    ({ tag, trigger }) => {
      trigger.push({ triggerId: '2', name: 'Group', type: 'triggerGroup' });
      tag.push(firingOn('2'));
    },
    { kind: 'never_fires', severity: 'high' },
  ],
  [
    'a schedule that is over',
    ({ tag }) => tag.push({ ...firingOn('1'), scheduleEndMs: String(NOW - 1) }),
    { kind: 'schedule_over', severity: 'low' },
  ],
  ['a trigger that is gone', ({ tag }) => tag.push(firingOn('77')), { kind: 'missing_trigger', severity: 'high' }],
  [
    'one of two triggers that is gone',
    ({ tag }) => tag.push(firingOn('1', '77')),
    { kind: 'missing_trigger', severity: 'medium', mend: { arguments: { tag_id: '9', fires_on: ['1'] } } },
  ],
  [
    'a blocking trigger that is gone',
    ({ tag }) => tag.push({ ...firingOn('1'), blockingTriggerId: ['77'] }),
    { kind: 'missing_trigger', severity: 'medium', mend: { arguments: { tag_id: '9', blocked_by: [] } } },
  ],
  [
    'a reference to no variable',
    ({ tag }) => tag.push({ ...firingOn('1'), parameter: [template('x', 'a {{Nothing}} b')] }),
    { kind: 'missing_variable', severity: 'high', objects: ['tag 9'] },
  ],
  [
    'a reference to a built-in variable that is off',
    ({ tag }) => tag.push({ ...firingOn('1'), parameter: [template('x', '{{Page URL}}')] }),
    { kind: 'missing_variable', severity: 'high', mend: { arguments: { built_ins: ['Page URL'] } } },
  ],
  [
    'a set-up tag that is not there',
    ({ tag }) => tag.push({ ...firingOn('1'), setupTag: [{ tagName: 'Gone' }] }),
    { kind: 'missing_tag', severity: 'high' },
  ],
  [
    'a Google tag that is named and not there',
    ({ tag }) => {
      tag[2]!.parameter = [
        template('eventName', 'purchase'),
        { type: 'tagReference', key: 'measurementId', value: 'Gone' },
      ];
    },
    { kind: 'missing_tag', severity: 'high' },
  ],
  [
    'an Ads tag without consent',
    ({ tag }) => {
      tag[3]!.consentSettings = { consentStatus: 'notSet' };
    },
    {
      kind: 'missing_consent',
      severity: 'low',
      mend: { tool: 'update_tag', arguments: { tag_id: '4', consent: { status: 'needed' } } },
    },
  ],
  [
    'an unused trigger',
    ({ trigger }) => trigger.push(pageview('2')),
    {
      kind: 'unused_trigger',
      severity: 'low',
      mend: { tool: 'delete_tag_object', arguments: { kind: 'trigger', id: '2' } },
    },
  ],
  [
    'an unused variable',
    ({ variable }) =>
      variable.push({ variableId: '9', name: 'DLV coupon', type: 'v', parameter: [template('name', 'coupon')] }),
    {
      kind: 'unused_variable',
      severity: 'low',
      mend: { tool: 'delete_tag_object', arguments: { kind: 'variable', id: '9' } },
    },
  ],
  [
    'conversions without a linker',
    (container) => {
      container.tag = [container.tag[3]!];
      container.variable.shift();
    },
    {
      kind: 'no_conversion_linker',
      severity: 'medium',
      mend: { tool: 'create_tag', arguments: { type: 'gclidw', fires_on: [ALL_PAGES] } },
    },
  ],
  [
    'events without a Google tag',
    (container) => {
      container.tag = container.tag.slice(1);
    },
    {
      kind: 'no_google_tag',
      severity: 'medium',
      mend: { tool: 'create_tag', arguments: { type: 'googtag', parameters: { tagId: 'G-ABC1234567' } } },
    },
  ],
  [
    'a value without its currency',
    ({ tag }) => {
      tag[3]!.parameter = (tag[3]!.parameter as Part[]).slice(0, 3);
    },
    { kind: 'value_without_currency', severity: 'medium' },
  ],
  [
    'a purchase on every page',
    ({ tag }) => {
      tag[2]!.firingTriggerId = [ALL_PAGES];
    },
    { kind: 'purchase_on_every_page', severity: 'high', objects: ['tag 3'] },
  ],
  [
    'a tag of Universal Analytics',
    ({ tag }) => tag.push({ ...firingOn('1'), type: 'ua', parameter: [template('trackingId', 'UA-12345-6')] }),
    { kind: 'outdated_tag', severity: 'medium' },
  ],
  [
    'a misspelt parameter',
    ({ tag }) => {
      tag[3]!.parameter = [...(tag[3]!.parameter as Part[]), template('orderID', '7')];
    },
    {
      kind: 'unknown_parameter',
      severity: 'medium',
      mend: { tool: 'update_tag', arguments: { tag_id: '4', parameters: { orderID: null } } },
    },
  ],
];
