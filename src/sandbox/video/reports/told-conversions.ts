import { digitsOf, ratioOf } from '../rules/currencies.ts';
import { STANDARD_EVENTS } from '../rules/event-rules.ts';
import type { KeptEvent } from '../state/event-log.ts';
import type { Entity, Store } from '../state.ts';
import { type Count, type Counts, nothing } from './numbers.ts';

/** Counts that an event or a lead adds to an ad at one moment. */
export interface Told {
  ad: string;
  at: number;
  counts: Counts;
}

/** The metric of each standard event of a website. */
const METRICS: Readonly<Record<string, Count>> = {
  SHOPPING: 'complete_payment',
  ON_WEB_CART: 'web_event_add_to_cart',
  INITIATE_ORDER: 'initiate_checkout',
  ON_WEB_DETAIL: 'page_content_view_events',
  ON_WEB_REGISTER: 'user_registration',
  FORM: 'form',
  ON_WEB_SUBSCRIBE: 'on_web_subscribe',
};

/**
 * What the platform was told of besides what pixels count by themselves. It counts on the day of the impression or click;
 * `real_time_conversion` counts on the day it happened. Events of shops and customer systems have metrics that are not here.
 */
export function toldConversions(store: Store, { id: advertiser, data }: Entity<'Advertiser'>, now: number): Told[] {
  const groups = new Map(store.all('AdGroup', { advertiser }).map((group) => [group.id, group.data]));
  const groupOf = new Map(store.all('Ad', { advertiser }).map((ad) => [ad.id, groups.get(ad.links.adgroup!)!]));
  const events = store.events
    .of(advertiser)
    .filter(({ source, received }) => source === 'web' && received <= now)
    .flatMap((event) => ofEvent(event, groupOf.get(event.credit?.ad ?? ''), data.currency));
  const leads = store
    .all('Lead', { advertiser })
    .filter(({ data: { at } }) => at <= now)
    .flatMap(({ data: { ad, at } }) => {
      const isGoal = groupOf.get(ad ?? '')?.optimization_goal === 'LEAD_GENERATION';
      return ad && isGoal ? [{ ad, at, counts: { ...nothing(), ...CONVERSION, real_time_conversion: 1 } }] : [];
    });
  return [...events, ...leads];
}

const CONVERSION = { conversion: 1, result: 1 };

function ofEvent(
  { event, credit, happened, value = 0, currency }: KeptEvent,
  group: { more: Readonly<Record<string, unknown>> } | undefined,
  own: string,
): Told[] {
  const kind = STANDARD_EVENTS.get(event);
  if (!credit || !group || kind === undefined) return [];
  const counts = nothing();
  const metric = METRICS[kind];
  if (metric) counts[metric] += 1;
  if (metric === 'complete_payment')
    counts.total_complete_payment_rate += Math.round(
      ((value * ratioOf(own)) / ratioOf(currency ?? own)) * 10 ** digitsOf(own),
    );
  const isGoal = group.more.optimization_event === kind;
  const told = [{ ad: credit.ad, at: credit.clicked, counts: { ...counts, ...(isGoal && CONVERSION) } }];
  return isGoal ? [...told, { ad: credit.ad, at: happened, counts: { ...nothing(), real_time_conversion: 1 } }] : told;
}
