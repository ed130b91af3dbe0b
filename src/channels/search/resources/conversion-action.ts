import { z } from 'zod';
import type { Destination } from '../../../tools/conversions/conversions.ts';
import { EVENTS } from '../../../tools/conversions/event.ts';
import { oneLine } from '../../../tools/fields.ts';
import { Currency, Money, PositiveAmount } from '../../../tools/money.ts';
import { notFound } from '../../../tools/not-found.ts';
import type { SearchClient } from '../client.ts';
import { moneyOfMajor } from '../money.ts';
import { SharerOutput } from './sharing.ts';
import { among, equal, Literal, unequal } from './wire/gaql.ts';
import { idOf } from './wire/operation.ts';
import type { Row } from './wire/row.ts';

export const ACTION_FIELDS = [
  'id',
  'name',
  'status',
  'type',
  'category',
  'origin',
  'primary_for_goal',
  'include_in_conversions_metric',
  'counting_type',
  'click_through_lookback_window_days',
  'view_through_lookback_window_days',
  'value_settings.default_value',
  'value_settings.default_currency_code',
  'value_settings.always_use_default_value',
].map((field) => `conversion_action.${field}`);

export const ActionOutput = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  type: z.string(),
  category: z.string(),
  origin: z.string().optional(),
  primary_for_goal: z.boolean().optional(),
  counts_as_conversion: z.boolean().optional(),
  counting_type: z.string().optional(),
  click_lookback_days: z.number().optional(),
  view_lookback_days: z.number().optional(),
  default_value: Money.optional(),
  always_default_value: z.boolean().optional(),
});

/** The category that each event has here. */
const CATEGORIES: Readonly<Record<(typeof EVENTS)[number], string>> = {
  purchase: 'PURCHASE',
  lead: 'SUBMIT_LEAD_FORM',
  qualified_lead: 'QUALIFIED_LEAD',
  sign_up: 'SIGNUP',
  add_to_cart: 'ADD_TO_CART',
  begin_checkout: 'BEGIN_CHECKOUT',
  subscribe: 'SUBSCRIBE_PAID',
};

/** The events that an action stands for: by its category, and by its own name. */
export function eventsOf(category: string | undefined, name: string): string[] {
  return [...EVENTS.filter((event) => CATEGORIES[event] === category), name];
}

/** The account that owns it, which may be a manager above this one: conversions are sent and adjusted there. */
export function ownerOf(action: Row['conversionAction'], account: string): string {
  return idOf(action?.ownerCustomer) || account;
}

/** What its tag on a page contains: the platform tells it only inside the code that it offers for pages. */
export function tagOf(action: Row['conversionAction']): Destination['tag'] {
  for (const { eventSnippet = '' } of action?.tagSnippets ?? []) {
    const [, id, label] = /['"](AW-\d{1,20})\/([\w-]{1,100})['"]/.exec(eventSnippet) ?? [];
    if (id !== undefined && label !== undefined) return { id, label, awaited: action?.status === 'ENABLED' };
  }
  return undefined;
}

export function shownAction({ conversionAction: action }: Row): z.infer<typeof ActionOutput> {
  const value = action?.valueSettings;
  return {
    id: action?.id ?? '',
    name: action?.name ?? '',
    status: action?.status ?? 'UNKNOWN',
    type: action?.type ?? 'UNKNOWN',
    category: action?.category ?? 'UNKNOWN',
    origin: action?.origin,
    primary_for_goal: action?.primaryForGoal,
    counts_as_conversion: action?.includeInConversionsMetric,
    counting_type: action?.countingType,
    click_lookback_days: days(action?.clickThroughLookbackWindowDays),
    view_lookback_days: days(action?.viewThroughLookbackWindowDays),
    default_value:
      value?.defaultValue === undefined ? undefined : moneyOfMajor(value.defaultValue, value.defaultCurrencyCode),
    always_default_value: value?.alwaysUseDefaultValue,
  };
}

function days(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

const COUNTING = { every: 'MANY_PER_CLICK', one: 'ONE_PER_CLICK' } as const;
const ATTRIBUTION = {
  data_driven: 'GOOGLE_SEARCH_ATTRIBUTION_DATA_DRIVEN',
  last_click: 'GOOGLE_ADS_LAST_CLICK',
} as const;

/** What can be chosen when an action is made, and changed later. */
export const actionArguments = {
  name: oneLine(100).describe('Name of the action'),
  event: z.enum(EVENTS).describe('What it stands for'),
  counting: z.enum(['every', 'one']).optional().describe('Every conversion after a click (sales), or one (leads)'),
  click_window_days: z.number().int().min(1).max(90).optional().describe('For how long after a click it counts'),
  view_window_days: z.number().int().min(1).max(30).optional().describe('For how long after a view'),
  value: z
    .strictObject({
      amount: PositiveAmount.describe('In major units of currency'),
      currency: Currency.describe('Such as EUR'),
    })
    .optional()
    .describe('Worth of a conversion that comes without a value'),
  always_use_value: z.boolean().optional().describe('Use value for every conversion'),
  attribution: z.enum(['data_driven', 'last_click']).optional().describe('How a conversion is shared among clicks'),
  primary: z.boolean().optional().describe('Whether campaigns bid by it and the conversions metric has it'),
};
const Chosen = z.object(actionArguments).partial();
export type ChosenAction = z.output<typeof Chosen>;

/** The fields of the platform for what was chosen. */
export function actionFields(chosen: ChosenAction): Record<string, unknown> {
  const { name, event, counting, click_window_days, view_window_days, value, attribution } = chosen;
  const values = {
    ...(value && { defaultValue: Number(value.amount), defaultCurrencyCode: value.currency }),
    ...(chosen.always_use_value !== undefined && { alwaysUseDefaultValue: chosen.always_use_value }),
  };
  return {
    ...(name !== undefined && { name }),
    ...(event && { category: CATEGORIES[event] }),
    ...(counting && { countingType: COUNTING[counting] }),
    ...(click_window_days !== undefined && { clickThroughLookbackWindowDays: String(click_window_days) }),
    ...(view_window_days !== undefined && { viewThroughLookbackWindowDays: String(view_window_days) }),
    ...(Object.keys(values).length > 0 && { valueSettings: values }),
    ...(attribution && { attributionModelSettings: { attributionModel: ATTRIBUTION[attribution] } }),
    ...(chosen.primary !== undefined && { primaryForGoal: chosen.primary }),
  };
}

/** An action in the words in which it is chosen. */
const ChosenActionOutput = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  type: z.string(),
  event: z.string().describe("Or the platform's category"),
  counting: z.string().optional(),
  click_window_days: z.number().optional(),
  view_window_days: z.number().optional(),
  value: Money.optional(),
  always_use_value: z.boolean().optional(),
  attribution: z.string().optional(),
  primary: z.boolean().optional(),
});

export const actionAnswer = {
  conversion_action: ChosenActionOutput,
  campaigns: z.array(SharerOutput).describe('That bid by it, unless they have goals of their own'),
};

export async function existingAction(client: SearchClient, account: string, id: string): Promise<Row> {
  const row = await client.row(account, {
    select: [
      ...ACTION_FIELDS,
      'conversion_action.owner_customer',
      'conversion_action.attribution_model_settings.attribution_model',
    ],
    from: 'conversion_action',
    where: [equal('conversion_action.id', Literal.digits(id))],
  });
  if (!row)
    throw notFound({
      ...{ what: 'conversion action', id, list: 'list_conversion_actions', accountArgument: 'customer_id' },
    });
  return row;
}

export async function chosenAction(client: SearchClient, account: string, id: string) {
  const row = await existingAction(client, account, id);
  const { default_value, click_lookback_days, view_lookback_days, ...shown } = shownAction(row);
  const model = row.conversionAction?.attributionModelSettings?.attributionModel;
  const nameOf = (names: Readonly<Record<string, string>>, value: string | undefined) =>
    Object.keys(names).find((name) => names[name] === value) ?? value;
  return {
    id,
    name: shown.name,
    status: shown.status,
    type: shown.type,
    event: nameOf(CATEGORIES, shown.category) ?? 'UNKNOWN',
    counting: nameOf(COUNTING, shown.counting_type),
    click_window_days: click_lookback_days,
    view_window_days: view_lookback_days,
    value: Number(default_value?.amount) > 0 ? default_value : undefined,
    always_use_value: shown.always_default_value,
    attribution: nameOf(ATTRIBUTION, model),
    primary: shown.primary_for_goal,
  };
}

/** Strategies that bid by the conversions of the account. */
const BY_CONVERSIONS = ['MAXIMIZE_CONVERSIONS', 'MAXIMIZE_CONVERSION_VALUE', 'TARGET_CPA', 'TARGET_ROAS'];

/** A primary action enters the goals that every campaign has by default. */
export async function campaignsBiddingBy(
  client: SearchClient,
  account: string,
  { primary, status }: { primary?: boolean | undefined; status: string },
) {
  if (primary !== true || status !== 'ENABLED') return [];
  const rows = await client.rows(account, {
    select: ['campaign.id', 'campaign.name', 'campaign.status'],
    from: 'campaign',
    where: [
      among('campaign.bidding_strategy_type', BY_CONVERSIONS.map(Literal.word)),
      unequal('campaign.status', Literal.word('REMOVED')),
    ],
    orderBy: [{ field: 'campaign.id' }],
  });
  return rows.map(({ campaign }) => ({
    id: campaign?.id ?? '',
    name: campaign?.name ?? '',
    status: campaign?.status ?? 'UNKNOWN',
  }));
}
