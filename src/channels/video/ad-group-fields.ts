import { z } from 'zod';
import { Id, Moment, text } from '../../tools/fields.ts';
import { amount } from '../../tools/money.ts';
import { platformTime } from './fields.ts';

const ids = z.array(Id).min(1).max(1000);

/** Whom an ad group reaches. Each list replaces the one that is there. */
export const targetingFields = {
  location_ids: z.array(Id).min(1).max(3000).optional().describe('Places, from search_locations; none inside another'),
  age_groups: z
    .array(z.enum(['AGE_13_17', 'AGE_18_24', 'AGE_25_34', 'AGE_35_44', 'AGE_45_54', 'AGE_55_100']))
    .min(1)
    .optional()
    .describe('All allowed ages when left out'),
  gender: z.enum(['GENDER_UNLIMITED', 'GENDER_MALE', 'GENDER_FEMALE']).optional().describe('Everybody when left out'),
  languages: z.array(text(10)).min(1).optional().describe('Language codes, such as en'),
  operating_systems: z
    .array(z.enum(['ANDROID', 'IOS']))
    .min(1)
    .max(1)
    .optional()
    .describe('Exactly one for apps'),
  interest_category_ids: ids.optional().describe('From search_interest_categories'),
  interest_keyword_ids: ids.optional().describe('From search_interest_keywords'),
  hashtag_ids: ids.optional().describe('People who watched videos with these, from search_hashtags'),
  audience_ids: ids.optional().describe('Only people in these audiences, from list_audiences'),
  excluded_audience_ids: ids.optional().describe('Nobody in these audiences'),
};

export const scheduleFields = {
  start_time: Moment.optional().describe('When it begins'),
  end_time: Moment.optional().describe('When it ends'),
  dayparting: z
    .string()
    .refine((value) => /^[01]{336}$/.test(value), 'must be 336 signs of 0 and 1')
    .optional()
    .describe('48 half-hours of 7 days from Monday, 1 where it runs, in the zone of the advertiser'),
};

export const bidField = amount('Most for a result (cost cap); left out: as many results as the budget buys').optional();

type Targeting = { [name in keyof typeof targetingFields]?: unknown };

/** The platform has hashtags among what people did. */
export function platformTargeting({ hashtag_ids, ...rest }: Targeting): Record<string, unknown> {
  const actions = [
    {
      action_scene: 'HASHTAG_RELATED',
      action_period: 0,
      video_user_actions: ['VIEW_HASHTAG'],
      action_category_ids: hashtag_ids,
    },
  ];
  const given = Object.fromEntries(
    Object.keys(targetingFields).flatMap((name) => {
      const value = (rest as Record<string, unknown>)[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return { ...given, ...(hashtag_ids !== undefined && { actions }) };
}

/** Times are UTC on the platform, whatever the zone of the advertiser. */
export function platformSchedule({
  start_time,
  end_time,
}: {
  start_time?: string | undefined;
  end_time?: string | undefined;
}) {
  return {
    ...(start_time !== undefined && { schedule_start_time: platformTime(start_time) }),
    ...(end_time !== undefined && { schedule_end_time: platformTime(end_time) }),
  };
}

/** What is billed follows from the goal, and so does the field of the bid. */
const BILLING: Readonly<Record<string, string>> = {
  REACH: 'CPM',
  ENGAGED_VIEW: 'CPV',
  ENGAGED_VIEW_FIFTEEN: 'CPV',
  CLICK: 'CPC',
  PAGE_VISIT: 'CPC',
};

export function billingOf(goal: string | null | undefined): string {
  return BILLING[goal ?? ''] ?? 'OCPM';
}

export function bidFieldOf(goal: string | null | undefined): 'bid_price' | 'conversion_bid_price' {
  return billingOf(goal) === 'OCPM' ? 'conversion_bid_price' : 'bid_price';
}

/** Days that a lifetime budget lasts for in a zone; a day that has begun counts whole. */
export function daysBetween(start: string, end: string, timeZone: string): number {
  const day = (ms: number) =>
    Date.parse(
      new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(ms),
    );
  return Math.round((day(Date.parse(end) - 1) - day(Date.parse(start))) / 86_400_000) + 1;
}
