import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { dayIn } from '../../../tools/report/period.ts';
import type { VideoClient } from '../client.ts';

const Spent = z.object({ list: z.array(z.object({ metrics: z.object({ spend: z.string() }) })) });

type Spender = { campaign_id: string } | { adgroup_id: string };
type When = 'today' | 'ever';

/** Spend of one campaign or ad group, today in the advertiser's time zone or ever. A budget may not fall below 105 % of it. */
export async function spentOf(client: VideoClient, account: string, of: Spender, when: When): Promise<number> {
  const [[dimension, id] = ['', '']] = Object.entries(of) as [string, string][];
  const { timezone } = await client.advertiser(account);
  const today = dayIn(timezone, client.session.platformNow());
  const query = {
    report_type: 'BASIC',
    data_level: dimension === 'campaign_id' ? 'AUCTION_CAMPAIGN' : 'AUCTION_ADGROUP',
    dimensions: [dimension],
    metrics: ['spend'],
    ...(when === 'today' ? { start_date: today, end_date: today } : { query_lifetime: true }),
    filtering: [{ field_name: `${dimension}s`, filter_type: 'IN', filter_value: JSON.stringify([id]) }],
    page_size: 1,
  };
  const { list } = await client.get('report/integrated/get', query, Spent, account);
  return Number(list[0]?.metrics.spend ?? 0);
}

/** The same for a check before a change: undefined where reports cannot be read, so that the platform itself judges a cut. */
export async function spentIfRead(
  client: VideoClient,
  account: string,
  of: Spender,
  when: When,
): Promise<number | undefined> {
  try {
    return await spentOf(client, account, of, when);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
