import { Failure } from '../../errors.ts';
import type { MediaPlanning } from '../../tools/media-planning.ts';
import type { Money } from '../../tools/money.ts';
import type { ProfessionalClient } from './client.ts';
import { moneyOf } from './money.ts';
import { urnOf } from './resources/fields.ts';
import { creating } from './resources/plan-campaign.ts';
import { changing } from './resources/plan-changes.ts';
import { PlanDefaults } from './resources/plan-defaults.ts';
import { planContainers, runningCampaigns } from './resources/running-campaigns.ts';
import { wireTargeting } from './resources/targeting.ts';
import { Pricing } from './wire.ts';

export const mediaPlanning: MediaPlanning<ProfessionalClient> = {
  defaults: PlanDefaults,
  groupsAreCampaigns: true,
  containers: planContainers,
  creating,
  running: runningCampaigns,
  changing,
  leastDailyBudget,
};

/** What the platform publishes, for when it does not answer. */
const PUBLISHED: Readonly<Record<string, string>> = { USD: '10.00', EUR: '10.00', GBP: '8.00' };
/** Worldwide: the least budget does not depend on places. */
const ANYWHERE = wireTargeting({ include: { locations: ['urn:li:geo:90009492'] } });

async function leastDailyBudget(
  client: ProfessionalClient,
  account: string,
  signal: AbortSignal,
): Promise<Money | undefined> {
  const { currency } = await client.account(account);
  const asked = {
    q: 'criteriaV2',
    account: urnOf('sponsoredAccount', account),
    bidType: 'CPM',
    campaignType: 'SPONSORED_UPDATES',
    matchType: 'EXACT',
    targetingCriteria: { include: ANYWHERE.include },
  };
  const [pricing] = await client.found('/adBudgetPricing', Pricing, asked, account).catch((error: unknown) => {
    if (signal.aborted || !(error instanceof Failure)) throw error;
    return [];
  });
  const published = PUBLISHED[currency];
  return (
    moneyOf(pricing?.dailyBudgetLimits?.min) ?? (published === undefined ? undefined : { amount: published, currency })
  );
}
