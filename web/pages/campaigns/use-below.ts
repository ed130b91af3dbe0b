import { useQuery } from '@tanstack/react-query';
import type { PeriodInAddress } from '../../address/use-period.ts';
import { callTool } from '../../api/call-tool.ts';
import type { Campaign } from '../../api/campaign.ts';
import { type CampaignState, stateOf } from '../../api/campaign-state.ts';
import { askReport } from '../../api/reports.ts';
import { useScope } from '../../api/scope.ts';
import { type BothSums, sumsOf } from '../../api/sums.ts';

export type Level = 'ad_group' | 'ad';

export interface Below {
  id: string;
  name: string;
  state: CampaignState;
  sums: BothSums;
  currency: string;
}

interface ListTool {
  /** What the platform calls them, in the plural: `Ad sets`. */
  called: string;
  tool: string;
  account: string;
  result: string;
  /** The argument of the list tool that names the parent. */
  parent: string;
  /** The list tool filters by ad group only, so the parents are the campaign's groups. */
  byGroups?: true;
}

const GROUPS: Record<string, ListTool> = {
  social: { called: 'Ad sets', tool: 'list_ad_sets', account: 'account_id', result: 'ad_sets', parent: 'campaign_id' },
  search: {
    called: 'Ad groups',
    tool: 'list_ad_groups',
    account: 'customer_id',
    result: 'ad_groups',
    parent: 'campaign_id',
  },
  video: {
    called: 'Ad groups',
    tool: 'list_ad_groups',
    account: 'advertiser_id',
    result: 'ad_groups',
    parent: 'campaign_id',
  },
  professional: {
    called: 'Ad sets',
    tool: 'list_professional_campaigns',
    account: 'account_id',
    result: 'campaigns',
    parent: 'campaign_group_id',
  },
};

const ADS: Record<string, ListTool> = {
  social: { called: 'Ads', tool: 'list_social_ads', account: 'account_id', result: 'ads', parent: 'campaign_id' },
  search: { called: 'Ads', tool: 'list_ads', account: 'customer_id', result: 'ads', parent: 'campaign_id' },
  video: { called: 'Ads', tool: 'list_ads', account: 'advertiser_id', result: 'ads', parent: 'campaign_id' },
  professional: {
    called: 'Ads',
    tool: 'list_creatives',
    account: 'account_id',
    result: 'creatives',
    parent: 'campaign_ids',
    byGroups: true,
  },
};

const listOf = (channel: string, level: Level) => (level === 'ad' ? ADS : GROUPS)[channel];

/** Ad sets, ad groups, ads: as the platform calls them. */
export const belowCalled = (channel: string, level: Level): string => listOf(channel, level)?.called ?? 'Below';

interface Listed {
  id: string;
  name?: string;
  headlines?: string[];
  status: string;
  effective_status?: string;
  delivery_status?: string;
  approval_status?: string;
  review_status?: string;
}

const LISTED_MAX = 200;
const GROUPS_MAX = 50;

/** Lists the ad groups or ads of a campaign; `groups` are the parent ids where ads can only be listed by ad group. */
export function useListed({ key, workspaceId, channel, account, id }: Campaign, level: Level, groups?: string[]) {
  const how = listOf(channel, level);
  const given = how?.byGroups ? groups?.slice(0, GROUPS_MAX) : id;
  return useQuery({
    queryKey: ['below a campaign', key, level, given],
    placeholderData: undefined,
    enabled: how !== undefined && given !== undefined,
    queryFn: async (): Promise<Listed[]> => {
      if (!how || given?.length === 0) return [];
      const reply = await callTool<Record<string, Listed[]>>({
        workspaceId,
        channel,
        tool: how.tool,
        arguments: { [how.account]: account, [how.parent]: given, limit: LISTED_MAX },
      });
      return reply[how.result] ?? [];
    },
  });
}

/** The numbers of everything at one level of the campaign's account, by id. */
export function useNumbers(
  { workspaceId, channel, account }: Campaign,
  level: Level,
  { period, against }: PeriodInAddress,
) {
  const { all } = useScope();
  return useQuery({
    queryKey: ['numbers below', workspaceId, channel, account, level, period, against],
    queryFn: async () => {
      const { rows } = await askReport(
        all.filter((workspace) => workspace.id === workspaceId),
        {
          level,
          metrics: ['cost', 'clicks', 'conversions', 'impressions'],
          period,
          against,
          channels: [channel],
          accounts: [`${channel}:${account}`],
        },
      );
      return new Map(rows.map((row) => [row.entity.id, row]));
    },
  });
}

type Numbers = NonNullable<ReturnType<typeof useNumbers>['data']>;

/** Joins listed objects with their numbers. A review status such as rejected takes precedence over active. */
export function belowOf(listed: readonly Listed[], numbers: Numbers | undefined, currency: string): Below[] {
  return listed.map((one) => {
    const row = numbers?.get(one.id);
    const detail = [one.approval_status, one.review_status, one.effective_status, one.delivery_status].find(Boolean);
    return {
      id: one.id,
      name: one.name || one.headlines?.[0] || one.id,
      state: stateOf(one.status, detail),
      sums: sumsOf(row ? [row] : []),
      currency,
    };
  });
}
