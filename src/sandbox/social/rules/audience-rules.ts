import { HOUR_MS, SECOND_MS } from '../../../ambient.ts';
import { unit } from '../../chance.ts';
import { isObject } from '../../json.ts';
import { badParameter, GraphError, ruleBroken } from '../errors.ts';
import { given } from '../graph/changes.ts';
import type { Ctx } from '../graph/operation.ts';
import type { AudienceData, Json } from '../state/shapes.ts';
import type { GraphNode } from '../state.ts';
import { isCountry } from '../targeting/countries.ts';
import { checkTerms } from './customer-list-rules.ts';

const SOURCES = ['USER_PROVIDED_ONLY', 'PARTNER_PROVIDED_ONLY', 'BOTH_USER_AND_PARTNER_PROVIDED'];
const SUBTYPES =
  'CUSTOM WEBSITE APP ENGAGEMENT LOOKALIKE VIDEO OFFLINE_CONVERSION CLAIM BAG_OF_ACCOUNTS EXCLUSION PARTNER PRIMARY MANAGED MEASUREMENT'.split(
    ' ',
  );
const SOURCE_TYPES =
  'pixel app offline_events page lead ig_lead_generation canvas ig_business shopping_page shopping_ig ar_experience ar_effects video'.split(
    ' ',
  );
const SEED_LEAST = 100;
const LOOKALIKE_MS = 2 * HOUR_MS;
const RULE_MS = 30 * 60 * SECOND_MS;
const RULES_MAX = 10;
const DAYS_MAX: Record<string, number> = {
  page: 730,
  ig_business: 730,
  canvas: 730,
  lead: 90,
  shopping_page: 365,
  shopping_ig: 365,
};

/** What a new audience will be, or the refusal. */
export function newAudience(ctx: Ctx, account: GraphNode<'AdAccount'>): AudienceData {
  const { params } = ctx;
  const now = ctx.world.now();
  const name = params.requiredText('name');
  const rule = readRule(ctx);
  const subtype = params.oneOf('subtype', SUBTYPES) ?? (rule ? subtypeOf(rule) : 'CUSTOM');
  const base = {
    name,
    created: now,
    updated: now,
    ...given({
      description: params.text('description'),
      opt_out_link: params.text('opt_out_link'),
      is_value_based: params.boolean('is_value_based'),
    }),
  };
  if (subtype === 'LOOKALIKE') return { ...base, ...newLookalike(ctx, account, now) };
  if (rule)
    return {
      ...base,
      subtype,
      rule,
      people: Math.round(500 + 40_000 * unit(name, account.id)),
      populated: now + RULE_MS,
      ...ruleExtras(ctx, rule),
    };
  if (subtype !== 'CUSTOM') throw badParameter('The parameter rule is required', 'rule');
  checkTerms(ctx, account.id);
  const source = params.oneOf('customer_file_source', SOURCES);
  if (source === undefined)
    throw badParameter('The parameter customer_file_source is required', 'customer_file_source');
  return { ...base, subtype, customer_file_source: source, people: 0, populated: now };
}

function subtypeOf(rule: Json): string {
  const type = sourcesOf(rule)[0]?.type;
  return type === 'pixel'
    ? 'WEBSITE'
    : type === 'app'
      ? 'APP'
      : type === 'offline_events'
        ? 'OFFLINE_CONVERSION'
        : 'ENGAGEMENT';
}

function ruleExtras(ctx: Ctx, rule: Json): Partial<AudienceData> {
  const pixel = ctx.params.text('pixel_id') ?? sourcesOf(rule).find(({ type }) => type === 'pixel')?.id;
  const days = ctx.params.integer('retention_days') ?? Math.ceil(longestRetention(rule) / 86_400);
  checkRetentionDays(days);
  return given({ pixel_id: pixel === undefined ? undefined : String(pixel), retention_days: days });
}

function checkRetentionDays(days: number): void {
  if (days < 1 || days > 730) throw badParameter('Param retention_days must be between 1 and 180', 'retention_days');
}

function readRule(ctx: Ctx): Json | undefined {
  const rule = ctx.params.object('rule');
  if (rule === undefined) return undefined;
  if (!isObject(rule.inclusions) || rulesOf(rule).length === 0)
    throw invalidRule('rule needs inclusions with at least one rule.');
  if (rulesOf(rule).length > RULES_MAX) throw invalidRule(`rule may hold ${RULES_MAX} rules.`);
  for (const one of rulesOf(rule)) checkOneRule(ctx, one);
  return rule;
}

function checkOneRule(ctx: Ctx, rule: Json): void {
  const sources = Array.isArray(rule.event_sources) ? rule.event_sources.filter(isObject) : [];
  if (sources.length === 0) throw invalidRule('Every rule needs event_sources.');
  for (const { id, type } of sources) {
    if (!SOURCE_TYPES.includes(String(type))) throw invalidRule(`Event source type ${String(type)} is not known.`);
    if (type === 'pixel' && !ctx.store.findKind('AdsPixel', String(id)))
      throw ruleBroken(1815045, 'Pixel Not Available', `Pixel ${String(id)} is not attached to this ad account.`, [
        'rule',
      ]);
  }
  const most = DAYS_MAX[String(sources[0]!.type)] ?? 365;
  const seconds = Number(rule.retention_seconds);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > most * 86_400)
    throw invalidRule(`retention_seconds must be an integer up to ${most} days.`);
}

function invalidRule(message: string): GraphError {
  return new GraphError(2654, '(#2654) Failed to create or change custom audience', {
    status: 400,
    subcode: 1713098,
    title: 'Invalid Rule',
    userMessage: message,
    blame: ['rule'],
  });
}

function rulesOf(rule: Json): Json[] {
  return [rule.inclusions, rule.exclusions].flatMap((side) =>
    isObject(side) && Array.isArray(side.rules) ? side.rules.filter(isObject) : [],
  );
}

function sourcesOf(rule: Json): Json[] {
  return rulesOf(rule).flatMap(({ event_sources: sources }) =>
    Array.isArray(sources) ? sources.filter(isObject) : [],
  );
}

function longestRetention(rule: Json): number {
  return Math.max(86_400, ...rulesOf(rule).map(({ retention_seconds: seconds }) => Number(seconds) || 0));
}

function newLookalike(
  ctx: Ctx,
  account: GraphNode<'AdAccount'>,
  now: number,
): Omit<AudienceData, 'name' | 'created' | 'updated'> {
  const spec = ctx.params.object('lookalike_spec');
  if (!spec) throw badParameter('The parameter lookalike_spec is required', 'lookalike_spec');
  const origin = spec.page_id === undefined && spec.origin_ids === undefined ? seedOf(ctx, account) : undefined;
  const ratio = ratioOf(spec);
  const countries = countriesOf(spec);
  const lookalike_spec: Json = { type: 'custom_ratio', ratio, country: countries[0], target_countries: countries };
  const people = Math.round(countries.length * 2_300_000 * (ratio / 0.01));
  return {
    subtype: 'LOOKALIKE',
    lookalike_spec,
    people,
    populated: now + LOOKALIKE_MS,
    ...(origin && { origin: origin.id }),
  };
}

function seedOf(ctx: Ctx, account: GraphNode<'AdAccount'>): GraphNode<'CustomAudience'> {
  const id = ctx.params.requiredText('origin_audience_id');
  const seed = ctx.store.findKind('CustomAudience', id);
  if (seed?.links.account !== account.id || seed.data.deleted)
    throw badParameter(`Param origin_audience_id must be an audience of this ad account: ${id}`, 'origin_audience_id');
  if (seed.data.subtype === 'LOOKALIKE')
    throw ruleBroken(1713232, 'Seed Not Usable', 'A lookalike cannot be the seed of another one.', [
      'origin_audience_id',
    ]);
  if (seed.data.people < SEED_LEAST)
    throw badParameter(`The seed audience must have at least ${SEED_LEAST} people`, 'origin_audience_id');
  return seed;
}

function ratioOf({ ratio, type, starting_ratio: start }: Json): number {
  if (ratio !== undefined && type !== undefined)
    throw badParameter('lookalike_spec takes type or ratio, not both', 'lookalike_spec');
  if (type !== undefined) {
    if (type !== 'similarity' && type !== 'reach')
      throw badParameter('lookalike_spec[type] must be one of {similarity, reach}', 'lookalike_spec');
    return type === 'similarity' ? 0.01 : 0.05;
  }
  const hundredths = typeof ratio === 'number' ? Math.round(ratio * 100) : Number.NaN;
  if (typeof ratio !== 'number' || hundredths < 1 || hundredths > 20 || Math.abs(ratio * 100 - hundredths) > 1e-9) {
    throw badParameter(
      'lookalike_spec[ratio] must be a number between 0.01 and 0.20 in steps of 0.01',
      'lookalike_spec',
    );
  }
  if (start !== undefined && !(typeof start === 'number' && start < ratio))
    throw badParameter('lookalike_spec[starting_ratio] must be smaller than ratio', 'lookalike_spec');
  return ratio;
}

function countriesOf({ country, location_spec: place }: Json): string[] {
  const geo = isObject(place) && isObject(place.geo_locations) ? place.geo_locations.countries : undefined;
  const countries = place === undefined ? [country].map(String) : Array.isArray(geo) ? geo.map(String) : [];
  const chosenOnce = country === undefined || place === undefined;
  if (chosenOnce && countries.length > 0 && countries.every(isCountry)) return countries;
  throw badParameter('lookalike_spec needs country or location_spec with countries', 'lookalike_spec');
}

/** The fields an update changes; what an audience is made of stays as it is. */
export function audienceChanges(ctx: Ctx, audience: GraphNode<'CustomAudience'>): Partial<AudienceData> {
  const { params } = ctx;
  for (const name of ['subtype', 'pixel_id', 'origin_audience_id']) {
    if (params.has(name))
      throw new GraphError(2650, `(#2650) Failed to update the custom audience: ${name} cannot be changed`, {
        status: 400,
        blame: [name],
      });
  }
  if (params.given('name') && !params.has('name')) throw badParameter('Param name must be a non-empty string', 'name');
  const days = params.integer('retention_days');
  if (days !== undefined) {
    if (audience.data.rule === undefined)
      throw badParameter('retention_days cannot be set on this audience', 'retention_days');
    checkRetentionDays(days);
    if (audience.data.subtype === 'WEBSITE' && days > 180)
      throw badParameter('Param retention_days must be between 1 and 180', 'retention_days');
  }
  const rule = readRule(ctx);
  if (rule && audience.data.rule === undefined) throw badParameter('rule cannot be set on this audience', 'rule');
  return given({
    name: params.text('name'),
    description: params.text('description'),
    retention_days: days,
    rule,
    opt_out_link: params.text('opt_out_link'),
    customer_file_source: params.oneOf('customer_file_source', SOURCES),
  }) as Partial<AudienceData>;
}
