import type { Campaign } from '../../api/campaign.ts';

export const csvOf = (campaigns: readonly Campaign[]) =>
  campaigns.map(({ sums: { current }, ...campaign }) => ({
    channel: campaign.channel,
    mode: campaign.mode,
    account: campaign.account,
    account_name: campaign.accountName,
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    currency: campaign.currency,
    budget: campaign.budget?.amount,
    budget_period: campaign.budget?.period,
    cost: current.cost,
    impressions: current.impressions,
    clicks: current.clicks,
    conversions: current.conversions,
  }));
