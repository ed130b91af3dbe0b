import type { Problem } from '../../../../errors.ts';
import { nearest } from '../../../../tools/did-you-mean.ts';
import type { Template } from '../../wire.ts';
import { templateTypes } from './names.ts';
import { isList, type Plain, type PlainParameters, type TypeOfKey } from './parameters.ts';

/** A key that has to be there, or several of which one has to be. */
type Required = string | readonly string[];

interface TemplateFacts {
  words: string;
  required: readonly Required[];
  /** Every key with its type. */
  keys: Readonly<Record<string, string>>;
}

/**
 * `key` is text, `key?` a truth value, `key#` a whole number, `key[]` a table, `key@` the name of a tag. A `!` before it: has to be
 * there; `a|b`: one of them.
 */
function facts(words: string, line: string): TemplateFacts {
  const keys: Record<string, string> = {};
  const required: Required[] = [];
  for (const word of line.split(' ').filter(Boolean)) {
    const names = word.replace(/^!/, '').split('|');
    for (const name of names) keys[name.replace(/(\?|#|\[\]|@)$/, '')] = typeOfMark(name);
    const plain = names.map((name) => name.replace(/(\?|#|\[\]|@)$/, ''));
    if (word.startsWith('!')) required.push(plain.length === 1 ? plain[0]! : plain);
  }
  return { words, required, keys };
}

function typeOfMark(name: string): string {
  if (name.endsWith('?')) return 'boolean';
  if (name.endsWith('#')) return 'integer';
  if (name.endsWith('[]')) return 'list';
  return name.endsWith('@') ? 'tagReference' : 'template';
}

/** The platform checks required keys only, and keeps a misspelt one without any effect: so the list is held here. */
const TAGS: Readonly<Record<string, TemplateFacts>> = {
  googtag: facts(
    'Google tag',
    '!tagId configSettingsTable[] configSettingsVariable eventSettingsTable[] eventSettingsVariable',
  ),
  gaawe: facts(
    'Analytics event',
    '!eventName !measurementIdOverride|measurementId@ eventSettingsTable[] eventParameters[] eventSettingsVariable userProperties[] sendEcommerceData? getEcommerceDataFrom ecommerceMacroData userDataVariable enhancedUserId?',
  ),
  awct: facts(
    'Ads conversion',
    '!conversionId !conversionLabel conversionValue currencyCode orderId enableConversionLinker? conversionCookiePrefix enableNewCustomerReporting? enableProductReporting? enableShippingData? enableEnhancedConversion? userDataVariable rdp?',
  ),
  sp: facts(
    'Ads remarketing',
    '!conversionId conversionLabel customParams[] enableDynamicRemarketing? eventName eventValue userDataVariable rdp?',
  ),
  gclidw: facts(
    'Conversion linker',
    'enableCrossDomain? acceptIncoming? linkerDomains decorateFormsAutoLink? urlPosition enableUrlPassthrough? enableCookieOverrides? cookiePrefix',
  ),
  html: facts('Custom HTML', '!html supportDocumentWrite? usePostscribe? convertJsValuesToExpressions?'),
  img: facts('Pixel', '!url useCacheBuster? cacheBusterQueryParam'),
  flc: facts('Floodlight counter', '!advertiserId !groupTag !activityTag !ordinalType'),
  fls: facts('Floodlight sales', '!advertiserId !groupTag !activityTag !revenue !orderId ordinalType'),
};

const VARIABLES: Readonly<Record<string, TemplateFacts>> = {
  c: facts('Constant', '!value'),
  v: facts('Data layer variable', '!name dataLayerVersion# setDefaultValue? defaultValue'),
  jsm: facts('Custom JavaScript', '!javascript'),
  j: facts('JavaScript variable', '!name setDefaultValue? defaultValue'),
  k: facts('Cookie', '!name decodeCookie? setDefaultValue? defaultValue'),
  u: facts(
    'URL',
    'component queryKey customUrlSource stripWww? defaultPages[] multiQueryKeys? setDefaultValue? defaultValue',
  ),
  f: facts('Referrer', 'component queryKey stripWww? defaultPages[] setDefaultValue? defaultValue'),
  smm: facts('Lookup table', '!input !map[] defaultValue setDefaultValue?'),
  remm: facts('Regex table', '!input !map[] defaultValue setDefaultValue? ignoreCase? fullMatch? replaceAfterMatch?'),
};

export type TemplateKind = 'tag' | 'variable';
const tableOf = (kind: TemplateKind) => (kind === 'tag' ? TAGS : VARIABLES);
const factsOf = (kind: TemplateKind, type: string): TemplateFacts | undefined =>
  Object.hasOwn(tableOf(kind), type) ? tableOf(kind)[type] : undefined;

export function keyTypes(kind: TemplateKind, type: string): TypeOfKey {
  const keys = factsOf(kind, type)?.keys ?? {};
  return (key) => (Object.hasOwn(keys, key) ? keys[key] : undefined);
}

/** Every key of a type; undefined where the type is not known whole. */
export function knownKeys(kind: TemplateKind, type: string): readonly string[] | undefined {
  const known = factsOf(kind, type);
  return known && Object.keys(known.keys);
}

interface Checked {
  kind: TemplateKind;
  type: string;
  /** As the object would be, all of it. */
  parameters: PlainParameters;
  /** The keys that this call gives: what stood there before is never complained of. */
  given: readonly string[];
  /** Parameters that are left alone may lack what they like: an old tag can still be paused. */
  isTouched: boolean;
  allowUnknown?: boolean | undefined;
}

/** What is wrong with the parameters of a template, as far as it is known here. */
export function templateProblems({ kind, type, parameters, given, isTouched, allowUnknown }: Checked): Problem[] {
  const known = factsOf(kind, type);
  if (!known) return [];
  const names = Object.keys(known.keys);
  const misspelt = allowUnknown ? [] : given.filter((key) => !names.includes(key));
  return [
    ...misspelt.map((key) => misspeltKey(key, known, type)),
    ...(isTouched ? known.required : []).flatMap((one) => missingKey(one, parameters, known)),
    ...given.flatMap((key) => (parameters[key] === undefined ? [] : valueProblems(type, key, parameters[key]))),
  ];
}

function misspeltKey(key: string, { keys, words }: TemplateFacts, type: string): Problem {
  const names = Object.keys(keys);
  const meant = nearest(key, names);
  return {
    field: `parameters.${key}`,
    message: `is no parameter of ${type} (${words})${meant ? `; did you mean ${meant}?` : ''}: the platform would keep it in silence and it would do nothing`,
    allowed_values: names,
  };
}

function missingKey(required: Required, parameters: PlainParameters, { words }: TemplateFacts): Problem[] {
  const names = [required].flat();
  if (names.some((name) => !isNothing(parameters[name]))) return [];
  const needed = names.length > 1 ? `one of ${names.join(', ')} is required` : 'is required';
  return [{ field: `parameters.${names[0]}`, message: `${needed} and must not be empty for a ${words} `.trimEnd() }];
}

function isNothing(value: Plain | undefined): boolean {
  return value === undefined || value === '' || (isList(value) && value.length === 0);
}

const REFERENCE = /\{\{.+\}\}/;

/** Values that the platform takes and that then do nothing, or that it refuses by naming another key. */
function valueProblems(type: string, key: string, value: Plain): Problem[] {
  const field = `parameters.${key}`;
  const text = String(value);
  const is = (of: string, name: string) => type === of && key === name;
  if (is('gaawe', 'measurementId') && (/^(G|AW|GT)-/i.test(text) || REFERENCE.test(text)))
    return [{ field, message: `names an existing Google tag by its name; for "${text}" use measurementIdOverride` }];
  if (REFERENCE.test(text)) return [];
  if (is('gaawe', 'measurementIdOverride') && !/^G-[A-Z0-9]+$/i.test(text))
    return [{ field, message: 'must be a measurement id such as G-ABC123, or a {{variable}}' }];
  if (is('googtag', 'tagId') && !/^(G|AW|GT|DC)-[A-Z0-9]+$/i.test(text))
    return [{ field, message: 'must be G-…, AW-… or GT-…, or a {{variable}}' }];
  if (['awct', 'sp'].includes(type) && key === 'conversionId' && !/^\d+$/.test(text))
    return [
      {
        field,
        message: `must be digits only${/^AW-\d+/i.test(text) ? `: ${text.match(/\d+/)![0]}` : ', or a {{variable}}'}`,
      },
    ];
  if (is('gaawe', 'getEcommerceDataFrom') && !['dataLayer', 'customObject'].includes(text))
    return [{ field, message: 'must be dataLayer or customObject', allowed_values: ['dataLayer', 'customObject'] }];
  if (is('u', 'component') && !COMPONENTS.includes(text))
    return [{ field, message: `must be one of: ${COMPONENTS.join(', ')}`, allowed_values: COMPONENTS }];
  return [];
}

const COMPONENTS = ['URL', 'PROTOCOL', 'HOST', 'PORT', 'PATH', 'QUERY', 'FRAGMENT', 'EXTENSION', 'SUB_DOMAIN'];

/** A type of the container's own templates has to be one that exists; types are taken from there, never built. */
export function ownTemplateProblems(type: string, templates: readonly Template[]): Problem[] {
  if (!type.startsWith('cvt_')) return [];
  const known = templates.flatMap(templateTypes);
  if (known.includes(type)) return [];
  const named = templates.map((one) => `${templateTypes(one).at(-1)} (${one.name})`);
  const message =
    named.length === 0
      ? 'is the type of a custom template, and this container has none'
      : `is the type of no template of this container; there are ${named.join(', ')}`;
  return [{ field: 'type', message, ...(known.length > 0 && { allowed_values: known }) }];
}

/** Words people use for types; export files write types as the platform does. */
const MEANT: Readonly<Record<TemplateKind, Readonly<Record<string, string>>>> = {
  tag: {
    ...{ ga4: 'gaawe', ga4_event: 'gaawe', analytics_event: 'gaawe', google_tag: 'googtag', custom_html: 'html' },
    ...{
      google_ads_conversion: 'awct',
      ads_conversion: 'awct',
      google_ads_remarketing: 'sp',
      conversion_linker: 'gclidw',
    },
    ...{ image: 'img', custom_image: 'img', floodlight_counter: 'flc', floodlight_sales: 'fls' },
  },
  variable: {
    ...{ constant: 'c', data_layer: 'v', data_layer_variable: 'v', custom_javascript: 'jsm', javascript: 'j' },
    ...{ cookie: 'k', url: 'u', referrer: 'f', lookup_table: 'smm', regex_table: 'remm', page_element: 'd' },
  },
};

/** The platform's type for a word of ours, or what was given. */
export function typeMeant(kind: TemplateKind, given: string): string {
  const word = given
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const known = Object.keys(tableOf(kind));
  const own = known.find((type) => type === word);
  return own ?? (Object.hasOwn(MEANT[kind], word) ? MEANT[kind][word]! : given.trim());
}
