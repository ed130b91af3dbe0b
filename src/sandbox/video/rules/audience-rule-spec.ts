import { bad } from '../errors.ts';
import type { Input } from '../routes/input.ts';
import type { AdvertiserCall } from '../routes/serve.ts';
import { pixelEvents } from './pixel-events.ts';

/** Audience events, the pixel event of each, and how many people did it in a month. */
const DEEDS: Readonly<Record<string, readonly [string | undefined, number]>> = {
  'PAGE BROWSE': [undefined, 61_000],
  'PRODUCT DETAIL PAGE BROWSE': ['ON_WEB_DETAIL', 33_000],
  'PIXEL ADD TO CART': ['ON_WEB_CART', 9_800],
  'PIXEL ADD TO WISHLIST': ['ON_WEB_ADD_TO_WISHLIST', 2_900],
  'PIXEL ADD PAYMENT INFO': ['ADD_BILLING', 3_900],
  'INITIATE CHECKOUT': ['INITIATE_ORDER', 4_600],
  'PLACE AN ORDER': ['ON_WEB_ORDER', 3_400],
  'COMPLETE PAYMENT': ['SHOPPING', 3_100],
  'COMPLETE REGISTRATION': ['ON_WEB_REGISTER', 2_200],
  'PIXEL SEARCH': ['ON_WEB_SEARCH', 12_000],
  'PIXEL SUBSCRIBE': ['ON_WEB_SUBSCRIBE', 1_300],
  'PIXEL SUBMIT FORM': ['FORM', 1_900],
  'CLICK BUTTON': ['BUTTON', 21_000],
  CONTACT: ['CONSULT', 800],
  DOWNLOAD: ['DOWNLOAD_START', 700],
};
const RETENTION_DAYS_MAX = 180;
const TYPES =
  'ENGAGEMENT ENGAGEMENT_ORGANIC_VIDEO ENGAGEMENT_LIVE_VIDEO PIXEL APP LEAD_GENERATION BUSINESS_ACCOUNT TIKTOK_SHOP OFFLINE';

/** How many people a visitor rule finds; 0 for an event that the pixel does not send. */
export function visitorsFound(call: AdvertiserCall): number {
  const { input } = call;
  const type = input.needChoice('audience_type', TYPES.split(' '));
  if (type !== 'PIXEL') throw bad(`audience_type: ${type} is not supported in this sandbox.`);
  input.flag('is_auto_refresh');
  const spec = input.object('rule_spec');
  if (!spec) throw input.missing('rule_spec');
  const included = spec.object('inclusion_rule_set');
  if (!included) throw spec.missing('inclusion_rule_set');
  const excluded = spec.object('exclusion_rule_set');
  return Math.max(0, foundBy(call, included) - (excluded ? foundBy(call, excluded) : 0));
}

function foundBy({ store, advertiser, now }: AdvertiserCall, set: Input): number {
  set.needChoice('operator', ['OR']);
  const rules = set.objects('rules');
  if (!rules?.length) throw set.missing('rules');
  return Math.max(
    ...rules.map((rule) => {
      const days = rule.integer('retention_days', 1, RETENTION_DAYS_MAX);
      if (days === undefined) throw rule.missing('retention_days');
      const ids = rule.ids('event_source_ids', 100);
      if (!ids?.length) throw rule.missing('event_source_ids');
      const pixels = ids.map((id) => store.find('Pixel', id));
      if (pixels.some((pixel) => pixel?.links.advertiser !== advertiser.id))
        throw bad('event_source_ids: at least 1 pixel does not belong to this advertiser.');
      const [event, monthly] = deedOf(rule);
      const isSent =
        event === undefined ||
        pixels.some((pixel) => pixelEvents(store, pixel!, now).some(({ event_type }) => event_type === event));
      return isSent ? Math.round(monthly * (days / 30) ** 0.6) : 0;
    }),
  );
}

function deedOf(rule: Input): readonly [string | undefined, number] {
  const set = rule.object('filter_set');
  if (!set) throw rule.missing('filter_set');
  set.needChoice('operator', ['OR']);
  const filters = set.objects('filters');
  if (filters?.length !== 1) throw bad('filters: Length must be 1.');
  const [filter] = filters;
  filter!.needChoice('field', ['EVENT']);
  filter!.needChoice('operator', ['EQ']);
  return DEEDS[filter!.needChoice('value', Object.keys(DEEDS))]!;
}
