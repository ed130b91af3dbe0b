import type { PlannedCampaign, PlannedProblem, PlanObjective } from '../../../tools/media-planning.ts';
import { withoutDefault } from '../../../tools/plan-problems.ts';
import type { PlanDefaults } from './plan-defaults.ts';

/** What an objective of a media plan is on this platform. */
export interface PlanGoal {
  objective: string;
  /** Further arguments of the campaign and of its ad sets. */
  campaign: Readonly<Record<string, unknown>>;
  group: Readonly<Record<string, unknown>> & { optimization_goal: string };
  /** Its ad sets promote a page, which then also speaks in the ads. */
  promotesPage?: true;
  needsVideo?: true;
  leadForm?: string | undefined;
  /** The destination type of its ad sets; no column of a sheet changes it. */
  link?: string | undefined;
  button?: string;
  system?: string;
}

const OBJECTIVES: Readonly<Record<PlanObjective, string>> = {
  awareness: 'OUTCOME_AWARENESS',
  traffic: 'OUTCOME_TRAFFIC',
  engagement: 'OUTCOME_ENGAGEMENT',
  video_views: 'OUTCOME_ENGAGEMENT',
  leads: 'OUTCOME_LEADS',
  app_installs: 'OUTCOME_APP_PROMOTION',
  sales: 'OUTCOME_SALES',
};

/** The objective's own cell, or the campaign's where a default says it. */
export function objectiveField({ cells }: PlannedCampaign): string {
  return cells.objective === undefined ? 'name' : 'objective';
}

/** What an objective is, and a problem that names the defaults it needs and the workspace lacks. */
export function goalOf(
  objective: PlanObjective,
  defaults: PlanDefaults,
  field: string,
): { goal: PlanGoal; problems: PlannedProblem[] } {
  const { lacks = [], ...found } = GOALS[objective](defaults);
  const goal = { campaign: {}, ...found, objective: OBJECTIVES[objective] };
  const missing = lacks.join(', ');
  const problems = missing
    ? [
        withoutDefault(
          field,
          `Campaigns for ${objective} need the default ${missing} of social.`,
          `Set ${missing} in the defaults`,
        ),
      ]
    : [];
  return { goal, problems };
}

type Found = Omit<PlanGoal, 'objective' | 'campaign'> & { campaign?: PlanGoal['campaign']; lacks?: string[] };

const unset = (values: Record<string, unknown>) => Object.keys(values).filter((name) => values[name] === undefined);

/** A goal for which an ad set promotes the page. */
function onPage({ page_id }: PlanDefaults, optimization_goal: string, destination_type?: string): Found {
  return {
    group: { optimization_goal, ...(destination_type && { destination_type }), promoted_object: { page_id } },
    promotesPage: true,
    lacks: unset({ page_id }),
  };
}

function onPixel({ pixel_id }: PlanDefaults, custom_event_type: string): Found {
  return {
    group: {
      optimization_goal: 'OFFSITE_CONVERSIONS',
      destination_type: 'WEBSITE',
      promoted_object: { pixel_id, custom_event_type },
    },
    lacks: unset({ pixel_id }),
  };
}

const GOALS: Readonly<Record<PlanObjective, (defaults: PlanDefaults) => Found>> = {
  awareness: (defaults) => onPage(defaults, 'REACH'),
  traffic: () => ({ group: { optimization_goal: 'LINK_CLICKS', destination_type: 'WEBSITE' } }),
  engagement: (defaults) => onPage(defaults, 'POST_ENGAGEMENT', 'ON_POST'),
  video_views: (defaults) => ({ ...onPage(defaults, 'THRUPLAY', 'ON_VIDEO'), needsVideo: true }),
  leads: (defaults) => {
    if (defaults.lead_form_id)
      return { ...onPage(defaults, 'LEAD_GENERATION', 'ON_AD'), leadForm: defaults.lead_form_id, button: 'SIGN_UP' };
    const lacks = defaults.pixel_id ? [] : ['lead_form_id (or pixel_id, for leads on a website)'];
    return { ...onPixel(defaults, 'LEAD'), lacks };
  },
  app_installs: appGoal,
  sales: (defaults) => {
    const event = defaults.conversion_event ?? 'PURCHASE';
    const noSale =
      event === 'LEAD' ? ['conversion_event (a sale, such as PURCHASE; LEAD belongs to the objective leads)'] : [];
    return { ...onPixel(defaults, event), lacks: [...unset({ pixel_id: defaults.pixel_id }), ...noSale] };
  },
};

function appGoal(defaults: PlanDefaults): Found {
  const { application_id, object_store_url: store } = defaults;
  const isAndroid = store !== undefined && /play\.google\.com/.test(store);
  // Installs on Android are never counted the way of iOS 14; for other stores somebody has to say it.
  const attribution = isAndroid ? false : defaults.is_skadnetwork_attribution;
  const app = { application_id, object_store_url: store };
  return {
    campaign: { is_skadnetwork_attribution: attribution, ...(attribution && app) },
    group: { optimization_goal: 'APP_INSTALLS', promoted_object: app },
    link: store,
    button: 'INSTALL_MOBILE_APP',
    ...(isAndroid ? { system: 'Android' } : store && /apple\.com/.test(store) ? { system: 'iOS' } : {}),
    lacks: unset({ ...app, ...(store && { is_skadnetwork_attribution: attribution }) }),
  };
}

/** Former objectives are still read on old campaigns. */
const WORDS: Readonly<Record<string, PlanObjective>> = {
  OUTCOME_AWARENESS: 'awareness',
  OUTCOME_TRAFFIC: 'traffic',
  OUTCOME_LEADS: 'leads',
  OUTCOME_SALES: 'sales',
  OUTCOME_APP_PROMOTION: 'app_installs',
  BRAND_AWARENESS: 'awareness',
  REACH: 'awareness',
  LINK_CLICKS: 'traffic',
  VIDEO_VIEWS: 'video_views',
  POST_ENGAGEMENT: 'engagement',
  PAGE_LIKES: 'engagement',
  LEAD_GENERATION: 'leads',
  APP_INSTALLS: 'app_installs',
  CONVERSIONS: 'sales',
  PRODUCT_CATALOG_SALES: 'sales',
};

/** Views of videos are a goal of ad sets here, no objective: without ad sets, engagement may mean them. */
export function objectiveWord(objective: string | undefined, goals: readonly string[]): PlanObjective | undefined {
  const isVideo = goals.length > 0 && goals.every((goal) => goal === 'THRUPLAY');
  if (isVideo && (objective === 'OUTCOME_ENGAGEMENT' || objective === 'OUTCOME_AWARENESS')) return 'video_views';
  if (objective === 'OUTCOME_ENGAGEMENT') return goals.length > 0 ? 'engagement' : undefined;
  return WORDS[objective ?? ''];
}
