import type { Problem } from '../../../errors.ts';

/** Which objectives, formats, types, bidding targets and cost types the platform allows together; checked before sending. */
export const OBJECTIVES = [
  'BRAND_AWARENESS',
  'WEBSITE_VISIT',
  'ENGAGEMENT',
  'VIDEO_VIEW',
  'LEAD_GENERATION',
  'WEBSITE_CONVERSION',
  'JOB_APPLICANT',
  'TALENT_LEAD',
] as const;
export type Objective = (typeof OBJECTIVES)[number];

export const TYPES = ['SPONSORED_UPDATES', 'TEXT_AD', 'SPONSORED_INMAILS', 'DYNAMIC'] as const;
export type CampaignType = (typeof TYPES)[number];

export const COST_TYPES = ['CPC', 'CPM', 'CPV'] as const;
export type CostType = (typeof COST_TYPES)[number];

export const TYPE_OF_FORMAT = {
  STANDARD_UPDATE: 'SPONSORED_UPDATES',
  SINGLE_VIDEO: 'SPONSORED_UPDATES',
  CAROUSEL: 'SPONSORED_UPDATES',
  SPONSORED_UPDATE_NATIVE_DOCUMENT: 'SPONSORED_UPDATES',
  SPONSORED_UPDATE_EVENT: 'SPONSORED_UPDATES',
  TEXT_AD: 'TEXT_AD',
  SPONSORED_INMAIL: 'SPONSORED_INMAILS',
  SPONSORED_MESSAGE: 'SPONSORED_INMAILS',
  SPOTLIGHT: 'DYNAMIC',
  FOLLOW_COMPANY: 'DYNAMIC',
  JOBS: 'DYNAMIC',
} as const satisfies Record<string, CampaignType>;
export type Format = keyof typeof TYPE_OF_FORMAT;
export const FORMATS = Object.keys(TYPE_OF_FORMAT) as [Format, ...Format[]];

/** Formats whose ads create_creative makes: all but job ads, because the fields of their content are not published. */
export const MADE_FORMATS = [
  'STANDARD_UPDATE',
  'SINGLE_VIDEO',
  'CAROUSEL',
  'SPONSORED_UPDATE_NATIVE_DOCUMENT',
  'SPONSORED_UPDATE_EVENT',
  'TEXT_AD',
  'SPONSORED_INMAIL',
  'SPONSORED_MESSAGE',
  'SPOTLIGHT',
  'FOLLOW_COMPANY',
] as const satisfies readonly Format[];

const POSTS: readonly Format[] = FORMATS.filter((format) => TYPE_OF_FORMAT[format] === 'SPONSORED_UPDATES');
const MESSAGES: readonly Format[] = ['SPONSORED_INMAIL', 'SPONSORED_MESSAGE'];

interface Offer {
  formats: readonly Format[];
  /** Cost types of bidding by hand. */
  manual: readonly CostType[];
  /** What the platform bids for by itself; the first is the usual one. */
  automatic: readonly string[];
}

const OFFERS: Readonly<Record<Objective, Offer>> = {
  BRAND_AWARENESS: {
    formats: [...POSTS, 'TEXT_AD', 'SPOTLIGHT', 'FOLLOW_COMPANY', 'SPONSORED_MESSAGE'],
    manual: ['CPM'],
    automatic: ['MAX_IMPRESSION', 'MAX_REACH'],
  },
  WEBSITE_VISIT: {
    formats: [...POSTS, 'TEXT_AD', 'SPOTLIGHT', ...MESSAGES],
    manual: ['CPC', 'CPM'],
    automatic: ['MAX_CLICK'],
  },
  ENGAGEMENT: {
    formats: [...POSTS, 'FOLLOW_COMPANY', 'SPONSORED_MESSAGE'],
    manual: ['CPC', 'CPM'],
    automatic: ['MAX_CLICK'],
  },
  VIDEO_VIEW: { formats: ['SINGLE_VIDEO'], manual: ['CPV', 'CPM'], automatic: ['MAX_VIDEO_VIEW'] },
  LEAD_GENERATION: {
    formats: [...POSTS, ...MESSAGES],
    manual: ['CPC', 'CPM'],
    automatic: ['MAX_LEAD', 'MAX_QUALIFIED_LEAD', 'MAX_CLICK', 'MAX_IMPRESSION'],
  },
  WEBSITE_CONVERSION: {
    formats: [...POSTS, 'TEXT_AD', 'SPOTLIGHT', ...MESSAGES],
    manual: ['CPC', 'CPM'],
    automatic: ['MAX_CONVERSION', 'MAX_CLICK'],
  },
  JOB_APPLICANT: {
    formats: ['JOBS', 'SPOTLIGHT', 'STANDARD_UPDATE'],
    manual: ['CPC', 'CPM'],
    automatic: ['MAX_CLICK'],
  },
  TALENT_LEAD: { formats: ['STANDARD_UPDATE'], manual: ['CPC', 'CPM'], automatic: ['MAX_CLICK'] },
};

/** Target cost and cost cap bidding: the platform bids within an amount the caller gives. */
const PRICED: Readonly<Record<string, { objectives: readonly Objective[]; cost: CostType }>> = {
  ENHANCED_CONVERSION: {
    objectives: ['WEBSITE_VISIT', 'WEBSITE_CONVERSION', 'LEAD_GENERATION', 'ENGAGEMENT', 'TALENT_LEAD'],
    cost: 'CPC',
  },
  TARGET_COST_PER_CLICK: { objectives: ['WEBSITE_VISIT', 'ENGAGEMENT'], cost: 'CPC' },
  TARGET_COST_PER_IMPRESSION: { objectives: ['BRAND_AWARENESS'], cost: 'CPM' },
  TARGET_COST_PER_VIDEO_VIEW: { objectives: ['VIDEO_VIEW'], cost: 'CPV' },
  CAP_COST_AND_MAXIMIZE_CLICKS: { objectives: ['WEBSITE_VISIT', 'ENGAGEMENT'], cost: 'CPM' },
  CAP_COST_AND_MAXIMIZE_IMPRESSIONS: { objectives: ['BRAND_AWARENESS'], cost: 'CPM' },
  CAP_COST_AND_MAXIMIZE_VIDEO_VIEWS: { objectives: ['VIDEO_VIEW'], cost: 'CPM' },
  CAP_COST_AND_MAXIMIZE_LEADS: { objectives: ['LEAD_GENERATION'], cost: 'CPM' },
};

export const TARGETS = [
  'NONE',
  ...new Set(Object.values(OFFERS).flatMap(({ automatic }) => automatic)),
  ...Object.keys(PRICED),
] as [string, ...string[]];

export interface Asked {
  type?: CampaignType | undefined;
  format?: Format | undefined;
  objective_type?: Objective | undefined;
  cost_type?: CostType | undefined;
  optimization_target_type?: string | undefined;
  hasBid: boolean;
  /** The objective of the group, which its campaigns share. */
  groupObjective?: string | undefined;
}

export interface Chosen {
  type: CampaignType;
  objective_type: Objective;
  cost_type: CostType;
  optimization_target_type: string;
  /** Why each value was derived that the caller left out. */
  reasons: Readonly<Record<string, string>>;
}

/** Derives the values that were left out, and lists the problems of those that were given. */
export function choose(asked: Asked): { chosen: Chosen; problems: Problem[] } {
  const reasons: Record<string, string> = {};
  const type = typeFor(asked, reasons);
  const objective_type = objectiveFor(asked, type, reasons);
  const optimization_target_type = targetFor(asked, objective_type, reasons);
  const cost_type = costFor(asked, type, objective_type, optimization_target_type, reasons);
  const chosen = { type, objective_type, cost_type, optimization_target_type, reasons };
  return { chosen, problems: problemsWith(asked, chosen) };
}

function typeFor({ type, format }: Asked, reasons: Record<string, string>): CampaignType {
  if (type) return type;
  const found = format ? TYPE_OF_FORMAT[format] : 'SPONSORED_UPDATES';
  reasons.type = format
    ? `${found}, because the format ${format} belongs to it`
    : 'SPONSORED_UPDATES, the usual type, because neither type nor format was given';
  return found;
}

function objectiveFor(
  { objective_type, groupObjective, format }: Asked,
  type: CampaignType,
  reasons: Record<string, string>,
): Objective {
  if (objective_type) return objective_type;
  const inherited = OBJECTIVES.find((one) => one === groupObjective);
  if (inherited) {
    reasons.objective_type = `${inherited}, because the campaign group has it and all its campaigns share it`;
    return inherited;
  }
  const offered = OBJECTIVES.filter((one) => isOffered(OFFERS[one], type, format));
  const usual: Objective =
    format === 'SINGLE_VIDEO'
      ? 'VIDEO_VIEW'
      : format === 'JOBS'
        ? 'JOB_APPLICANT'
        : offered.includes('WEBSITE_VISIT')
          ? 'WEBSITE_VISIT'
          : (offered[0] ?? 'WEBSITE_VISIT');
  reasons.objective_type = `${usual}, the usual one for ${format ?? type}, because the campaign group names none`;
  return usual;
}

function isOffered({ formats }: Offer, type: CampaignType, format: Format | undefined): boolean {
  return format ? formats.includes(format) : formats.some((one) => TYPE_OF_FORMAT[one] === type);
}

/** A given bid means manual bidding. Without one the platform bids, because a manual bid of 0 never delivers. */
function targetFor(asked: Asked, objective: Objective, reasons: Record<string, string>): string {
  if (asked.optimization_target_type) return asked.optimization_target_type;
  if (asked.hasBid) {
    reasons.optimization_target_type = 'NONE (bidding by hand), because unit_cost_amount was given';
    return 'NONE';
  }
  if (asked.cost_type === 'CPC' || asked.cost_type === 'CPV') return 'NONE';
  const [usual = 'MAX_CLICK'] = OFFERS[objective].automatic;
  reasons.optimization_target_type = `${usual} (the platform bids), because no unit_cost_amount was given and a bid of 0 never delivers`;
  return usual;
}

function costFor(
  { cost_type }: Asked,
  type: CampaignType,
  objective: Objective,
  target: string,
  reasons: Record<string, string>,
): CostType {
  if (cost_type) return cost_type;
  const [found, why] = ((): [CostType, string] => {
    if (type === 'SPONSORED_INMAILS') return ['CPM', 'messages are charged by the send'];
    if (target === 'NONE') return [OFFERS[objective].manual[0] ?? 'CPM', `it is the usual one for ${objective}`];
    return [PRICED[target]?.cost ?? 'CPM', `${target} is charged so`];
  })();
  reasons.cost_type = `${found}, because ${why}`;
  return found;
}

function targetsFor(objective: Objective, type: CampaignType): string[] {
  const priced = Object.keys(PRICED).filter((name) => PRICED[name]!.objectives.includes(objective));
  // MAX_REACH is offered for sponsored posts only.
  const automatic = OFFERS[objective].automatic.filter((name) => name !== 'MAX_REACH' || type === 'SPONSORED_UPDATES');
  return ['NONE', ...automatic, ...priced];
}

function problemsWith(asked: Asked, chosen: Chosen): Problem[] {
  return [...kindProblems(asked, chosen), ...biddingProblems(asked, chosen)];
}

const outside = (field: string, message: string, allowed: readonly string[]): Problem => ({
  field,
  message: `${message}; allowed: ${allowed.join(', ')}`,
  allowed_values: allowed,
});

/** Problems of type, format and objective. */
function kindProblems({ format, groupObjective, objective_type: asked }: Asked, chosen: Chosen): Problem[] {
  const { type, objective_type } = chosen;
  const formats = FORMATS.filter((one) => TYPE_OF_FORMAT[one] === type);
  const offered = MADE_FORMATS.filter((one) => TYPE_OF_FORMAT[one] === type);
  const problems: Problem[] = [];
  if (format && !formats.includes(format))
    problems.push(outside('format', `${format} is no format of type ${type}`, offered));
  if (type === 'DYNAMIC' && !format) problems.push(outside('format', 'is required with type DYNAMIC', offered));
  if (groupObjective && asked && groupObjective !== asked)
    problems.push(outside('objective_type', 'must be that of the campaign group', [groupObjective]));
  if (!isOffered(OFFERS[objective_type], type, format)) {
    const fitting = OBJECTIVES.filter((one) => isOffered(OFFERS[one], type, format));
    problems.push(outside('objective_type', `${objective_type} is not offered for ${format ?? type}`, fitting));
  }
  return problems;
}

/** Problems of bidding target, cost type and bid. */
function biddingProblems({ format, hasBid }: Asked, chosen: Chosen): Problem[] {
  const { type, objective_type, cost_type, optimization_target_type: target } = chosen;
  const [byHand, priced] = [target === 'NONE', PRICED[target]];
  const targets = targetsFor(objective_type, type);
  const costs =
    type === 'SPONSORED_INMAILS' ? ['CPM'] : byHand ? OFFERS[objective_type].manual : [priced?.cost ?? 'CPM'];
  const problems: Problem[] = [];
  if (!targets.includes(target)) {
    const message = `${target} does not go with ${objective_type} (NONE is by hand)`;
    problems.push(outside('optimization_target_type', message, targets));
  }
  if (!costs.includes(cost_type))
    problems.push(outside('cost_type', `${cost_type} does not go with ${byHand ? objective_type : target}`, costs));
  if (cost_type === 'CPV' && format !== 'SINGLE_VIDEO') {
    const others = costs.filter((one) => one !== 'CPV');
    problems.push(outside('cost_type', 'CPV is for the format SINGLE_VIDEO', others));
  }
  if ((byHand || priced) && !hasBid)
    problems.push({
      field: 'unit_cost_amount',
      message: `is required for ${byHand ? `bidding by hand (${cost_type})` : target}: a bid of 0 is saved and never delivers. Leave out cost_type and optimization_target_type to let the platform bid`,
    });
  if (targets.includes(target) && !priced && !byHand && hasBid)
    problems.push({
      field: 'unit_cost_amount',
      message: `cannot be combined with ${target}, where the platform bids by itself`,
    });
  return problems;
}

/** Only posts other than events run on the Audience Network. */
export function canGoOffsite(type: string, format: string | undefined): boolean {
  return type === 'SPONSORED_UPDATES' && format !== 'SPONSORED_UPDATE_EVENT';
}
