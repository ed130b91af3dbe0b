import type { PlannedCampaign, PlannedProblem, PlanObjective } from '../../../tools/media-planning.ts';
import { withoutDefault } from '../../../tools/plan-problems.ts';
import type { PlanDefaults } from './plan-defaults.ts';

/** What an objective of a media plan is on this platform. */
export interface PlanGoal {
  objective: string;
  /** Further arguments of the campaign, its ad groups and its ads. */
  campaign: Readonly<Record<string, unknown>>;
  group: Readonly<Record<string, unknown>> & { optimization_goal: string };
  ad: Readonly<Record<string, unknown>>;
  /** Its ads lead to a website. */
  needsLink?: true;
}

/** The platform refuses REACH without a frequency cap; 3 times in 7 days is our choice. */
const USUAL_FREQUENCY = { times: 3, days: 7 };

/** The objective's own cell, or the campaign's where a default says it. */
export function objectiveField({ cells }: PlannedCampaign): string {
  return cells.objective === undefined ? 'name' : 'objective';
}

/** What an objective is, and the defaults that it needs and the workspace lacks. */
export function goalOf(
  objective: PlanObjective,
  defaults: PlanDefaults,
  field: string,
): { goal: PlanGoal; problems: PlannedProblem[] } {
  const { lacks = [], ...found } = GOALS[objective](defaults);
  const missing = lacks.join(', ');
  const problems = missing
    ? [
        withoutDefault(
          field,
          `Campaigns for ${objective} need the default ${missing} of video.`,
          `Set ${missing} in the defaults`,
        ),
      ]
    : [];
  return { goal: { campaign: {}, ad: {}, ...found }, problems };
}

type Found = Pick<PlanGoal, 'objective' | 'group'> & Partial<PlanGoal> & { lacks?: string[] };

const unset = (values: Record<string, unknown>) => Object.keys(values).filter((name) => values[name] === undefined);

const GOALS: Readonly<Record<PlanObjective, (defaults: PlanDefaults) => Found>> = {
  awareness: ({ frequency = USUAL_FREQUENCY.times, frequency_days = USUAL_FREQUENCY.days }) => ({
    objective: 'REACH',
    group: { optimization_goal: 'REACH', frequency, frequency_days },
  }),
  traffic: () => ({
    objective: 'TRAFFIC',
    group: { optimization_goal: 'CLICK', promotion_type: 'WEBSITE' },
    needsLink: true,
  }),
  engagement: () => ({ objective: 'ENGAGEMENT', group: { optimization_goal: 'FOLLOWERS' } }),
  video_views: () => ({ objective: 'VIDEO_VIEWS', group: { optimization_goal: 'ENGAGED_VIEW' } }),
  leads: ({ instant_form_id }) => ({
    objective: 'LEAD_GENERATION',
    group: { optimization_goal: 'LEAD_GENERATION', promotion_type: 'LEAD_GENERATION' },
    ad: { page_id: instant_form_id },
    lacks: unset({ instant_form_id }),
  }),
  app_installs: ({ app_id, app_system }) => ({
    objective: 'APP_PROMOTION',
    campaign: { app_promotion_type: 'APP_INSTALL' },
    group: {
      optimization_goal: 'INSTALL',
      promotion_type: `APP_${app_system}`,
      app_id,
      operating_systems: [app_system],
    },
    lacks: unset({ app_id, app_system }),
  }),
  sales: ({ pixel_id, optimization_event = 'SHOPPING' }) => ({
    objective: 'WEB_CONVERSIONS',
    group: { optimization_goal: 'CONVERT', promotion_type: 'WEBSITE', pixel_id, optimization_event },
    needsLink: true,
    lacks: unset({ pixel_id }),
  }),
};

const WORDS: Readonly<Record<string, PlanObjective>> = {
  REACH: 'awareness',
  RF_REACH: 'awareness',
  TRAFFIC: 'traffic',
  ENGAGEMENT: 'engagement',
  VIDEO_VIEWS: 'video_views',
  LEAD_GENERATION: 'leads',
  APP_PROMOTION: 'app_installs',
  WEB_CONVERSIONS: 'sales',
  PRODUCT_SALES: 'sales',
};

export function objectiveWord(objective: string): PlanObjective | undefined {
  return WORDS[objective];
}
