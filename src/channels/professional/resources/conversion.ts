import { z } from 'zod';
import { oneLine } from '../../../tools/fields.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { pathOf } from '../../../upstream/path.ts';
import type { ProfessionalClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { encodeQuery, WireConversion } from '../wire.ts';
import { idIn, urnOf } from './fields.ts';

const Link = z.object({ campaign: z.string(), conversion: z.string() });

/** Which conversions are counted for which of the campaigns. */
export async function conversionsOf(client: ProfessionalClient, account: string, campaigns: readonly string[]) {
  if (campaigns.length === 0) return [];
  const urns = campaigns.map((id) => urnOf('sponsoredCampaign', id));
  return client.found('/campaignConversions', Link, { q: 'campaigns', campaigns: urns }, account);
}

/** Conversions are the one kind of object in another namespace. */
export function conversionUrn(id: string): string {
  return `urn:lla:llaPartnerConversion:${id}`;
}

export function conversionRules(client: ProfessionalClient, account: string): Promise<WireConversion[]> {
  const params = { q: 'account', account: urnOf('sponsoredAccount', account) };
  return client.every('/conversions', WireConversion, params, account);
}

/** The types of rules that stand for an event of every channel, the one that new rules get first. */
const TYPES_OF = {
  purchase: ['PURCHASE'],
  lead: ['LEAD'],
  qualified_lead: ['QUALIFIED_LEAD', 'MARKETING_QUALIFIED_LEAD', 'SALES_QUALIFIED_LEAD'],
  sign_up: ['SIGN_UP', 'COMPLETE_SIGNUP'],
  add_to_cart: ['ADD_TO_CART'],
  begin_checkout: ['START_CHECKOUT'],
  subscribe: ['SUBSCRIBE'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The events that a rule takes: what its type stands for, and its own name. */
export function eventsOf({ type, name }: Pick<WireConversion, 'type' | 'name'>): string[] {
  const [word] = Object.entries(TYPES_OF).find(([, types]) => (types as readonly string[]).includes(type)) ?? [];
  return [...new Set([word ?? type.toLowerCase(), name])];
}

const FURTHER_TYPES =
  'DOWNLOAD INSTALL KEY_PAGE_VIEW OTHER SAVE SCHEDULE VIEW_CONTENT VIEW_VIDEO ADD_BILLING_INFO BOOK_APPOINTMENT REQUEST_QUOTE SEARCH AD_CLICK AD_VIEW SUBMIT_APPLICATION PHONE_CALL INVITE LOGIN SHARE DONATE ADD_TO_LIST START_TRIAL OUTBOUND_CLICK CONTACT'.split(
    ' ',
  );
const TYPES: readonly string[] = [...Object.values(TYPES_OF).flat(), ...FURTHER_TYPES];

/** The type of rule that stands for an event; undefined where there is none. */
function typeFor(event: string): string | undefined {
  const own = TYPES_OF[event as keyof typeof TYPES_OF]?.[0];
  return own ?? TYPES.find((type) => type === event.toUpperCase());
}

/** An event in our words or as a type of the platform; becomes the type. */
export const RuleEvent = oneLine(50)
  .refine((event) => typeFor(event) !== undefined, {
    error: () => `must be one of ${Object.keys(TYPES_OF).join(', ')}, or of the platform's types ${TYPES.join(', ')}`,
  })
  .transform((event) => typeFor(event)!);

export const ATTRIBUTIONS = ['LAST_TOUCH_BY_CAMPAIGN', 'LAST_TOUCH_BY_CONVERSION'] as const;

const WINDOWS = [1, 7, 30, 90, 180, 365];

export function windowDays(meaning: string) {
  return z
    .number()
    .refine((days) => WINDOWS.includes(days), `must be one of ${WINDOWS.join(', ')}`)
    .describe(meaning);
}

export function rulePath(account: string, id: string): string {
  return `${pathOf`/conversions/${id}`}?${encodeQuery({ account: urnOf('sponsoredAccount', account) })}`;
}

export function readRule(client: ProfessionalClient, account: string, id: string): Promise<WireConversion> {
  return client.get(
    pathOf`/conversions/${id}`,
    WireConversion,
    { account: urnOf('sponsoredAccount', account) },
    account,
  );
}

export function shownRule(rule: WireConversion) {
  const { id, name, type, enabled, valueType, value } = rule;
  return withoutUnset({
    id,
    name,
    type,
    events: eventsOf(rule),
    status: statusOf(rule),
    enabled,
    method: rule.conversionMethod,
    attribution: rule.attributionType,
    click_window_days: rule.postClickAttributionWindowSize,
    view_window_days: rule.viewThroughAttributionWindowSize,
    value: valueType === 'FIXED' ? moneyOf(value) : undefined,
    campaigns: rule.associatedCampaigns.map(({ campaign }) => idIn(campaign)),
  });
}

/** The platform deletes no rule: one that is switched off refuses events. */
export function statusOf({ enabled }: Pick<WireConversion, 'enabled'>): 'ENABLED' | 'DISABLED' {
  return enabled === false ? 'DISABLED' : 'ENABLED';
}
