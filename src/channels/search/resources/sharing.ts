import { z } from 'zod';
import { Id } from '../../../tools/fields.ts';
import type { SearchClient } from '../client.ts';
import { among, Literal, unequal } from './wire/gaql.ts';
import { type Operation, updating } from './wire/operation.ts';

/** Budgets and portfolios that several campaigns use. */
export const SharerOutput = z.object({ id: z.string(), name: z.string(), status: z.string() });
export type Sharer = z.infer<typeof SharerOutput>;

export const CampaignIds = z.array(Id).min(1).max(1000).optional();

/** The living campaigns that use each of these budgets or portfolios, by its id. */
export async function sharersOf(
  client: SearchClient,
  account: string,
  field: 'campaign_budget.id' | 'bidding_strategy.id',
  ids: readonly string[],
): Promise<Map<string, Sharer[]>> {
  const rows =
    ids.length === 0
      ? []
      : await client.rows(account, {
          select: ['campaign.id', 'campaign.name', 'campaign.status', field],
          from: 'campaign',
          where: [among(field, ids.map(Literal.digits)), unequal('campaign.status', Literal.word('REMOVED'))],
          orderBy: [{ field: 'campaign.id' }],
        });
  const found = new Map<string, Sharer[]>(ids.map((id) => [id, []]));
  for (const { campaign, campaignBudget, biddingStrategy } of rows)
    found
      .get((field === 'campaign_budget.id' ? campaignBudget : biddingStrategy)?.id ?? '')
      ?.push({ id: campaign?.id ?? '', name: campaign?.name ?? '', status: campaign?.status ?? 'UNKNOWN' });
  return found;
}

/** Makes campaigns use a budget or a portfolio. What is refused about one is told of its id. */
export function assigning(
  account: string,
  ids: readonly string[],
  argument: string,
  fields: { campaignBudget: string } | { biddingStrategy: string },
): Operation[] {
  return ids.flatMap((id, at) => {
    const name = `customers/${account}/campaigns/${id}`;
    if (ids.indexOf(id) !== at) return [];
    return [{ ...updating('campaign', name, fields, `${argument}.${at}`), copied: true as const }];
  });
}

/** The ids of the campaigns, in an order that does not depend on how they were named. */
export function inIdOrder(ids: Iterable<string>): string[] {
  return [...new Set(ids)].sort((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1));
}
