import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import type { EVENTS } from '../../../tools/conversions/event.ts';
import { text } from '../../../tools/fields.ts';
import { Money, PositiveAmount } from '../../../tools/money.ts';
import { notFound } from '../../../tools/not-found.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { VideoClient } from '../client.ts';
import { AD_GROUPS, CAMPAIGNS, PIXELS, type Pixel } from '../wire.ts';
import { placeOf } from './account.ts';

/** Our words for the kinds of pixel events. A qualified lead is no standard event: it is sent, not made. */
const KINDS = {
  purchase: 'SHOPPING',
  lead: 'FORM',
  sign_up: 'ON_WEB_REGISTER',
  add_to_cart: 'ON_WEB_CART',
  begin_checkout: 'INITIATE_ORDER',
  subscribe: 'ON_WEB_SUBSCRIBE',
} as const satisfies Partial<Record<(typeof EVENTS)[number], string>>;
type Event = keyof typeof KINDS;

const COUNTINGS = { every: 'EVERY_TIME', one: 'ONCE' } as const;

export const EventKind = z.enum(Object.keys(KINDS) as [Event]);
export const Counting = z.enum(Object.keys(COUNTINGS) as [keyof typeof COUNTINGS]);
export const EventName = text(40);
/** The platform takes a value in these currencies only, whatever the advertiser's is. */
export const EventValue = z.strictObject({
  amount: PositiveAmount.describe('What one is worth, in major units of currency'),
  currency: z.enum(['USD', 'JPY', 'INR']).describe('Those that the platform takes'),
});

const ConversionAction = z.object({
  id: z.string(),
  pixel_id: z.string(),
  name: z.string(),
  event: z.string().describe('In our words, or as the platform names it'),
  optimization_event: z.string().optional().describe('For create_ad_group'),
  counting: z.string().optional(),
  value: Money.optional(),
});
type ConversionAction = z.output<typeof ConversionAction>;

export const actionAnswer = {
  conversion_action: ConversionAction,
  campaigns: z.array(z.object({ id: z.string(), name: z.string() })).describe('Those whose ad groups strive for it'),
};

/** The fields of an event as the platform takes them. */
export function eventFields(given: {
  name?: string | undefined;
  event?: Event | undefined;
  counting?: keyof typeof COUNTINGS | undefined;
  value?: z.output<typeof EventValue> | undefined;
}) {
  return withoutUnset({
    event_name: given.name,
    event_type: given.event && KINDS[given.event],
    statistic_type: given.counting && COUNTINGS[given.counting],
    currency: given.value?.currency,
    currency_value: given.value?.amount,
  });
}

/** The pixel that is meant: the one named, or the only one. */
export async function chosenPixel(client: VideoClient, account: string, id: string | undefined): Promise<Pixel> {
  const pixels = await client.all(PIXELS, account);
  const known = pixels.map(({ pixel_id, pixel_name }) => `${pixel_id} (${pixel_name})`).join(', ');
  if (id === undefined && pixels.length === 1) return pixels[0]!;
  if (id === undefined)
    throw invalidArguments([{ field: 'pixel_id', message: `is needed: the advertiser has ${known || 'no pixel'}` }]);
  const found = pixels.find(({ pixel_id }) => pixel_id === id);
  if (found) return found;
  throw notFound({ what: 'pixel', id, list: 'list_pixels', hint: `It has ${known || 'none'}.`, ...placeOf(account) });
}

export async function actionsOf(client: VideoClient, account: string): Promise<ConversionAction[]> {
  return (await client.all(PIXELS, account)).flatMap(actionsIn);
}

/** An event that the platform shows without an id cannot be changed. */
export function actionsIn({ pixel_id, events }: Pixel): ConversionAction[] {
  return (events ?? []).flatMap((event) => (event.event_id ? [actionOf(pixel_id, event.event_id, event)] : []));
}

export async function chosenAction(client: VideoClient, account: string, id: string): Promise<ConversionAction> {
  const found = (await actionsOf(client, account)).find((action) => action.id === id);
  if (found) return found;
  throw notFound({ what: 'conversion action', id, list: 'list_pixels', ...placeOf(account) });
}

function actionOf(pixel_id: string, id: string, event: NonNullable<Pixel['events']>[number]): ConversionAction {
  const kind = event.optimization_event ?? event.event_type ?? event.custom_event_type ?? 'UNKNOWN';
  const [word] = Object.entries(KINDS).find(([, theirs]) => theirs === kind) ?? [kind];
  const [counting] = Object.entries(COUNTINGS).find(([, theirs]) => theirs === event.statistic_type) ?? [
    event.statistic_type,
  ];
  return withoutUnset({
    id,
    pixel_id,
    name: event.name ?? kind,
    event: word,
    optimization_event: event.optimization_event ?? undefined,
    counting: counting ?? undefined,
    value: event.currency_value
      ? { amount: String(Number(event.currency_value)), currency: event.currency ?? 'USD' }
      : undefined,
  }) as ConversionAction;
}

export async function campaignsStrivingFor(client: VideoClient, account: string, action: ConversionAction) {
  const groups = (await client.all(AD_GROUPS, account)).filter(
    ({ pixel_id, optimization_event }) =>
      pixel_id === action.pixel_id && optimization_event === action.optimization_event,
  );
  const ids = [...new Set(groups.map(({ campaign_id }) => campaign_id))];
  if (ids.length === 0) return [];
  const campaigns = await client.all(CAMPAIGNS, account);
  return campaigns
    .filter(({ campaign_id }) => ids.includes(campaign_id))
    .map(({ campaign_id, campaign_name }) => ({ id: campaign_id, name: campaign_name }));
}
