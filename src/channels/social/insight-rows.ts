import { z } from 'zod';
import { Money } from '../../tools/money.ts';
import { known } from './fields.ts';
import { averageMoney, reportedMoney } from './money.ts';
import type { Action, InsightRow } from './wire.ts';

/** Rows of a report as results show them. */

/** What every row has. Told in words it costs every reader of the tool list less than its whole schema would. */
const Metrics = z
  .looseObject({ impressions: z.number(), clicks: z.number(), cost: Money, ctr: z.number().nullable() })
  .describe('Also cpc, cpm, reach, frequency, actions [{action_type, count, value, cost_per_action, by_window}]');

export const MetricRow = z
  .looseObject({ segments: z.looseObject({}), metrics: Metrics })
  .describe('With campaign {id, name, status}, ad_set and ad {id, name} down to the level');

export interface RowContext {
  currency: string;
  /** By campaign id. */
  statuses: ReadonlyMap<string, string>;
  breakdowns: readonly string[];
  actionTypes: readonly string[];
  windows: readonly string[];
}

export function metricRowOf(row: InsightRow, context: RowContext): MetricRow {
  const segments = Object.fromEntries(context.breakdowns.map((name) => [name, row[name] ?? null]));
  return known({
    campaign: subjectOf(row.campaign_id, row.campaign_name, context.statuses),
    ad_set: subjectOf(row.adset_id, row.adset_name),
    ad: subjectOf(row.ad_id, row.ad_name),
    segments: { date_start: row.date_start, date_stop: row.date_stop, ...segments },
    metrics: metricsOf(row, context),
  });
}

/** Rates are counted from their parts: the platform's own are percentages, and rounded. */
export function metricsOf(row: InsightRow, context: RowContext): Metrics {
  const { impressions, clicks, reach, frequency } = row;
  const spend = Number(row.spend);
  const { currency, actionTypes } = context;
  return known({
    impressions,
    clicks,
    cost: reportedMoney(row.spend, currency),
    ctr: impressions > 0 ? clicks / impressions : null,
    cpc: clicks > 0 ? averageMoney(spend / clicks, currency) : undefined,
    cpm: impressions > 0 ? averageMoney((spend / impressions) * 1000, currency) : undefined,
    reach,
    frequency,
    actions: actionTypes.length > 0 ? actionTypes.map((type) => actionOf(type, row, context)) : undefined,
  });
}

interface Subject {
  id: string;
  name: string;
  status?: string | undefined;
}

export type MetricRow = {
  campaign?: Subject | undefined;
  ad_set?: Subject | undefined;
  ad?: Subject | undefined;
  segments: Record<string, unknown>;
  metrics: Metrics;
};

export type Metrics = {
  impressions: number;
  clicks: number;
  cost: Money;
  ctr: number | null;
  cpc?: Money | undefined;
  cpm?: Money | undefined;
  reach?: number | undefined;
  frequency?: number | undefined;
  actions?: ActionCount[] | undefined;
};

interface ActionCount {
  action_type: string;
  count: number;
  value?: Money | undefined;
  cost_per_action?: Money | undefined;
  by_window?: Record<string, number> | undefined;
}

/** The list of actions is hierarchical and overlaps, so a type is the one with exactly that name and nothing is summed. */
function actionOf(type: string, row: InsightRow, { currency, windows }: RowContext): ActionCount {
  const counted = find(row.actions, type);
  const valued = find(row.action_values, type)?.value;
  const count = counted?.value ?? 0;
  return known({
    action_type: type,
    count,
    value: valued === undefined ? undefined : reportedMoney(String(valued), currency),
    cost_per_action: count > 0 ? averageMoney(Number(row.spend) / count, currency) : undefined,
    by_window:
      windows.length > 0
        ? Object.fromEntries(windows.map((window) => [window, Number(counted?.[window] ?? 0)]))
        : undefined,
  });
}

function find(actions: readonly Action[], type: string): Action | undefined {
  return actions.find(({ action_type }) => action_type === type);
}

function subjectOf(id: unknown, name: unknown, statuses?: RowContext['statuses']): Subject | undefined {
  if (typeof id !== 'string') return undefined;
  return known({ id, name: typeof name === 'string' ? name : '', status: statuses?.get(id) });
}
