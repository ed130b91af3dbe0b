import type { EVENTS } from '../../../tools/conversions/event.ts';

/** The platform's standard events. */
export const STANDARD_EVENTS: readonly string[] =
  'AddPaymentInfo AddToCart AddToWishlist ClickButton CompletePayment CompleteRegistration Contact CustomizeProduct Download FindLocation InitiateCheckout Lead PlaceAnOrder Purchase Schedule Search StartTrial SubmitApplication SubmitForm Subscribe ViewContent'.split(
    ' ',
  );

/** Our words for them. A qualified lead is none of them. */
const WORDS: Readonly<Record<(typeof EVENTS)[number], string | undefined>> = {
  purchase: 'Purchase',
  lead: 'Lead',
  qualified_lead: undefined,
  sign_up: 'CompleteRegistration',
  add_to_cart: 'AddToCart',
  begin_checkout: 'InitiateCheckout',
  subscribe: 'Subscribe',
};
/** A map, because an event of the caller's own may be named like something that every object has, such as `constructor`. */
const OURS: ReadonlyMap<string, string | undefined> = new Map(Object.entries(WORDS));

/** The standard event behind a word of ours or the platform's own name; undefined for any other event. */
export function standardName(event: string): string | undefined {
  return OURS.has(event) ? OURS.get(event) : STANDARD_EVENTS.find((name) => name === event);
}

/** A custom event of a pixel, written like the standard ones; names of the caller's own stay as they are. */
export function pixelEventName(event: string): string {
  return event === 'qualified_lead' ? 'QualifiedLead' : event;
}
