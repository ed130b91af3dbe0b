import type { Automation, Switch } from '../state/shapes.ts';

/** What a seeded advertiser has. Amounts are in dollars and become the account's currency by its ratio. */
export interface CampaignPlan {
  name: string;
  objective: string;
  budgetMode: string;
  budget: number;
  shared?: boolean;
  automation?: Automation;
  goal: string;
  billing: string;
  groups: readonly {
    name: string;
    budget: number;
    placements?: readonly string[];
    ages?: readonly string[];
    /** The text of a third ad, which the review rejected. */
    rejected?: string;
  }[];
  /** What happened after it had run. */
  ended?: Switch | 'DELETE';
  /** Days before the start of the sandbox on which it was made. */
  age: number;
}

const TIKTOK = ['PLACEMENT_TIKTOK'];

export const CAMPAIGN_PLANS: readonly CampaignPlan[] = [
  {
    name: 'Spring sale',
    objective: 'WEB_CONVERSIONS',
    budgetMode: 'BUDGET_MODE_DAY',
    budget: 120,
    goal: 'CONVERT',
    billing: 'OCPM',
    groups: [{ name: 'Buyers', budget: 60, placements: TIKTOK }],
    ended: 'DELETE',
    age: 110,
  },
  {
    name: 'Store traffic',
    objective: 'TRAFFIC',
    budgetMode: 'BUDGET_MODE_INFINITE',
    budget: 0,
    goal: 'CLICK',
    billing: 'CPC',
    groups: [
      { name: 'All ages', budget: 40, placements: TIKTOK },
      {
        name: '25 to 34',
        budget: 30,
        placements: TIKTOK,
        ages: ['AGE_25_34'],
        rejected: 'Guaranteed 100% faster',
      },
      { name: 'Partner apps', budget: 25, placements: ['PLACEMENT_PANGLE'] },
    ],
    age: 90,
  },
  {
    name: 'Autumn sale',
    objective: 'WEB_CONVERSIONS',
    budgetMode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET',
    budget: 180,
    shared: true,
    goal: 'CONVERT',
    billing: 'OCPM',
    groups: [
      { name: 'Runners', budget: 0, placements: TIKTOK },
      { name: 'Hikers', budget: 0, placements: TIKTOK },
    ],
    age: 60,
  },
  {
    name: 'Launch film',
    objective: 'VIDEO_VIEWS',
    budgetMode: 'BUDGET_MODE_TOTAL',
    budget: 9000,
    goal: 'ENGAGED_VIEW',
    billing: 'CPV',
    groups: [{ name: 'Film fans', budget: 50, placements: TIKTOK }],
    ended: 'DISABLE',
    age: 45,
  },
  {
    name: 'Always on',
    objective: 'WEB_CONVERSIONS',
    budgetMode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET',
    budget: 90,
    shared: true,
    automation: 'UPGRADED_SMART_PLUS',
    goal: 'CONVERT',
    billing: 'OCPM',
    groups: [{ name: 'Automatic', budget: 0, placements: TIKTOK }],
    age: 40,
  },
];

export const AD_TEXTS: Readonly<Record<string, readonly string[]>> = {
  en: ['Made to run further', 'New this season', 'See what fits you'],
  ja: ['もっと遠くへ', '今季の新作', 'あなたに合う一足'],
  de: ['Gemacht für weite Wege', 'Neu in dieser Saison', 'Was zu dir passt'],
};
