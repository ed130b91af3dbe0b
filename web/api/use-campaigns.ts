import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Against, Period } from '../address/period.ts';
import { callTool } from './call-tool.ts';
import { campaignsOf, type ListedCampaign } from './campaign.ts';
import { api } from './client.ts';
import { askReport, canAsk, type Report, type ReportSource } from './reports.ts';
import { useScope } from './scope.ts';

const METRICS = ['cost', 'impressions', 'clicks', 'conversions'];

/**
 * Campaigns from the report first. The channels' own lists come later and add campaigns without numbers, and the reason
 * why one does not run.
 */
export function useCampaigns(period: Period, against: Against, wanted = true) {
  const { workspaces, workspaceIds } = useScope();
  const ids = workspaces.map(({ id }) => id);
  const report = useQuery({
    queryKey: ['campaigns', ids, period, against],
    queryFn: () => askReport(workspaces, { level: 'campaign', metrics: METRICS, period, against }),
    enabled: wanted && canAsk(ids),
  });
  const listed = useQuery({
    queryKey: ['campaigns listed', ids, report.data?.sources.map(({ account }) => account)],
    queryFn: () => listAll(report.data!),
    enabled: wanted && report.data !== undefined,
  });
  const { data: changed } = useQuery({
    ...api.activity.changers.queryOptions({ workspaceIds }),
    enabled: wanted && ids.length > 0,
  });
  const campaigns = useMemo(
    () => (report.data ? campaignsOf(report.data, listed.data ?? [], changed) : undefined),
    [report.data, listed.data, changed],
  );
  return { ...report, campaigns, isListed: listed.isSuccess };
}

interface ListTool {
  tool: string;
  account: string;
  result: string;
  detail: string;
}

const LISTS: Record<string, ListTool> = {
  social: { tool: 'list_social_campaigns', account: 'account_id', result: 'campaigns', detail: 'effective_status' },
  search: { tool: 'list_campaigns', account: 'customer_id', result: 'campaigns', detail: 'primary_status' },
  video: { tool: 'list_campaigns', account: 'advertiser_id', result: 'campaigns', detail: 'delivery_status' },
  professional: {
    tool: 'list_campaign_groups',
    account: 'account_id',
    result: 'campaign_groups',
    detail: 'serving_statuses',
  },
};

/** Each is a call to a platform with limits of its own; accounts that spend come first. */
const LISTED_ACCOUNTS_MAX = 20;

/** A list that fails leaves the numbers as they are: the report already says which channels are missing. */
async function listAll({ sources, rows }: Report): Promise<ListedCampaign[]> {
  const spends = new Set(rows.map(({ channel, account }) => `${channel} ${account}`));
  const idle = (one: ReportSource) => (spends.has(`${one.channel} ${one.account}`) ? 0 : 1);
  const asked = sources.toSorted((one, other) => idle(one) - idle(other)).slice(0, LISTED_ACCOUNTS_MAX);
  const lists = await Promise.allSettled(asked.map(listAccount));
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
}

async function listAccount({ workspaceId, channel, account }: ReportSource): Promise<ListedCampaign[]> {
  const list = LISTS[channel];
  if (!list) return [];
  const found: ListedCampaign[] = [];
  let cursor: string | undefined;
  do {
    const reply: Record<string, unknown> & { next_cursor?: string } = await callTool({
      workspaceId,
      channel,
      tool: list.tool,
      arguments: { [list.account]: account, limit: 1000, ...(cursor && { cursor }) },
    });
    const items = (reply[list.result] ?? []) as Record<string, unknown>[];
    found.push(...items.map((item) => listedOf(item, { workspaceId, channel, account }, list)));
    cursor = reply.next_cursor;
  } while (cursor && found.length < 10_000);
  return found;
}

interface Amount {
  amount: string;
  currency: string;
}

function listedOf(
  item: Record<string, unknown>,
  place: Pick<ListedCampaign, 'workspaceId' | 'channel' | 'account'>,
  { detail }: ListTool,
): ListedCampaign {
  const told = item[detail];
  const daily = (item.daily_budget ?? (item.budget_mode === 'BUDGET_MODE_TOTAL' ? undefined : item.budget)) as Amount;
  const whole = (item.lifetime_budget ?? item.total_budget ?? item.budget) as Amount | undefined;
  return {
    ...place,
    id: String(item.id),
    name: String(item.name),
    status: String(item.status),
    ...(told !== undefined && { detail: String(Array.isArray(told) ? (told[0] ?? '') : told) }),
    ...(daily?.amount
      ? { budget: { amount: daily.amount, currency: daily.currency, period: 'DAILY' as const } }
      : whole?.amount && { budget: { amount: whole.amount, currency: whole.currency, period: 'LIFETIME' as const } }),
  };
}
