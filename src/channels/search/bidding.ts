import { invalidArguments, type Problem } from '../../errors.ts';
import { onlyWith } from '../../tools/rules.ts';
import { microsOf } from './money.ts';
import type { Row } from './wire.ts';

export const BIDDING = ['MANUAL_CPC', 'MAXIMIZE_CLICKS', 'MAXIMIZE_CONVERSIONS', 'MAXIMIZE_CONVERSION_VALUE'] as const;
export type Bidding = (typeof BIDDING)[number];

export interface BiddingTargets {
  target_cpa?: string | undefined;
  target_roas?: number | undefined;
  max_cpc?: string | undefined;
}

/** Each target belongs to one strategy. */
const TARGET_OF: Readonly<Record<keyof BiddingTargets, Bidding>> = {
  target_cpa: 'MAXIMIZE_CONVERSIONS',
  target_roas: 'MAXIMIZE_CONVERSION_VALUE',
  max_cpc: 'MAXIMIZE_CLICKS',
};

export function biddingProblems(strategy: Bidding, targets: BiddingTargets): Problem[] {
  return Object.entries(TARGET_OF).flatMap(([field, owner]) =>
    onlyWith({ ...targets, bidding_strategy: strategy }, field, { bidding_strategy: owner }),
  );
}

/** The strategy as the platform's message for a new campaign. */
export function biddingFields(
  strategy: Bidding,
  { target_cpa, target_roas, max_cpc }: BiddingTargets,
  currency: string | undefined,
): Record<string, unknown> {
  switch (strategy) {
    case 'MANUAL_CPC':
      return { manualCpc: {} };
    case 'MAXIMIZE_CLICKS':
      return {
        targetSpend: max_cpc === undefined ? {} : { cpcBidCeilingMicros: microsOf('max_cpc', max_cpc, currency) },
      };
    case 'MAXIMIZE_CONVERSIONS':
      return {
        maximizeConversions:
          target_cpa === undefined ? {} : { targetCpaMicros: microsOf('target_cpa', target_cpa, currency) },
      };
    case 'MAXIMIZE_CONVERSION_VALUE':
      return { maximizeConversionValue: target_roas === undefined ? {} : { targetRoas: target_roas } };
  }
}

/** Where a target stands in a campaign that bids this way. */
const CPA_HOLDERS: Readonly<Record<string, string>> = {
  MAXIMIZE_CONVERSIONS: 'maximizeConversions',
  TARGET_CPA: 'targetCpa',
};
const ROAS_HOLDERS: Readonly<Record<string, string>> = {
  MAXIMIZE_CONVERSION_VALUE: 'maximizeConversionValue',
  TARGET_ROAS: 'targetRoas',
};
const CEILING_HOLDERS: Readonly<Record<string, string>> = { TARGET_SPEND: 'targetSpend' };

/** Changed targets of a campaign that exists; its strategy stays. */
export function changedTargets(
  row: Row,
  { target_cpa, target_roas, max_cpc }: BiddingTargets,
): Record<string, unknown> {
  const currency = row.customer?.currencyCode;
  const holder = (field: string, holders: Readonly<Record<string, string>>): string => {
    const strategy = row.campaign?.biddingStrategyType ?? 'UNKNOWN';
    const found = holders[strategy];
    if (found !== undefined) return found;
    const allowed = Object.keys(holders).join(' or ');
    throw invalidArguments([
      { field, message: `only a campaign with ${allowed} has it; this one bids by ${strategy}` },
    ]);
  };
  return {
    ...(target_cpa !== undefined && {
      [holder('target_cpa', CPA_HOLDERS)]: { targetCpaMicros: microsOf('target_cpa', target_cpa, currency) },
    }),
    ...(target_roas !== undefined && { [holder('target_roas', ROAS_HOLDERS)]: { targetRoas: target_roas } }),
    ...(max_cpc !== undefined && {
      [holder('max_cpc', CEILING_HOLDERS)]: { cpcBidCeilingMicros: microsOf('max_cpc', max_cpc, currency) },
    }),
  };
}
