import { invalidArguments } from '../../../errors.ts';
import { wordOf } from '../../../tools/fields.ts';
import { notFound } from '../../../tools/not-found.ts';
import type { VideoClient } from '../client.ts';
import { PIXELS } from '../wire.ts';
import { placeOf } from './account.ts';

/** Event names of pixels and ad groups, and the names audiences have for the same events. */
const EVENTS = {
  PAGE_VIEW: 'PAGE BROWSE',
  SHOPPING: 'COMPLETE PAYMENT',
  INITIATE_ORDER: 'INITIATE CHECKOUT',
  ON_WEB_ORDER: 'PLACE AN ORDER',
  ON_WEB_CART: 'PIXEL ADD TO CART',
  ON_WEB_DETAIL: 'PRODUCT DETAIL PAGE BROWSE',
  ON_WEB_REGISTER: 'COMPLETE REGISTRATION',
  ON_WEB_SEARCH: 'PIXEL SEARCH',
  ON_WEB_SUBSCRIBE: 'PIXEL SUBSCRIBE',
  ON_WEB_ADD_TO_WISHLIST: 'PIXEL ADD TO WISHLIST',
  ADD_BILLING: 'PIXEL ADD PAYMENT INFO',
  BUTTON: 'CLICK BUTTON',
  CONSULT: 'CONTACT',
  DOWNLOAD_START: 'DOWNLOAD',
  FORM: 'PIXEL SUBMIT FORM',
} as const;

export const PixelEvent = wordOf(Object.keys(EVENTS));

interface Visitors {
  pixel_id: string;
  visited_days: number;
  event?: string | undefined;
  exclude_event?: string | undefined;
}

/** The body for an audience of people who did something on a website. */
export function visitorRule({ pixel_id, visited_days, event = 'PAGE_VIEW', exclude_event }: Visitors) {
  const did = (name: string) => ({
    operator: 'OR',
    rules: [
      {
        event_source_ids: [pixel_id],
        retention_days: visited_days,
        filter_set: {
          operator: 'OR',
          filters: [{ field: 'EVENT', operator: 'EQ', value: EVENTS[name as keyof typeof EVENTS] }],
        },
      },
    ],
  });
  return {
    audience_type: 'PIXEL',
    is_auto_refresh: true,
    rule_spec: {
      inclusion_rule_set: did(event),
      ...(exclude_event && { exclusion_rule_set: did(exclude_event) }),
    },
  };
}

/** Refuses events that the pixel does not send: the platform accepts them, and the audience stays empty. */
export async function checkPixelEvents(client: VideoClient, account: string, visitors: Visitors): Promise<void> {
  const pixels = await client.all(PIXELS, account);
  const pixel = pixels.find(({ pixel_id }) => pixel_id === visitors.pixel_id);
  if (!pixel) {
    const known = pixels.map(({ pixel_id, pixel_name }) => `${pixel_id} (${pixel_name})`).join(', ');
    const hint = `The advertiser has ${known || 'none'}.`;
    throw notFound({ what: 'pixel', id: visitors.pixel_id, list: 'list_pixels', hint, ...placeOf(account) });
  }
  const sends = ['PAGE_VIEW', ...(pixel.events ?? []).map(({ optimization_event }) => optimization_event ?? '')];
  const problems = (['event', 'exclude_event'] as const).flatMap((field) => {
    const name = visitors[field];
    if (name === undefined || sends.includes(name)) return [];
    return [{ field, message: `${name} is not sent by this pixel; it sends ${sends.filter(Boolean).join(', ')}` }];
  });
  if (problems.length > 0) throw invalidArguments(problems);
}
