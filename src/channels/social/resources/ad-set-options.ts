import { z } from 'zod';
import { Id, text } from '../../../tools/fields.ts';
import { checkedBy } from '../../../tools/inner-names.ts';
import { amount, type Money } from '../../../tools/money.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { minorUnits, moneyOf, shownMoney } from '../money.ts';
import type { AdSet } from '../wire.ts';

/** Rarely used settings of an ad set, gathered in one argument to keep the tool list short. */

const WINDOWS = {
  '1d_click': [1, 0],
  '7d_click': [7, 0],
  '1d_click_1d_view': [1, 1],
  '7d_click_1d_view': [7, 1],
} as const;

const Hour = z.int().min(0).max(24);
const Block = z.strictObject({ days: z.array(z.int().min(0).max(6)).min(1), start_hour: Hour, end_hour: Hour });
const Often = z.int().min(1).max(90);
const spend = amount('Of a day').optional();

const Shape = z.strictObject({
  attribution: z.enum(Object.keys(WINDOWS) as [keyof typeof WINDOWS]).optional(),
  frequency_cap: z.strictObject({ impressions: Often, days: Often }).optional(),
  day_parting: z.array(Block).optional(),
  daily_min_spend: spend,
  daily_max_spend: spend,
  lifetime_min_spend: spend,
  lifetime_max_spend: spend,
  declarations: z
    .strictObject({ categories: z.array(text(100)).min(1), identities: z.record(z.string(), Id) })
    .optional(),
});
type Options = z.output<typeof Shape>;

export const AdSetOptions = z
  .record(z.string(), z.unknown())
  .superRefine(checkedBy(Shape, 'the options'))
  .describe(
    'attribution 1d_click|7d_click|1d_click_1d_view|7d_click_1d_view (new ad sets only); frequency_cap {impressions, days}; day_parting [{days:[0 Sunday…6], start_hour, end_hour}] with lifetime_budget; daily_|lifetime_ min_spend|max_spend under a campaign budget, in major units; declarations {categories, identities} for TW, SG, BR',
  );

const LIMITS = {
  daily_min_spend: 'daily_min_spend_target',
  daily_max_spend: 'daily_spend_cap',
  lifetime_min_spend: 'lifetime_min_spend_target',
  lifetime_max_spend: 'lifetime_spend_cap',
} as const;
type Limit = keyof typeof LIMITS;
const limitNames = Object.keys(LIMITS) as Limit[];

/** The options in the platform's terms. */
export function platformOptions(given: Readonly<Record<string, unknown>> | undefined, currency: string) {
  if (given === undefined) return {};
  const options: Options = Shape.parse(given);
  const { attribution, frequency_cap: cap, day_parting: parts, declarations } = options;
  const limits = limitNames.flatMap((name) => {
    const value = options[name];
    return value === undefined ? [] : [[LIMITS[name], minorUnits(`options.${name}`, value, currency)]];
  });
  return {
    ...(attribution && { attribution_spec: windowsOf(attribution) }),
    ...(cap && {
      frequency_control_specs: [{ event: 'IMPRESSIONS', interval_days: cap.days, max_frequency: cap.impressions }],
    }),
    ...(parts && {
      pacing_type: [parts.length > 0 ? 'day_parting' : 'standard'],
      adset_schedule: parts.map(({ days, start_hour, end_hour }) => ({
        days,
        start_minute: start_hour * 60,
        end_minute: end_hour * 60,
        timezone_type: 'USER',
      })),
    }),
    ...(declarations && {
      regional_regulated_categories: declarations.categories,
      regional_regulation_identities: declarations.identities,
    }),
    ...(Object.fromEntries(limits) as Record<string, number>),
  };
}

function windowsOf(attribution: keyof typeof WINDOWS) {
  const [click, view] = WINDOWS[attribution];
  return [
    { event_type: 'CLICK_THROUGH', window_days: click },
    ...(view > 0 ? [{ event_type: 'VIEW_THROUGH', window_days: view }] : []),
  ];
}

/** The given options as results show them, to compare with what is read back. */
export function shownOptions(given: Readonly<Record<string, unknown>> | undefined, currency: string) {
  if (given === undefined) return {};
  const options: Options = Shape.parse(given);
  const limits = limitNames.flatMap((name): [Limit, Money][] => {
    const value = options[name];
    return value === undefined ? [] : [[name, moneyOf(minorUnits(`options.${name}`, value, currency), currency)]];
  });
  return withoutUnset({ ...options, ...Object.fromEntries(limits) });
}

const Minute = z.looseObject({ days: z.array(z.number()), start_minute: z.number(), end_minute: z.number() });
const Frequency = z.looseObject({ interval_days: z.number(), max_frequency: z.number() });
const Attribution = z.array(z.looseObject({ event_type: z.string(), window_days: z.number() }));

/** The options of an ad set that exists. */
export function optionsOf(wire: AdSet, currency: string) {
  const [cap] = z.array(Frequency).safeParse(wire.frequency_control_specs).data ?? [];
  const parts = z.array(Minute).safeParse(wire.adset_schedule).data;
  const limits = limitNames.flatMap((name): [Limit, Money][] => {
    const value = wire[LIMITS[name]];
    const money = value === undefined || value === '0' ? undefined : shownMoney(value, currency);
    return money ? [[name, money]] : [];
  });
  return {
    attribution: attributionOf(wire.attribution_spec),
    frequency_cap: cap && { impressions: cap.max_frequency, days: cap.interval_days },
    day_parting: parts?.map(({ days, start_minute, end_minute }) => ({
      days,
      start_hour: start_minute / 60,
      end_hour: end_minute / 60,
    })),
    declarations: declarationsOf(wire),
    ...(Object.fromEntries(limits) as Partial<Record<Limit, Money>>),
  };
}

/** The platform adds a category of its own to those that were declared. */
function declarationsOf({
  regional_regulated_categories: said = [],
  regional_regulation_identities: identities,
}: AdSet) {
  const categories = said.filter((category) => category !== 'VOLUNTARY_VERIFICATION');
  return categories.length > 0 ? { categories, identities: identities ?? {} } : undefined;
}

/** The platform's names of the options, left out of results: `optionsOf` shows them under ours. */
export const RAW_OPTIONS_HIDDEN = {
  attribution_spec: undefined,
  frequency_control_specs: undefined,
  adset_schedule: undefined,
  daily_min_spend_target: undefined,
  daily_spend_cap: undefined,
  lifetime_min_spend_target: undefined,
  lifetime_spend_cap: undefined,
  regional_regulated_categories: undefined,
  regional_regulation_identities: undefined,
};

function attributionOf(spec: unknown): string | undefined {
  const windows = Attribution.safeParse(spec).data ?? [];
  const days = (type: string) => windows.find(({ event_type }) => event_type === type)?.window_days ?? 0;
  const [click, view] = [days('CLICK_THROUGH'), days('VIEW_THROUGH')];
  return Object.entries(WINDOWS).find(([, one]) => one[0] === click && one[1] === view)?.[0];
}
