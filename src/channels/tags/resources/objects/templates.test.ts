import { expect, test } from 'vitest';
import type { Template } from '../../wire.ts';
import { keyTypes, ownTemplateProblems, type TemplateKind, templateProblems, typeMeant } from './templates.ts';

const problems = (kind: TemplateKind, type: string, parameters: Record<string, string | boolean>, more = {}) =>
  templateProblems({ kind, type, parameters, given: Object.keys(parameters), isTouched: true, ...more }).map(
    ({ field }) => field.replace('parameters.', ''),
  );

test.each([
  ['tag', 'googtag', ['tagId']],
  ['tag', 'gaawe', ['eventName', 'measurementIdOverride']],
  ['tag', 'awct', ['conversionId', 'conversionLabel']],
  ['tag', 'sp', ['conversionId']],
  ['tag', 'gclidw', []],
  ['tag', 'html', ['html']],
  ['tag', 'img', ['url']],
  ['tag', 'flc', ['advertiserId', 'groupTag', 'activityTag', 'ordinalType']],
  ['tag', 'fls', ['advertiserId', 'groupTag', 'activityTag', 'revenue', 'orderId']],
  ['variable', 'c', ['value']],
  ['variable', 'v', ['name']],
  ['variable', 'jsm', ['javascript']],
  ['variable', 'j', ['name']],
  ['variable', 'k', ['name']],
  ['variable', 'smm', ['input', 'map']],
  ['variable', 'remm', ['input', 'map']],
] as const)('a %s of type %s needs %j', (kind, type, needed) => {
  expect(problems(kind, type, {})).toEqual(needed);
});

test('types that are not known here pass as they are, and old objects are left alone', () => {
  expect(problems('tag', 'bzi', { anything: 'x' })).toEqual([]);
  expect(problems('variable', 'd', { elementSelector: '#x' })).toEqual([]);
  expect(templateProblems({ kind: 'tag', type: 'awct', parameters: {}, given: [], isTouched: false })).toEqual([]);
});

test('a misspelt key is refused unless it is meant', () => {
  const given = { html: '<p></p>', suportDocumentWrite: false };
  expect(problems('tag', 'html', given)).toEqual(['suportDocumentWrite']);
  expect(problems('tag', 'html', given, { allowUnknown: true })).toEqual([]);
});

test.each([
  ['gaawe', { eventName: 'x', measurementId: 'G-1' }, ['measurementId']],
  ['gaawe', { eventName: 'x', measurementId: '{{GA4 ID}}' }, ['measurementId']],
  ['gaawe', { eventName: 'x', measurementId: 'Google tag' }, []],
  ['gaawe', { eventName: 'x', measurementIdOverride: 'UA-1' }, ['measurementIdOverride']],
  [
    'gaawe',
    { eventName: 'x', measurementIdOverride: '{{GA4 ID}}', getEcommerceDataFrom: 'layer' },
    ['getEcommerceDataFrom'],
  ],
  ['awct', { conversionId: 'AW-1', conversionLabel: 'x' }, ['conversionId']],
  ['awct', { conversionId: '{{Id}}', conversionLabel: 'x' }, []],
  ['googtag', { tagId: 'UA-1' }, ['tagId']],
])('values of %s: %j', (type, parameters, fields) => {
  expect(problems('tag', type, parameters)).toEqual(fields);
});

test('keys have their types', () => {
  expect(keyTypes('tag', 'gaawe')('measurementId')).toBe('tagReference');
  expect(keyTypes('variable', 'v')('dataLayerVersion')).toBe('integer');
  expect(keyTypes('tag', 'awct')('rdp')).toBe('boolean');
  expect(keyTypes('tag', 'googtag')('configSettingsTable')).toBe('list');
  expect(keyTypes('tag', 'html')('toString')).toBeUndefined();
});

test("a container's own templates are named by the types that they have", () => {
  const template = { containerId: '7', templateId: '3', name: 'Own', galleryReference: { galleryTemplateId: 'ABC' } };
  const own = [template as Template];
  expect(ownTemplateProblems('cvt_7_3', own)).toEqual([]);
  expect(ownTemplateProblems('cvt_ABC', own)).toEqual([]);
  expect(ownTemplateProblems('html', [])).toEqual([]);
  expect(ownTemplateProblems('cvt_7_4', own)).toMatchObject([{ allowed_values: ['cvt_7_3', 'cvt_ABC'] }]);
});

test('words of people stand for types', () => {
  expect(typeMeant('tag', 'Custom HTML')).toBe('html');
  expect(typeMeant('tag', 'GAAWE')).toBe('gaawe');
  expect(typeMeant('variable', 'data layer variable')).toBe('v');
  expect(typeMeant('tag', 'cvt_7_3')).toBe('cvt_7_3');
});
