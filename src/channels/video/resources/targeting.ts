import { z } from 'zod';
import { Id, text } from '../../../tools/fields.ts';
import { isEmpty } from '../../../tools/merge.ts';

const ids = z.array(Id).max(1000);

const PLACES = 'Places, from search_locations; none inside another, none can be excluded';

/** Targeting arguments of an ad group. Each list replaces the present one; most may be empty. */
export const targetingFields = {
  location_ids: z.array(Id).min(1).max(3000).optional().describe(PLACES),
  zipcode_ids: z.array(Id).max(3000).optional().describe('Postal codes, from search_locations; on TikTok alone'),
  age_groups: z
    .array(z.enum(['AGE_13_17', 'AGE_18_24', 'AGE_25_34', 'AGE_35_44', 'AGE_45_54', 'AGE_55_100']))
    .min(1)
    .optional()
    .describe('All allowed ages when left out'),
  gender: z.enum(['GENDER_UNLIMITED', 'GENDER_MALE', 'GENDER_FEMALE']).optional().describe('Everybody when left out'),
  languages: z.array(text(10)).optional().describe('Language codes, such as en; [] for all'),
  operating_systems: z
    .array(z.enum(['ANDROID', 'IOS']))
    .max(1)
    .optional()
    .describe('Exactly one for apps; [] for all'),
  interest_category_ids: ids.optional().describe('From search_interest_categories'),
  interest_keyword_ids: ids.optional().describe('From search_interest_keywords'),
  hashtag_ids: ids.optional().describe('People who watched videos with these, from search_hashtags'),
  audience_ids: ids.optional().describe('Only people in these audiences, from list_audiences'),
  excluded_audience_ids: ids.optional().describe('Nobody in these audiences'),
};

export const Placements = z
  .array(z.enum(['PLACEMENT_TIKTOK', 'PLACEMENT_PANGLE', 'PLACEMENT_GLOBAL_APP_BUNDLE']))
  .min(1);

type Targeting = { [name in keyof typeof targetingFields]?: unknown };

const HASHTAGS = 'HASHTAG_RELATED';

/** The platform keeps hashtags as one entry of `actions`. The other entries in `held` stay. */
export function platformTargeting(
  { hashtag_ids, ...rest }: Targeting,
  held: readonly { action_scene?: string | null | undefined }[] | null = [],
): Record<string, unknown> {
  const watched = {
    action_scene: HASHTAGS,
    action_period: 0,
    video_user_actions: ['VIEW_HASHTAG'],
    action_category_ids: hashtag_ids,
  };
  const actions = [
    ...(held ?? []).filter(({ action_scene }) => action_scene !== HASHTAGS),
    ...(isEmpty(hashtag_ids) ? [] : [watched]),
  ];
  const given = Object.fromEntries(
    Object.keys(targetingFields).flatMap((name) => {
      const value = (rest as Record<string, unknown>)[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return { ...given, ...(hashtag_ids !== undefined && { actions }) };
}
