import { useQuery } from '@tanstack/react-query';
import type { Against, Period } from '../../address/period.ts';
import { callTool } from '../../api/call-tool.ts';
import { askReport } from '../../api/reports.ts';
import { useScope } from '../../api/scope.ts';
import { type BothSums, sumsOf } from '../../api/sums.ts';
import type { Campaign } from './campaign.ts';
import { type CampaignState, stateOf } from './campaign-state.ts';

export interface Child {
  id: string;
  name: string;
  state: CampaignState;
  sums: BothSums;
}

interface ChildTool {
  /** The platform's own word, many of them. */
  called: string;
  tool: string;
  parent: string;
  account: string;
  result: string;
}

const CHILDREN: Record<string, ChildTool> = {
  social: { called: 'Ad sets', tool: 'list_ad_sets', parent: 'campaign_id', account: 'account_id', result: 'ad_sets' },
  search: {
    called: 'Ad groups',
    tool: 'list_ad_groups',
    parent: 'campaign_id',
    account: 'customer_id',
    result: 'ad_groups',
  },
  video: {
    called: 'Ad groups',
    tool: 'list_ad_groups',
    parent: 'campaign_id',
    account: 'advertiser_id',
    result: 'ad_groups',
  },
  professional: {
    called: 'Ad sets',
    tool: 'list_professional_campaigns',
    parent: 'campaign_group_id',
    account: 'account_id',
    result: 'campaigns',
  },
};

export const childrenCalled = (channel: string): string => CHILDREN[channel]?.called ?? 'Below';

/** What a campaign is made of, with the numbers of each. */
export function useChildren(campaign: Campaign, period: Period, against: Against) {
  const { all } = useScope();
  return useQuery({
    queryKey: ['campaign children', campaign.key, period, against],
    placeholderData: undefined,
    queryFn: async (): Promise<Child[]> => {
      const { channel, account, workspaceId, id } = campaign;
      const how = CHILDREN[channel];
      if (!how) return [];
      const workspaces = all.filter((workspace) => workspace.id === workspaceId);
      const [listed, report] = await Promise.all([
        callTool<Record<string, { id: string; name: string; status: string }[]>>({
          workspaceId,
          channel,
          tool: how.tool,
          arguments: { [how.account]: account, [how.parent]: id, limit: 200 },
        }),
        askReport(workspaces, {
          level: 'ad_group',
          metrics: ['cost', 'clicks', 'conversions', 'impressions'],
          period,
          against,
          channels: [channel],
          accounts: [`${channel}:${account}`],
        }),
      ]);
      const rows = new Map(report.rows.map((row) => [row.entity.id, row]));
      return (listed[how.result] ?? []).map((child) => {
        const row = rows.get(child.id);
        return { id: child.id, name: child.name, state: stateOf(child.status), sums: sumsOf(row ? [row] : []) };
      });
    },
  });
}
