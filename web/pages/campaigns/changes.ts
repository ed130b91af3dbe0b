import type { ToolCall } from '../../api/call-tool.ts';
import type { Campaign } from '../../api/campaign.ts';

interface ChangeTool {
  tool: string;
  id: string;
  /** The account argument; undefined: the platform finds the account by the object's id. */
  account?: string;
  running: string;
  paused: string;
  budget(period: 'DAILY' | 'LIFETIME', amount: string, currency: string): Record<string, string>;
}

/** How each channel's own tool pauses a campaign and sets its budget. */
const TOOLS: Record<string, ChangeTool> = {
  social: {
    tool: 'update_social_campaign',
    id: 'campaign_id',
    running: 'ACTIVE',
    paused: 'PAUSED',
    budget: (period, amount) => ({ [period === 'DAILY' ? 'daily_budget' : 'lifetime_budget']: amount }),
  },
  search: {
    tool: 'update_campaign',
    id: 'campaign_id',
    account: 'customer_id',
    running: 'ENABLED',
    paused: 'PAUSED',
    budget: (_, amount) => ({ budget: amount }),
  },
  video: {
    tool: 'update_campaign',
    id: 'campaign_id',
    account: 'advertiser_id',
    running: 'ENABLE',
    paused: 'DISABLE',
    budget: (_, amount) => ({ budget: amount }),
  },
  professional: {
    tool: 'update_campaign_group',
    id: 'campaign_group_id',
    account: 'account_id',
    running: 'ACTIVE',
    paused: 'PAUSED',
    budget: (period, amount, currency) => {
      const name = period === 'DAILY' ? 'daily_budget' : 'total_budget';
      return { [`${name}_amount`]: amount, [`${name}_currency`]: currency };
    },
  },
};

export type Change = { to: 'paused' | 'running' } | { budget: string };

/** The tool call that makes a change; undefined where the channel has none. */
export function callFor(campaign: Campaign, change: Change): ToolCall | undefined {
  const how = TOOLS[campaign.channel];
  if (!how) return undefined;
  const { workspaceId, channel, account, id, budget } = campaign;
  const wanted =
    'to' in change
      ? { status: how[change.to] }
      : how.budget(budget?.period ?? 'DAILY', change.budget, budget?.currency ?? campaign.currency);
  const named = { ...(how.account && { [how.account]: account }), [how.id]: id };
  return { workspaceId, channel, tool: how.tool, arguments: { ...named, ...wanted } };
}

export const isPaused = ({ channel, status }: Campaign): boolean => status === TOOLS[channel]?.paused;
export const isRunning = ({ channel, status }: Campaign): boolean => status === TOOLS[channel]?.running;

/** What every update answers: read back from the platform, not repeated from the request. */
export interface WriteResult {
  applied: Record<string, { from: unknown; to: unknown }>;
  not_applied: string[];
}
