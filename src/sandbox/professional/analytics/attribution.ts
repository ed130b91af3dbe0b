import { DAY_MS } from '../../../ambient.ts';
import { unit } from '../../chance.ts';
import { conversionIdIn, idIn, urn } from '../format.ts';
import type { Entity, Store } from '../state.ts';
import { COUNTS, type DayNumbers, dayNumbers } from './numbers.ts';

/** What one unit of a currency is worth in dollars. */
export const IN_USD: Readonly<Record<string, number>> = { USD: 1, EUR: 1.1, GBP: 1.3, JPY: 0.0066 };

/** Reports show a conversion this long after it was received. */
const SHOWN_AFTER_MS = DAY_MS;
/** Every one of these counts; of the others one a person and window. */
const COUNTED_EACH = ['PURCHASE', 'ADD_TO_CART'];
const CLICKED_SHARE = 0.7;

type Rule = Entity<'conversion'>;
type Told = Entity<'conversionEvent'>;
interface Span {
  from: number;
  to: number;
}

/**
 * Conversions that the advertiser's server told of, as numbers of the ads they are put down to, on the day they happened. An event
 * counts only where the person is known, the campaign counts the rule since before it came, and had ads shown within the window.
 */
export function toldConversions(
  store: Store,
  campaigns: readonly Entity<'campaign'>[],
  days: Span,
  now: number,
): DayNumbers[] {
  return campaigns.flatMap((campaign) =>
    store.list('campaignConversion', { parent: campaign.id }).flatMap(({ fields }) => {
      const rule = store.find('conversion', conversionIdIn(fields.conversion));
      if (!rule) return [];
      const events = counted(rule, store.list('conversionEvent', { parent: rule.id }), now).filter(
        ({ createdAt, fields: told }) => createdAt >= fields.associatedAt && within(days, dayOf(told.happenedAt)),
      );
      return events.length === 0 ? [] : putDown(store, campaign, rule, events, { days, now });
    }),
  );
}

function windowOf({ fields }: Rule): number {
  return Number(fields.postClickAttributionWindowSize ?? 30);
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

function within({ from, to }: Span, day: number): boolean {
  return day >= from && day <= to;
}

/** Events that the platform could match and has processed. */
function counted(rule: Rule, events: readonly Told[], now: number): Told[] {
  const known = events.filter(({ fields, createdAt }) => fields.matched && createdAt + SHOWN_AFTER_MS <= now);
  if (COUNTED_EACH.includes(rule.fields.type)) return known;
  const last = new Map<string, number>();
  return known
    .toSorted((one, other) => one.fields.happenedAt - other.fields.happenedAt)
    .filter(({ fields: { person, happenedAt } }) => {
      const before = last.get(person);
      if (before !== undefined && happenedAt - before < windowOf(rule) * DAY_MS) return false;
      last.set(person, happenedAt);
      return true;
    });
}

function putDown(
  store: Store,
  campaign: Entity<'campaign'>,
  rule: Rule,
  events: readonly Told[],
  { days, now }: { days: Span; now: number },
): DayNumbers[] {
  const window = windowOf(rule);
  const shown = dayNumbers(store, [campaign], { from: days.from - window, to: days.to }, now);
  const { currency } = store.find('account', campaign.account!)!.fields;
  const rows = new Map<string, DayNumbers>();
  for (const event of events) {
    const day = dayOf(event.fields.happenedAt);
    const seen = shown.findLast((one) => within({ from: day - window, to: day }, one.day));
    if (!seen || !isFor(store, campaign, rule, event)) continue;
    const key = `${seen.creative.id} ${day}`;
    const row = rows.get(key) ?? emptyRow(seen, day);
    rows.set(key, row);
    add(row, event, worthOf(rule, event, currency));
  }
  return [...rows.values()];
}

/** A lead belongs to its own campaign; other events to each, or to one where the rule wants the last one only. */
function isFor(store: Store, campaign: Entity<'campaign'>, rule: Rule, { fields }: Told): boolean {
  const lead = store.find('leadResponse', idIn('leadGenFormResponse', fields.lead));
  if (lead?.fields.campaign) return lead.fields.campaign === campaign.id;
  if (rule.fields.attributionType !== 'LAST_TOUCH_BY_CONVERSION') return true;
  const linked = store
    .list('campaignConversion')
    .filter((link) => conversionIdIn(link.fields.conversion) === rule.id)
    .map((link) => link.fields.campaign);
  return (
    linked[Math.floor(unit('last touch', fields.person) * linked.length)] === urn('sponsoredCampaign', campaign.id)
  );
}

/** In ten-thousandths of the account's currency. */
function worthOf({ fields: rule }: Rule, { fields }: Told, currency: string): number {
  const fixed = rule.valueType === 'FIXED' ? (rule.value as { amount: string; currencyCode: string }) : undefined;
  const value = fixed ?? fields.value;
  if (!value || rule.valueType === 'NO_VALUE') return 0;
  const rate = (IN_USD[value.currencyCode] ?? 1) / (IN_USD[currency] ?? 1);
  return Math.round(Number(value.amount) * rate * 10_000);
}

function emptyRow({ creative, campaign }: DayNumbers, day: number): DayNumbers {
  const none = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<(typeof COUNTS)[number], number>;
  return { ...none, creative, campaign, day, cost: 0, value: 0 };
}

function add(row: DayNumbers, { fields }: Told, value: number): void {
  const byClick = fields.lead !== undefined || unit('clicked', fields.person) < CLICKED_SHARE;
  row.value += value;
  row.externalWebsiteConversions += 1;
  if (byClick) row.externalWebsitePostClickConversions += 1;
  else row.externalWebsitePostViewConversions += 1;
}
