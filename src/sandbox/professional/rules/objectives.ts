import type { Campaign } from '../state/shapes.ts';

/** The plural names in some of the platform's documents are refused. */
export const OBJECTIVES = [
  'BRAND_AWARENESS',
  'ENGAGEMENT',
  'WEBSITE_VISIT',
  'VIDEO_VIEW',
  'LEAD_GENERATION',
  'WEBSITE_CONVERSION',
  'JOB_APPLICANT',
  'TALENT_LEAD',
  'WEBSITE_TRAFFIC',
  'CREATIVE_ENGAGEMENT',
  'CONVERSATION_STARTER',
];

/** What can be optimised for, with the objectives and the cost types it goes with. */
const TARGETS: Readonly<Record<string, { objectives: readonly string[]; costs: readonly string[] }>> = {
  ENHANCED_CONVERSION: {
    objectives: ['WEBSITE_VISIT', 'WEBSITE_CONVERSION', 'LEAD_GENERATION', 'ENGAGEMENT', 'TALENT_LEAD'],
    costs: ['CPC'],
  },
  MAX_IMPRESSION: { objectives: ['BRAND_AWARENESS', 'LEAD_GENERATION'], costs: ['CPM'] },
  MAX_REACH: { objectives: ['BRAND_AWARENESS'], costs: ['CPM'] },
  MAX_CLICK: {
    objectives: [
      'WEBSITE_VISIT',
      'ENGAGEMENT',
      'JOB_APPLICANT',
      'TALENT_LEAD',
      'LEAD_GENERATION',
      'WEBSITE_CONVERSION',
    ],
    costs: ['CPM'],
  },
  MAX_CONVERSION: { objectives: ['WEBSITE_CONVERSION'], costs: ['CPM'] },
  MAX_VIDEO_VIEW: { objectives: ['VIDEO_VIEW'], costs: ['CPM', 'CPV'] },
  MAX_LEAD: { objectives: ['LEAD_GENERATION'], costs: ['CPM'] },
  MAX_QUALIFIED_LEAD: { objectives: ['LEAD_GENERATION'], costs: ['CPM'] },
  TARGET_COST_PER_CLICK: { objectives: ['WEBSITE_VISIT', 'ENGAGEMENT'], costs: ['CPC'] },
  TARGET_COST_PER_IMPRESSION: { objectives: ['BRAND_AWARENESS'], costs: ['CPM'] },
  TARGET_COST_PER_VIDEO_VIEW: { objectives: ['VIDEO_VIEW'], costs: ['CPV'] },
  CAP_COST_AND_MAXIMIZE_CLICKS: { objectives: ['WEBSITE_VISIT', 'ENGAGEMENT'], costs: ['CPM'] },
  CAP_COST_AND_MAXIMIZE_IMPRESSIONS: { objectives: ['BRAND_AWARENESS'], costs: ['CPM'] },
  CAP_COST_AND_MAXIMIZE_VIDEO_VIEWS: { objectives: ['VIDEO_VIEW'], costs: ['CPM'] },
  CAP_COST_AND_MAXIMIZE_LEADS: { objectives: ['LEAD_GENERATION'], costs: ['CPM'] },
};
export const TARGET_NAMES = ['NONE', ...Object.keys(TARGETS)];

const SPONSORED = [
  'STANDARD_UPDATE',
  'SINGLE_VIDEO',
  'CAROUSEL',
  'SPONSORED_UPDATE_NATIVE_DOCUMENT',
  'SPONSORED_UPDATE_EVENT',
];
const MESSAGES = ['SPONSORED_INMAIL', 'SPONSORED_MESSAGE'];

const FORMATS_OF: Readonly<Record<string, readonly string[]>> = {
  SPONSORED_UPDATES: SPONSORED,
  TEXT_AD: ['TEXT_AD'],
  SPONSORED_INMAILS: MESSAGES,
  DYNAMIC: ['SPOTLIGHT', 'FOLLOW_COMPANY', 'JOBS'],
};
export const TYPES = Object.keys(FORMATS_OF);
export const FORMATS = Object.values(FORMATS_OF).flat();

const MANUAL: Readonly<Record<string, { costs: readonly string[]; formats: readonly string[] }>> = {
  BRAND_AWARENESS: {
    costs: ['CPM'],
    formats: [...SPONSORED, 'TEXT_AD', 'SPOTLIGHT', 'FOLLOW_COMPANY', 'SPONSORED_MESSAGE'],
  },
  WEBSITE_VISIT: { costs: ['CPC', 'CPM'], formats: [...SPONSORED, 'TEXT_AD', 'SPOTLIGHT', ...MESSAGES] },
  ENGAGEMENT: { costs: ['CPC', 'CPM'], formats: [...SPONSORED, 'FOLLOW_COMPANY', 'SPONSORED_MESSAGE'] },
  VIDEO_VIEW: { costs: ['CPV', 'CPM'], formats: ['SINGLE_VIDEO'] },
  LEAD_GENERATION: { costs: ['CPC', 'CPM'], formats: [...SPONSORED, ...MESSAGES] },
  WEBSITE_CONVERSION: { costs: ['CPC', 'CPM'], formats: [...SPONSORED, 'TEXT_AD', 'SPOTLIGHT', ...MESSAGES] },
  JOB_APPLICANT: { costs: ['CPC', 'CPM'], formats: ['JOBS', 'SPOTLIGHT', 'STANDARD_UPDATE'] },
  TALENT_LEAD: { costs: ['CPC', 'CPM'], formats: ['STANDARD_UPDATE'] },
};

/** Without a format the type alone decides, by whether any of its formats would do. */
export function isOffered(campaign: Campaign): boolean {
  const { objectiveType: objective, type, format, costType } = campaign;
  const target = campaign.optimizationTargetType ?? 'NONE';
  if (format !== undefined && !FORMATS_OF[type]?.includes(format)) return false;
  if (objective === undefined) return true;
  const known = MANUAL[objective];
  if (!known) return true;
  const formats = format === undefined ? (FORMATS_OF[type] ?? []) : [format];
  if (!formats.some((one) => known.formats.includes(one))) return false;
  if (target === 'MAX_REACH' && type !== 'SPONSORED_UPDATES') return false;
  if (costType === 'CPV' && format !== 'SINGLE_VIDEO') return false;
  // Messages are charged by the send, which another rule says in its own words.
  if (type === 'SPONSORED_INMAILS') return target === 'NONE' || TARGETS[target]!.objectives.includes(objective);
  if (target === 'NONE') return known.costs.includes(costType);
  return TARGETS[target]!.objectives.includes(objective) && TARGETS[target]!.costs.includes(costType);
}

/** Targets for which the platform bids. */
export function isAutomatic(campaign: Pick<Campaign, 'optimizationTargetType'>): boolean {
  return campaign.optimizationTargetType?.startsWith('MAX_') ?? false;
}
