import { z } from 'zod';
import { oneLine } from '../../../tools/fields.ts';
import type { PlannedCampaign, PlannedProblem, PlanObjective } from '../../../tools/media-planning.ts';
import { amount } from '../../../tools/money.ts';
import { look, stop } from '../../../tools/plan-problems.ts';
import { LeadFormId, OrganizationId } from './fields.ts';
import { COST_TYPES, FORMATS, type Format, type Objective } from './objective.ts';

/** What the campaigns of a media plan have in common. */
export const PlanDefaults = z.strictObject({
  organization_id: OrganizationId.optional().describe('Page that advertises (list_organizations)'),
  political_intent: z
    .enum(['NOT_POLITICAL', 'POLITICAL', 'NOT_DECLARED'])
    .optional()
    .describe('Is it political advertising; NOT_DECLARED when left out, to be declared before it runs'),
  locale: z
    .string()
    .refine((text) => /^[a-z]{2}_[A-Z]{2}$/.test(text), 'must be a language with its country, such as de_DE')
    .optional()
    .describe('Language of the ads where a row names none, such as de_DE'),
  campaign_group: oneLine(100)
    .optional()
    .describe(
      'Campaign group (shown as Campaign) for rows that name none; each gets one of its own name when left out',
    ),
  audience_expansion_enabled: z.boolean().optional().describe('Also to members like those targeted; not when left out'),
  offsite_delivery_enabled: z.boolean().optional().describe('Also on the Audience Network; not when left out'),
  cost_type: z
    .enum(COST_TYPES)
    .optional()
    .describe('What bids are for, where the objective takes it; clicks when left out'),
  unit_cost_amount: amount('Bid where a row has none; the platform bids when left out').optional(),
  lead_form_id: LeadFormId.optional().describe('Form of ads for leads (list_lead_forms)'),
  locations: z
    .record(
      z.string().regex(/^[A-Z]{2}$/),
      z.string().refine((urn) => urn.startsWith('urn:li:geo:'), 'must begin with urn:li:geo:'),
    )
    .optional()
    .describe('Places of countries by two letters, such as {"US":"urn:li:geo:103644278"}; found by name when left out'),
});
export type PlanDefaults = z.output<typeof PlanDefaults>;

const OBJECTIVE_OF: Readonly<Record<PlanObjective, Objective | undefined>> = {
  awareness: 'BRAND_AWARENESS',
  traffic: 'WEBSITE_VISIT',
  engagement: 'ENGAGEMENT',
  video_views: 'VIDEO_VIEW',
  leads: 'LEAD_GENERATION',
  sales: 'WEBSITE_CONVERSION',
  app_installs: undefined,
};

const ALLOWED = 'awareness, traffic, engagement, video views, leads or sales';

export function objectiveOf({ objective }: PlannedCampaign): { objective?: Objective; problems: PlannedProblem[] } {
  if (objective === undefined)
    return { problems: [stop('objective', 'A campaign needs an objective, which cannot be changed later.', ALLOWED)] };
  const found = OBJECTIVE_OF[objective];
  if (found) return { objective: found, problems: [] };
  return { problems: [stop('objective', 'The platform has no campaigns for app installs.', ALLOWED)] };
}

/** In words of all platforms; undefined for hiring. */
export function planObjective(objective: string | undefined): PlanObjective | undefined {
  const pairs = Object.entries(OBJECTIVE_OF) as [PlanObjective, Objective | undefined][];
  return pairs.find(([, own]) => own !== undefined && own === objective)?.[0];
}

const WORDS: readonly (readonly [RegExp, Format])[] = [
  [/carousel/i, 'CAROUSEL'],
  [/video/i, 'SINGLE_VIDEO'],
  [/document|pdf/i, 'SPONSORED_UPDATE_NATIVE_DOCUMENT'],
  [/event/i, 'SPONSORED_UPDATE_EVENT'],
  [/conversation/i, 'SPONSORED_MESSAGE'],
  [/in-?mail|message/i, 'SPONSORED_INMAIL'],
  [/spotlight/i, 'SPOTLIGHT'],
  [/follow/i, 'FOLLOW_COMPANY'],
  [/\btext/i, 'TEXT_AD'],
  [/image|picture|sponsored (content|update)|single|post/i, 'STANDARD_UPDATE'],
];

/** The format that the sheet's own word means. */
export function formatOf({ type }: PlannedCampaign): { format?: Format; problems: PlannedProblem[] } {
  const word = type?.trim() ?? '';
  if (word === '') return { problems: [] };
  const format =
    FORMATS.find((one) => one === word.toUpperCase().replace(/[\s-]+/g, '_')) ??
    WORDS.find(([pattern]) => pattern.test(word))?.[1];
  if (format === 'JOBS' || /\bjobs?\b/i.test(word))
    return { problems: [stop('type', "Job ads are made in the platform's own interface.")] };
  if (format) return { format, problems: [] };
  return { problems: [look('type', `"${word}" is no format of ads, so the first ad decides.`)] };
}
