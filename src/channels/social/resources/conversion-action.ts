import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { oneLine, text } from '../../../tools/fields.ts';
import { Currency, PositiveAmount } from '../../../tools/money.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { accountNode, type SocialClient } from '../client.ts';
import { AD_SETS } from '../wire.ts';
import type { CustomConversion } from './dataset.ts';
import { ourName, platformName } from './event-name.ts';
import { isoTime } from './fields.ts';

const Value = z.strictObject({
  amount: PositiveAmount.describe("Of one, in major units of the account's currency"),
  currency: Currency.describe("The account's"),
});
type Value = z.output<typeof Value>;

export const actionArguments = {
  name: oneLine(200).describe('Its name'),
  description: text(1000, 0).optional().describe('For people'),
  value: Value.optional().describe('What one is worth where the event does not say it'),
};

export const actionAnswer = {
  conversion_action: z.looseObject({ id: z.string() }),
  campaigns: z.array(z.object({ id: z.string(), name: z.string() })).describe('Whose ad sets aim at it'),
};

/** Amounts of custom conversions are in the account's currency, which the platform leaves unsaid. */
export async function defaultValue(client: SocialClient, account: string, value: Value | undefined) {
  if (value === undefined) return undefined;
  const currency = await client.currency(account);
  if (value.currency !== currency)
    throw invalidArguments([{ field: 'value.currency', message: `must be the account's, which is ${currency}` }]);
  return Number(value.amount);
}

/** Events of one name, narrowed to pages whose address holds a text. */
export function ruleFor(event: string, urlContains: string | undefined): object {
  const named = { event: { eq: platformName(event) } };
  return { and: urlContains === undefined ? [named] : [named, { or: [{ URL: { i_contains: urlContains } }] }] };
}

const Rule = z.object({
  and: z.array(
    z.object({
      event: z.object({ eq: z.string() }).optional(),
      or: z.array(z.object({ URL: z.object({ i_contains: z.string() }).optional() })).optional(),
    }),
  ),
});

export function shownAction(conversion: CustomConversion, currency: string) {
  const { id, name, description, pixel, default_conversion_value: worth, is_archived, last_fired_time } = conversion;
  return withoutUnset({
    id,
    name,
    description,
    dataset_id: pixel?.id,
    ...shownRule(conversion.rule),
    category: conversion.custom_event_type,
    value: worth ? { amount: String(worth), currency } : undefined,
    status: is_archived ? 'ARCHIVED' : 'ACTIVE',
    last_received: isoTime(last_fired_time),
  });
}

/** A rule that was made elsewhere may be of any kind: it is shown as it is. */
function shownRule(rule: string | undefined) {
  if (rule === undefined) return {};
  const read = Rule.safeParse(jsonIn(rule));
  const named = read.data?.and.find((part) => part.event)?.event?.eq;
  if (named === undefined) return { rule };
  const url_contains = read.data?.and.flatMap((part) => part.or ?? [])[0]?.URL?.i_contains;
  return withoutUnset({ event: ourName(named), url_contains });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Campaigns with an ad set that aims at the custom conversion. */
export async function campaignsAimingAt(client: SocialClient, account: string, id: string) {
  const campaigns = new Map<string, string>();
  for await (const adSets of client.pages(AD_SETS, accountNode(account), {}, account))
    for (const { campaign_id, campaign, promoted_object } of adSets)
      if (promoted_object?.custom_conversion_id === id) campaigns.set(campaign_id, campaign?.name ?? '');
  return [...campaigns].map(([campaign_id, name]) => ({ id: campaign_id, name }));
}
