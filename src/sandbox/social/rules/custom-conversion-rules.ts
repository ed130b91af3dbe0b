import { isObject } from '../../json.ts';
import { badParameter, ruleBroken } from '../errors.ts';
import { given, readName } from '../graph/changes.ts';
import type { Ctx } from '../graph/operation.ts';
import type { CustomConversionData, Json } from '../state/shapes.ts';
import type { GraphNode, Store } from '../state.ts';
import type { ReceivedEvent } from './event-rules.ts';

const CONVERSIONS_MAX = 100;
const NAME_MAX = 200;
const TYPES =
  'ADD_PAYMENT_INFO ADD_TO_CART ADD_TO_WISHLIST COMPLETE_REGISTRATION CONTACT CONTENT_VIEW CUSTOMIZE_PRODUCT DONATE FACEBOOK_SELECTED FIND_LOCATION INITIATED_CHECKOUT LEAD LISTING_INTERACTION OTHER PURCHASE SCHEDULE SEARCH START_TRIAL SUBMIT_APPLICATION SUBSCRIBE'.split(
    ' ',
  );

export function newConversion(ctx: Ctx, account: GraphNode<'AdAccount'>): CustomConversionData {
  const { params, store, world } = ctx;
  const name = readName(ctx, NAME_MAX);
  if (name === undefined) throw badParameter('The parameter name is required', 'name');
  const dataset = params.text('event_source_id');
  if (dataset === undefined || store.findKind('AdsPixel', dataset)?.links.account !== account.id)
    throw ruleBroken(1815045, 'Pixel Not Available', 'The pixel is not attached to this ad account.', [
      'event_source_id',
    ]);
  const rule = params.object('rule');
  if (rule === undefined) throw badParameter('The parameter rule is required', 'rule');
  checkRule(rule);
  if (conversionsOf(store, account.id).length >= CONVERSIONS_MAX)
    throw ruleBroken(undefined, 'Too Many Custom Conversions', `An account can hold ${CONVERSIONS_MAX} of them.`);
  return {
    name,
    dataset,
    rule,
    custom_event_type: params.oneOf('custom_event_type', TYPES) ?? 'OTHER',
    default_conversion_value: defaultValue(ctx) ?? 0,
    created: world.now(),
    ...given({ description: params.text('description') }),
  };
}

/** Name, description and value are all that can change; a custom conversion keeps its events. */
export function conversionChanges(ctx: Ctx): Partial<CustomConversionData> {
  const fixed = ['rule', 'event_source_id', 'custom_event_type'].find((name) => ctx.params.given(name));
  if (fixed !== undefined)
    throw ruleBroken(undefined, 'Custom Conversion Cannot Be Changed', `${fixed} is set once and for all.`, [fixed]);
  return given({
    name: readName(ctx, NAME_MAX),
    description: ctx.params.text('description'),
    default_conversion_value: defaultValue(ctx),
  });
}

function defaultValue({ params }: Ctx): number | undefined {
  const text = params.text('default_conversion_value');
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  if (!(value >= 0)) throw badParameter('Param default_conversion_value must be a number', 'default_conversion_value');
  return value;
}

function conversionsOf(store: Store, account: string): GraphNode<'CustomConversion'>[] {
  return store.all('CustomConversion', { account }).filter(({ data }) => !data.deleted);
}

/** Custom conversions remember when their first and latest event came. */
export function noteFired(
  store: Store,
  dataset: GraphNode<'AdsPixel'>,
  events: readonly ReceivedEvent[],
  now: number,
): void {
  for (const node of conversionsOf(store, dataset.links.account!)) {
    if (node.data.dataset !== dataset.id || !events.some((event) => matches(node.data.rule, event))) continue;
    node.data = { ...node.data, first_fired: node.data.first_fired ?? now, last_fired: now };
    store.save(node);
  }
}

const TESTS: Record<string, (actual: string, wanted: string) => boolean> = {
  eq: (actual, wanted) => actual === wanted,
  neq: (actual, wanted) => actual !== wanted,
  contains: (actual, wanted) => actual.includes(wanted),
  not_contains: (actual, wanted) => !actual.includes(wanted),
  i_contains: (actual, wanted) => actual.toLowerCase().includes(wanted.toLowerCase()),
  i_not_contains: (actual, wanted) => !actual.toLowerCase().includes(wanted.toLowerCase()),
};
const SUBJECTS: Record<string, (event: ReceivedEvent) => string> = {
  event: ({ name }) => name,
  URL: ({ url }) => url ?? '',
};

/** A rule is `{"and":[…]}`, `{"or":[…]}` or `{"event":{"eq":"Lead"}}`. */
function checkRule(rule: unknown): void {
  const [[key, value] = ['', undefined], ...others] = isObject(rule) ? Object.entries(rule) : [];
  if (others.length === 0 && (key === 'and' || key === 'or') && Array.isArray(value) && value.length > 0) {
    for (const part of value) checkRule(part);
    return;
  }
  const [test = ''] = isObject(value) ? Object.keys(value) : [];
  if (others.length > 0 || !Object.hasOwn(SUBJECTS, key) || !Object.hasOwn(TESTS, test))
    throw badParameter('Param rule must be a rule of and, or, event and URL', 'rule');
}

function matches(rule: Json, event: ReceivedEvent): boolean {
  const [[key, value] = ['', undefined]] = Object.entries(rule);
  if (key === 'and') return (value as Json[]).every((part) => matches(part, event));
  if (key === 'or') return (value as Json[]).some((part) => matches(part, event));
  const [[test, wanted] = ['', '']] = Object.entries(value as Json);
  return TESTS[test]!(SUBJECTS[key]!(event), String(wanted));
}
