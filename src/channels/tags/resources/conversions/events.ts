import type { EVENTS } from '../../../../tools/conversions/event.ts';

export const PLATFORMS = ['search', 'social', 'video', 'professional', 'analytics'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Names for people, in tags' names. */
export const TITLES: Readonly<Record<Platform, string>> = {
  search: 'Google Ads',
  social: 'Meta',
  video: 'TikTok',
  professional: 'LinkedIn',
  analytics: 'GA4',
};

type Word = (typeof EVENTS)[number];

/** The same names as the platforms' channels send from the server: a platform drops a repeat only by an equal name. */
const NAMES: Readonly<Record<'social' | 'video' | 'analytics', Readonly<Record<Word, string>>>> = {
  social: {
    purchase: 'Purchase',
    lead: 'Lead',
    qualified_lead: 'QualifiedLead',
    sign_up: 'CompleteRegistration',
    add_to_cart: 'AddToCart',
    begin_checkout: 'InitiateCheckout',
    subscribe: 'Subscribe',
  },
  video: {
    purchase: 'Purchase',
    lead: 'Lead',
    qualified_lead: 'QualifiedLead',
    sign_up: 'CompleteRegistration',
    add_to_cart: 'AddToCart',
    begin_checkout: 'InitiateCheckout',
    subscribe: 'Subscribe',
  },
  analytics: {
    purchase: 'purchase',
    lead: 'generate_lead',
    qualified_lead: 'qualify_lead',
    sign_up: 'sign_up',
    add_to_cart: 'add_to_cart',
    begin_checkout: 'begin_checkout',
    subscribe: 'subscribe',
  },
};

/** The platform's name of an event; search and professional tell events apart by the conversion, not by a name. */
export function eventName(platform: Platform, event: string): string {
  if (platform === 'search' || platform === 'professional') return 'conversion';
  const names: Readonly<Record<string, string>> = NAMES[platform];
  return Object.hasOwn(names, event) ? names[event]! : event;
}

/** Events that the social platform knows; any other is a custom one, which has a call of its own. */
const SOCIAL_STANDARD =
  'AddPaymentInfo AddToCart AddToWishlist CompleteRegistration Contact CustomizeProduct Donate FindLocation InitiateCheckout Lead PageView Purchase Schedule Search StartTrial SubmitApplication Subscribe ViewContent'.split(
    ' ',
  );
export const isSocialStandard = (name: string): boolean => SOCIAL_STANDARD.includes(name);
