import { money } from '../format/money.ts';
import type { Changer } from '../parts/changed-by.ts';
import type { Mode } from '../parts/mode-tag.tsx';
import { type CampaignState, stateOf } from './campaign-state.ts';
import type { Budget, Report, ReportRow } from './reports.ts';
import { type BothSums, sumsOf } from './sums.ts';

export interface Campaign {
  key: string;
  workspaceId: string;
  channel: string;
  mode: Mode;
  account: string;
  accountName: string;
  currency: string;
  timeZone: string;
  id: string;
  name: string;
  /** What the platform calls this object: `Campaign`, `Campaign group`. */
  calledThere: string;
  /** As the platform writes it. */
  status: string;
  state: CampaignState;
  budget: Budget | undefined;
  sums: BothSums;
  /** Through Adhelm, lately. */
  changedBy: readonly Changer[];
}

/** What a list of the channel tells besides the numbers: those without any, and why one does not run. */
export interface ListedCampaign {
  workspaceId: string;
  channel: string;
  account: string;
  id: string;
  name: string;
  status: string;
  detail?: string;
  budget?: Budget;
}

const CALLED = { campaign: 'Campaign', campaign_group: 'Campaign group' } as Record<string, string>;

const keyOf = (one: { workspaceId: string; channel: string; account: string }, id: string) =>
  [one.workspaceId, one.channel, one.account, id].join('/');

function accountNames({ sources }: Report): Map<string, Report['sources'][number]> {
  return new Map(sources.map((source) => [keyOf(source, ''), source]));
}

interface ChangedObject {
  workspaceId: string;
  channel: string;
  id: string;
  who: Changer;
}

export function campaignsOf(
  report: Report,
  listed: readonly ListedCampaign[],
  changed: readonly ChangedObject[] = [],
): Campaign[] {
  const changers = Map.groupBy(changed, ({ workspaceId, channel, id }) => `${workspaceId} ${channel} ${id}`);
  return withoutChangers(report, listed).map((campaign) => ({
    ...campaign,
    changedBy: (changers.get(`${campaign.workspaceId} ${campaign.channel} ${campaign.id}`) ?? []).map(({ who }) => who),
  }));
}

function withoutChangers(report: Report, listed: readonly ListedCampaign[]): Omit<Campaign, 'changedBy'>[] {
  const accounts = accountNames(report);
  const extra = new Map(listed.map((one) => [keyOf(one, one.id), one]));
  const reported = report.rows.map((row) => {
    const key = keyOf(row, row.entity.id);
    const more = extra.get(key);
    extra.delete(key);
    return fromRow(key, row, accounts.get(keyOf(row, ''))?.name, more);
  });
  const silent = [...extra].flatMap(([key, one]) => {
    const account = accounts.get(keyOf(one, ''));
    if (!account) return [];
    const row = { ...account, segments: {}, metrics: {} };
    const kind = one.channel === 'professional' ? 'campaign_group' : 'campaign';
    return fromRow(key, { ...row, entity: { ...one, kind } }, account.name, one);
  });
  return [...reported, ...silent];
}

function fromRow(
  key: string,
  row: ReportRow,
  accountName: string | undefined,
  more: ListedCampaign | undefined,
): Omit<Campaign, 'changedBy'> {
  const { entity } = row;
  const status = more?.status ?? entity.status;
  return {
    key,
    workspaceId: row.workspaceId,
    channel: row.channel,
    mode: row.mode,
    account: row.account,
    accountName: accountName || row.account,
    currency: row.currency,
    timeZone: row.time_zone,
    id: entity.id,
    name: entity.name || entity.id,
    calledThere: entity.shown_as ?? CALLED[entity.kind] ?? 'Campaign',
    status,
    state: stateOf(status, more?.detail),
    budget: entity.budget ?? more?.budget,
    sums: sumsOf([row]),
  };
}

/** `/ day`, `total`: what a budget is for. The professional channel says total where the others say lifetime. */
export const budgetPeriod = ({ channel, budget }: Pick<Campaign, 'channel' | 'budget'>): string => {
  if (budget?.period === 'DAILY') return '/ day';
  return channel === 'professional' ? 'total' : 'lifetime';
};

export const budgetText = (campaign: Campaign): string =>
  campaign.budget ? `${money(campaign.budget.amount, campaign.budget.currency)} ${budgetPeriod(campaign)}` : '–';
