import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';
import { needs, onlyWith } from '../../../tools/rules.ts';
import { microsOf } from '../money.ts';
import { idOf } from './wire/operation.ts';
import type { Row } from './wire/row.ts';

export const IMPRESSION_PLACES = ['ANYWHERE_ON_PAGE', 'TOP_OF_PAGE', 'ABSOLUTE_TOP_OF_PAGE'] as const;

/** A return is a factor on the platform; people often speak of it as a percentage. */
export const roas = () => z.number().min(0.01, 'must be at least 0.01').max(1000, 'must be at most 1000: 3.5 is 350 %');
const ROAS_USUAL_MAX = 50;

export function unusualRoas(target: number | string | undefined): string[] {
  return typeof target === 'number' && target > ROAS_USUAL_MAX
    ? [`A target_roas of ${target} is ${target * 100} %, which hardly any campaign reaches: 3.5 is 350 %.`]
    : [];
}

export const impressionShare = () => {
  const message = 'must be a share from 0.01 to 1: 0.65 is 65 %';
  return z.number().min(0.01, message).max(1, message);
};

export interface BiddingTargets {
  target_cpa?: string | undefined;
  target_roas?: number | 'none' | undefined;
  max_cpc?: string | undefined;
  impression_share?: number | undefined;
  impression_place?: (typeof IMPRESSION_PLACES)[number] | undefined;
}
export type Target = keyof BiddingTargets;

interface Strategy {
  /** The platform's name, where it differs from ours. */
  calledThere?: string;
  /** What to use instead where the platform no longer takes it. */
  successor?: string;
  /** The campaign's field that holds it. */
  holder: string;
  /** The field named in the mask when there is no target: a campaign changes strategy when a field of the new one is in the mask. */
  leaf?: string;
  types: readonly string[];
  targets: Partial<Record<Target, string>>;
  needs?: readonly Target[];
  /** It cannot use a shared budget. */
  alone?: true;
  /** It sets the bids itself: those of keywords and ad groups are not used. */
  automatic: boolean;
}

const STRATEGIES = {
  MANUAL_CPC: {
    holder: 'manualCpc',
    leaf: 'enhancedCpcEnabled',
    types: ['SEARCH', 'DISPLAY', 'SHOPPING', 'HOTEL'],
    targets: {},
    automatic: false,
  },
  MAXIMIZE_CLICKS: {
    calledThere: 'TARGET_SPEND',
    holder: 'targetSpend',
    leaf: 'cpcBidCeilingMicros',
    types: ['SEARCH', 'DISPLAY', 'SHOPPING', 'DEMAND_GEN'],
    targets: { max_cpc: 'cpcBidCeilingMicros' },
    automatic: true,
  },
  MAXIMIZE_CONVERSIONS: {
    holder: 'maximizeConversions',
    leaf: 'targetCpaMicros',
    types: ['SEARCH', 'DISPLAY', 'PERFORMANCE_MAX', 'DEMAND_GEN', 'MULTI_CHANNEL'],
    targets: { target_cpa: 'targetCpaMicros' },
    alone: true,
    automatic: true,
  },
  MAXIMIZE_CONVERSION_VALUE: {
    holder: 'maximizeConversionValue',
    leaf: 'targetRoas',
    types: ['SEARCH', 'DISPLAY', 'SHOPPING', 'PERFORMANCE_MAX', 'DEMAND_GEN', 'MULTI_CHANNEL'],
    targets: { target_roas: 'targetRoas' },
    alone: true,
    automatic: true,
  },
  TARGET_IMPRESSION_SHARE: {
    holder: 'targetImpressionShare',
    types: ['SEARCH'],
    targets: {
      max_cpc: 'cpcBidCeilingMicros',
      impression_share: 'locationFractionMicros',
      impression_place: 'location',
    },
    needs: ['max_cpc', 'impression_share', 'impression_place'],
    automatic: true,
  },
  TARGET_CPA: {
    successor: 'MAXIMIZE_CONVERSIONS with target_cpa',
    holder: 'targetCpa',
    types: ['DISPLAY', 'MULTI_CHANNEL'],
    targets: { target_cpa: 'targetCpaMicros' },
    needs: ['target_cpa'],
    automatic: true,
  },
  TARGET_ROAS: {
    successor: 'MAXIMIZE_CONVERSION_VALUE with target_roas',
    holder: 'targetRoas',
    types: ['DISPLAY', 'SHOPPING', 'MULTI_CHANNEL'],
    targets: { target_roas: 'targetRoas' },
    needs: ['target_roas'],
    automatic: true,
  },
  MANUAL_CPM: { holder: 'manualCpm', types: ['DISPLAY'], targets: {}, automatic: false },
} as const satisfies Readonly<Record<string, Strategy>>;

export type Bidding = keyof typeof STRATEGIES;
export const BIDDING = Object.keys(STRATEGIES) as [Bidding, ...Bidding[]];
/** Strategies of the campaign types that create_campaign makes. */
export const BIDDING_OF_NEW = BIDDING.filter((name) => takes(name, 'SEARCH') || takes(name, 'PERFORMANCE_MAX'));

export const TARGETS: readonly Target[] = [
  'target_cpa',
  'target_roas',
  'max_cpc',
  'impression_share',
  'impression_place',
];

/** The argument that clears an optional target. */
export const NO_TARGET = 'none';

export function ruleOf(strategy: Bidding): Strategy {
  return STRATEGIES[strategy];
}

function takes(strategy: Bidding, type: string): boolean {
  return ruleOf(strategy).types.includes(type);
}

/** Our name for the strategy a campaign has; the platform's own for those we cannot set. */
export function strategyShown({ campaign }: Row): string | undefined {
  return strategyNamed(campaign?.biddingStrategyType);
}

export function strategyNamed(there: string | undefined): string | undefined {
  return BIDDING.find((name) => there !== undefined && ruleOf(name).calledThere === there) ?? there;
}

/** True when bids of keywords and ad groups are not used. */
export function bidsByItself(strategy: string | undefined): boolean {
  return strategy !== undefined && !/^(MANUAL|PERCENT|ENHANCED)_/.test(strategy);
}

/** A warning where a bid was given that the campaign does not use. */
export function unusedBids(rows: readonly Row[], bid: unknown): { notes?: string[] } {
  if (bid === undefined) return {};
  const unused = new Map(rows.map((row) => [row.campaign?.id, strategyShown(row)]));
  const notes = [...unused].flatMap(([id, strategy]) =>
    bidsByItself(strategy)
      ? [
          `The campaign ${id} bids by ${strategy}: it sets bids itself and does not use the cpc_bid. Its targets are changed with update_campaign.`,
        ]
      : [],
  );
  return notes.length > 0 ? { notes } : {};
}

/** Targets that a strategy does not have. */
export function targetProblems(strategy: Bidding, targets: BiddingTargets): Problem[] {
  return TARGETS.flatMap((target) =>
    onlyWith({ ...targets, bidding_strategy: strategy }, target, { bidding_strategy: ownersOf(target) }),
  );
}

/** Targets without which a strategy cannot be taken up. */
export function missingTargets(strategy: Bidding, targets: BiddingTargets): Problem[] {
  return (ruleOf(strategy).needs ?? []).flatMap((target) =>
    needs({ bidding_strategy: strategy, ...targets }, { bidding_strategy: strategy }, target),
  );
}

/** What is wrong with a strategy for a campaign of this type and with such a budget. */
export function biddingMisfits(strategy: Bidding, type: string, budgetIsShared: boolean): Problem[] {
  const allowed = BIDDING.filter((name) => takes(name, type) && !(budgetIsShared && ruleOf(name).alone));
  if (allowed.includes(strategy)) return [];
  const why = takes(strategy, type) ? 'its budget is shared with other campaigns' : `it is of type ${type}`;
  const same = takes(strategy, type) ? undefined : ruleOf(strategy).successor;
  const can = allowed.length > 0 ? `it can bid by ${allowed.join(', ')}` : 'its bidding cannot be changed';
  return [
    {
      field: 'bidding_strategy',
      message: `a campaign cannot have ${strategy} when ${why}; ${can}${same ? `; ${same} does the same` : ''}`,
      allowed_values: allowed,
    },
  ];
}

/** The strategy as the platform's message for a new campaign. */
export function biddingFields(
  strategy: Bidding,
  targets: BiddingTargets,
  currency: string | undefined,
): Record<string, unknown> {
  return { [ruleOf(strategy).holder]: targetFields(strategy, targets, currency) };
}

function targetFields(strategy: Bidding, targets: BiddingTargets, currency: string | undefined) {
  const fields = Object.entries(ruleOf(strategy).targets) as [Target, string][];
  return Object.fromEntries(
    fields.flatMap(([target, field]) =>
      targets[target] === undefined ? [] : [[field, sentAs(target, targets[target], currency)]],
    ),
  );
}

export function sentAs(target: Target, value: string | number, currency: string | undefined): string | number | null {
  if (value === NO_TARGET) return null;
  if (target === 'target_cpa' || target === 'max_cpc') return microsOf(target, String(value), currency);
  return target === 'impression_share' ? String(Math.round(Number(value) * 1_000_000)) : value;
}

/** A strategy or targets for a campaign that exists. Targets of the strategy it has already stay unless they are named. */
export function changedBidding(
  row: Row,
  { bidding_strategy, ...targets }: BiddingTargets & { bidding_strategy?: Bidding | undefined },
  budgetIsShared: boolean,
): Record<string, unknown> {
  const portfolio = row.campaign?.biddingStrategy;
  if (portfolio && bidding_strategy === undefined) refuseTargets(targets, idOf(portfolio));
  // A campaign that leaves its portfolio takes up a strategy of its own, even one of the same name.
  const held = portfolio ? undefined : strategyShown(row);
  const strategy = bidding_strategy ?? BIDDING.find((name) => name === held);
  const problems: Problem[] =
    bidding_strategy !== undefined && bidding_strategy !== held
      ? [
          ...biddingMisfits(bidding_strategy, row.campaign?.advertisingChannelType ?? 'UNKNOWN', budgetIsShared),
          ...missingTargets(bidding_strategy, targets),
        ]
      : TARGETS.filter(
          (target) => targets[target] !== undefined && !(strategy && ruleOf(strategy).targets[target]),
        ).map((field) => ({
          field,
          message: `only a campaign with ${ownersOf(field).join(' or ')} has it; this one bids by ${held}`,
        }));
  problems.push(...unclearable(strategy, targets));
  if (problems.length > 0) throw invalidArguments(problems);
  if (strategy === undefined) return {};
  const { holder, leaf } = ruleOf(strategy);
  const fields = targetFields(strategy, targets, row.customer?.currencyCode);
  if (strategy === held) return Object.keys(fields).length > 0 ? { [holder]: fields } : {};
  if (leaf === undefined) return { [holder]: fields };
  return { [holder]: { [leaf]: leaf === 'enhancedCpcEnabled' ? false : null, ...fields } };
}

function refuseTargets(targets: BiddingTargets, portfolio: string): void {
  const given = TARGETS.filter((target) => targets[target] !== undefined);
  if (given.length === 0) return;
  const message = `belongs to the portfolio strategy ${portfolio}, which update_bidding_strategy changes for all its campaigns; with bidding_strategy the campaign leaves it`;
  throw invalidArguments(given.map((field) => ({ field, message })));
}

function unclearable(strategy: Bidding | undefined, targets: BiddingTargets): Problem[] {
  return ((strategy && ruleOf(strategy).needs) ?? [])
    .filter((target) => targets[target] === NO_TARGET)
    .map((field) => ({ field, message: `cannot be "${NO_TARGET}": ${strategy} does not work without it` }));
}

function ownersOf(target: Target): Bidding[] {
  return BIDDING.filter((name) => ruleOf(name).targets[target] !== undefined);
}
