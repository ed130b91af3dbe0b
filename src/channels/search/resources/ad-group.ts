import { z } from 'zod';
import { Money } from '../../../tools/money.ts';
import { notFound } from '../../../tools/not-found.ts';
import type { SearchClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { equal, Literal } from './wire/gaql.ts';
import type { Row } from './wire/row.ts';

export const AD_GROUP_FIELDS = [
  'ad_group.id',
  'ad_group.name',
  'ad_group.status',
  'ad_group.type',
  'ad_group.primary_status',
  'ad_group.cpc_bid_micros',
  'ad_group.target_cpa_micros',
  'campaign.id',
  'campaign.name',
  'campaign.status',
  'campaign.advertising_channel_type',
  'campaign.bidding_strategy_type',
  'customer.currency_code',
];

export const AdGroupOutput = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  type: z.string(),
  primary_status: z.string().optional(),
  cpc_bid: Money.optional(),
  target_cpa: Money.optional(),
  campaign_id: z.string(),
  campaign_name: z.string(),
});

export function shownAdGroup({ adGroup, campaign, customer }: Row): z.infer<typeof AdGroupOutput> {
  const currency = customer?.currencyCode;
  const { targetCpaMicros } = adGroup ?? {};
  return {
    id: adGroup?.id ?? '',
    name: adGroup?.name ?? '',
    status: adGroup?.status ?? 'UNKNOWN',
    type: adGroup?.type ?? 'UNKNOWN',
    primary_status: adGroup?.primaryStatus,
    cpc_bid: moneyOf(adGroup?.cpcBidMicros, currency),
    target_cpa: targetCpaMicros === '0' ? undefined : moneyOf(targetCpaMicros, currency),
    campaign_id: campaign?.id ?? '',
    campaign_name: campaign?.name ?? '',
  };
}

export function adGroupRow(client: SearchClient, account: string, id: string): Promise<Row | undefined> {
  return client.row(account, {
    select: AD_GROUP_FIELDS,
    from: 'ad_group',
    where: [equal('ad_group.id', Literal.digits(id))],
  });
}

export async function existingAdGroup(client: SearchClient, account: string, id: string): Promise<Row> {
  const found = await adGroupRow(client, account, id);
  if (!found) throw notFound({ what: 'ad group', id, list: 'list_ad_groups', accountArgument: 'customer_id' });
  return found;
}
