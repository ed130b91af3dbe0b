import { MINUTE_MS } from '../../../ambient.ts';
import { minorFromDollars } from '../rules/currencies.ts';
import type { ConfiguredStatus, Json } from '../state/shapes.ts';
import { OPTIONS } from '../targeting/options.ts';
import type { Audiences } from './audiences.ts';
import type { AccountPlan } from './companies.ts';
import type { Form } from './creatives.ts';

/** What an account's ad sets can aim at. */
interface Targetable {
  plan: AccountPlan;
  audiences: Audiences;
}

export interface CampaignPlan {
  name: string;
  objective: string;
  goal: string;
  status: ConfiguredStatus;
  /** A budget on the campaign; without it each ad set has its own. */
  daily?: number;
  categories?: string[];
  startedDaysAgo: number;
  endedDaysAgo?: number;
  adSets: AdSetPlan[];
}

export interface AdSetPlan {
  name: string;
  status?: ConfiguredStatus;
  daily?: number;
  startsInDays?: number;
  dynamic?: boolean;
  targeting(account: Targetable): Json;
  ads: AdPlan[];
}

interface AdPlan {
  form: Form;
  status?: ConfiguredStatus;
  afterDays?: number;
  disapproved?: string;
  /** Made just now, still in review. */
  freshMs?: number;
}

const NO_ADVANTAGE = { targeting_automation: { advantage_audience: 0 } };
export const countriesOf = ({ country }: AccountPlan): string[] =>
  country === 'US' ? ['US', 'CA'] : country === 'DE' ? ['DE', 'AT', 'FR'] : [country];
const places = ({ plan }: Targetable): Json => ({ geo_locations: { countries: countriesOf(plan) } });
const chosen = (type: string, ...names: string[]) =>
  (OPTIONS[type] ?? []).filter(({ name }) => names.includes(name)).map(({ id, name }) => ({ id, name }));

const broad = (account: Targetable): Json => ({
  ...places(account),
  age_min: 18,
  age_max: 65,
  targeting_automation: { advantage_audience: 1 },
});
const hikers = (account: Targetable): Json => ({
  ...places(account),
  age_min: 25,
  age_max: 54,
  flexible_spec: [{ interests: chosen('interests', 'Hiking', 'Camping', 'Climbing') }],
  ...NO_ADVANTAGE,
});
const runners = (account: Targetable): Json => ({
  ...places(account),
  age_min: 20,
  age_max: 45,
  genders: [2],
  flexible_spec: [
    { interests: chosen('interests', 'Running', 'Trail running'), behaviors: chosen('behaviors', 'Engaged Shoppers') },
  ],
  publisher_platforms: ['facebook', 'instagram'],
  ...NO_ADVANTAGE,
});
const visitors = (account: Targetable): Json => ({
  ...places(account),
  age_min: 18,
  age_max: 65,
  custom_audiences: [{ id: account.audiences.visitors }],
  excluded_custom_audiences: [{ id: account.audiences.customers }],
  ...NO_ADVANTAGE,
});
const lookalike = (account: Targetable): Json => ({
  ...places(account),
  age_min: 18,
  age_max: 65,
  custom_audiences: [{ id: account.audiences.lookalike }],
  ...NO_ADVANTAGE,
});
const everyone = (account: Targetable): Json => ({ ...places(account), age_min: 18, age_max: 65, ...NO_ADVANTAGE });

const ads = (...forms: Form[]): AdPlan[] => forms.map((form, index) => ({ form, afterDays: index * 9 }));

/** Every status, several objectives, budgets on both levels. Budgets are in dollars. */
const CAMPAIGNS: readonly CampaignPlan[] = [
  {
    name: 'Always on: prospecting',
    objective: 'OUTCOME_SALES',
    goal: 'OFFSITE_CONVERSIONS',
    status: 'ACTIVE',
    daily: 180,
    startedDaysAgo: 400,
    adSets: [
      {
        name: 'Broad',
        targeting: broad,
        ads: [...ads('image', 'video', 'carousel', 'image'), { form: 'video', status: 'PAUSED' }],
      },
      { name: 'Hikers', targeting: hikers, ads: ads('image', 'carousel', 'video', 'image') },
      { name: 'Lookalike of customers', targeting: lookalike, ads: ads('video', 'image', 'image') },
    ],
  },
  {
    name: 'Retargeting: site visitors',
    objective: 'OUTCOME_SALES',
    goal: 'OFFSITE_CONVERSIONS',
    status: 'ACTIVE',
    startedDaysAgo: 380,
    adSets: [
      {
        name: 'Visitors 30 days',
        daily: 60,
        targeting: visitors,
        ads: ads('carousel', 'image', 'video', 'carousel'),
      },
      {
        name: 'Visitors, second try',
        daily: 25,
        status: 'PAUSED',
        targeting: visitors,
        ads: ads('image', 'image'),
      },
    ],
  },
  {
    name: 'Spring launch',
    objective: 'OUTCOME_TRAFFIC',
    goal: 'LANDING_PAGE_VIEWS',
    status: 'PAUSED',
    daily: 75,
    startedDaysAgo: 240,
    endedDaysAgo: 170,
    adSets: [
      { name: 'Runners', targeting: runners, ads: ads('image', 'video', 'carousel') },
      { name: 'Hikers', targeting: hikers, ads: ads('image', 'image') },
    ],
  },
  {
    name: 'Brand film',
    objective: 'OUTCOME_AWARENESS',
    goal: 'REACH',
    status: 'ACTIVE',
    startedDaysAgo: 200,
    adSets: [
      { name: 'Everyone', daily: 90, targeting: everyone, ads: ads('video', 'video', 'video') },
      { name: 'Runners', daily: 40, targeting: runners, ads: ads('video', 'video') },
    ],
  },
  {
    name: 'Newsletter sign-ups',
    objective: 'OUTCOME_LEADS',
    goal: 'LEAD_GENERATION',
    status: 'ACTIVE',
    daily: 45,
    startedDaysAgo: 150,
    adSets: [
      {
        name: 'Lookalike of customers',
        targeting: lookalike,
        ads: [...ads('image', 'image', 'video'), { form: 'image', disapproved: 'Misleading claims' }],
      },
      {
        name: 'Broad',
        targeting: broad,
        ads: [...ads('carousel', 'image'), { form: 'image', freshMs: 4 * MINUTE_MS }],
      },
    ],
  },
  {
    name: 'App installs',
    objective: 'OUTCOME_APP_PROMOTION',
    goal: 'APP_INSTALLS',
    status: 'PAUSED',
    daily: 120,
    startedDaysAgo: 120,
    endedDaysAgo: 60,
    adSets: [{ name: 'Phones', targeting: everyone, ads: ads('video', 'image') }],
  },
  {
    name: 'Community posts',
    objective: 'OUTCOME_ENGAGEMENT',
    goal: 'POST_ENGAGEMENT',
    status: 'ACTIVE',
    startedDaysAgo: 100,
    adSets: [
      {
        name: 'Everyone',
        daily: 20,
        targeting: everyone,
        ads: [...ads('image', 'carousel', 'video'), { form: 'image', status: 'ARCHIVED' }],
      },
    ],
  },
  {
    name: 'Dynamic creative test',
    objective: 'OUTCOME_SALES',
    goal: 'OFFSITE_CONVERSIONS',
    status: 'ACTIVE',
    startedDaysAgo: 75,
    adSets: [
      { name: 'Dynamic images', daily: 35, dynamic: true, targeting: broad, ads: ads('feed') },
      { name: 'Dynamic videos', daily: 35, dynamic: true, targeting: broad, ads: ads('video_feed') },
      { name: 'Dynamic images, runners', daily: 30, dynamic: true, targeting: runners, ads: ads('feed') },
    ],
  },
  {
    name: 'Holiday teaser',
    objective: 'OUTCOME_SALES',
    goal: 'OFFSITE_CONVERSIONS',
    status: 'PAUSED',
    daily: 150,
    startedDaysAgo: 2,
    endedDaysAgo: 2,
    adSets: [{ name: 'Everyone', startsInDays: 14, targeting: everyone, ads: ads('image', 'video') }],
  },
  {
    name: 'Store staff wanted',
    objective: 'OUTCOME_TRAFFIC',
    goal: 'LINK_CLICKS',
    status: 'PAUSED',
    categories: ['EMPLOYMENT'],
    startedDaysAgo: 90,
    endedDaysAgo: 70,
    adSets: [{ name: 'Everyone', daily: 15, targeting: everyone, ads: ads('image') }],
  },
  {
    name: 'Winter clearance',
    objective: 'OUTCOME_SALES',
    goal: 'OFFSITE_CONVERSIONS',
    status: 'ARCHIVED',
    daily: 110,
    startedDaysAgo: 330,
    endedDaysAgo: 285,
    adSets: [{ name: 'Broad', targeting: broad, ads: ads('carousel', 'image') }],
  },
  {
    name: 'Old trial',
    objective: 'OUTCOME_TRAFFIC',
    goal: 'LINK_CLICKS',
    status: 'DELETED',
    daily: 10,
    startedDaysAgo: 350,
    endedDaysAgo: 340,
    adSets: [{ name: 'Everyone', targeting: everyone, ads: ads('image') }],
  },
];

export function campaignPlans({ currency }: AccountPlan): CampaignPlan[] {
  const inCurrency = <Plan extends { daily?: number }>(plan: Plan): Plan =>
    plan.daily === undefined ? plan : { ...plan, daily: minorFromDollars(plan.daily, currency) };
  return CAMPAIGNS.map((plan) => inCurrency({ ...plan, adSets: plan.adSets.map(inCurrency) }));
}

export function smallPlan(): CampaignPlan {
  return {
    name: 'Store visits',
    objective: 'OUTCOME_TRAFFIC',
    goal: 'LINK_CLICKS',
    status: 'ACTIVE',
    daily: 2000,
    startedDaysAgo: 60,
    adSets: [{ name: 'Around the store', targeting: everyone, ads: ads('image') }],
  };
}
