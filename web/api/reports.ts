import type { Against, Period } from '../address/period.ts';
import { AD_CHANNELS } from '../parts/channels.ts';
import type { Mode } from '../parts/mode-tag.tsx';
import { callTool, ToolFailure } from './call-tool.ts';
import type { Workspace } from './scope.ts';

/** A metric of a report: a number, money as decimal text with its currency, or null for unknown, never zero in its place. */
export type Value = number | { amount: string; currency: string } | null;

interface Compared {
  current: Value;
  before: Value;
}

export interface Budget {
  amount: string;
  currency: string;
  period: 'DAILY' | 'LIFETIME';
  shared?: boolean;
}

export interface ReportRow {
  workspaceId: string;
  channel: string;
  mode: Mode;
  account: string;
  currency: string;
  time_zone: string;
  entity: { kind: string; id: string; name: string; status: string; shown_as?: string; budget?: Budget };
  segments: Record<string, string>;
  metrics: Record<string, Compared>;
}

export interface ReportSource {
  workspaceId: string;
  channel: string;
  mode: Mode;
  account: string;
  name: string;
  currency: string;
  time_zone: string;
  complete_until: string;
}

export interface MissingPart {
  workspaceId: string;
  channel: string;
  account?: string;
  code: string;
  reason: string;
  next_step: string;
}

export interface Report {
  rows: ReportRow[];
  sources: ReportSource[];
  /** The days each was compared with, which follow from those that are complete. */
  before: Period | undefined;
  /** Asked for and not there: its part of every total is missing, not zero. */
  missing: MissingPart[];
}

export interface Question {
  level: 'account' | 'campaign' | 'ad_group' | 'ad';
  period: Period;
  against: Against;
  by?: 'none' | 'day';
  metrics: string[];
  channels?: string[];
  accounts?: string[];
  /** Also days that are not over or not told in full. */
  includeIncomplete?: boolean;
}

interface Reply {
  rows: (Omit<ReportRow, 'workspaceId' | 'metrics'> & { metrics: Record<string, Compared | Value> })[];
  sources: Omit<ReportSource, 'workspaceId' | 'mode'>[];
  missing: Omit<MissingPart, 'workspaceId'>[];
  periods?: { before: { start_date: string; end_date: string } }[];
  next_cursor?: string;
}

const PAGE_ROWS = 1000;
/** Paging stops here to bound the time and memory of the browser; the report then says that rows are missing. */
const ROWS_MAX = 20_000;

/** Each workspace is a call to all its platforms: more than these at once would hold up everything else in the browser. */
export const WORKSPACES_MAX = 50;
export const canAsk = ({ length }: readonly unknown[]): boolean => length > 0 && length <= WORKSPACES_MAX;

/** The report of several workspaces, each asked for itself: one that fails does not take the others with it. */
export async function askReport(workspaces: readonly Workspace[], question: Question): Promise<Report> {
  const connected = workspaces.filter(({ modes }) => AD_CHANNELS.some((channel) => modes[channel]));
  const parts = await Promise.all(connected.map((workspace) => askWorkspace(workspace, question)));
  return {
    rows: parts.flatMap(({ rows }) => rows),
    sources: parts.flatMap(({ sources }) => sources),
    missing: parts.flatMap(({ missing }) => missing),
    before: parts.find(({ before }) => before)?.before,
  };
}

async function askWorkspace({ id: workspaceId, modes }: Workspace, question: Question): Promise<Report> {
  const report: Report = { rows: [], sources: [], missing: [], before: undefined };
  const { tool, ...args } = requestOf(question);
  let cursor: string | undefined;
  try {
    do {
      const reply: Reply = await callTool({
        workspaceId,
        channel: 'workspace',
        tool,
        arguments: { ...args, limit: PAGE_ROWS, ...(cursor && { cursor }) },
      });
      report.rows.push(...reply.rows.map((row) => ({ ...row, workspaceId, metrics: comparedMetrics(row.metrics) })));
      report.sources = reply.sources.map((source) => ({
        ...source,
        workspaceId,
        mode: modes[source.channel] ?? 'live',
      }));
      report.missing = reply.missing
        .filter(({ code }) => code !== 'not_connected')
        .map((part) => ({ ...part, workspaceId }));
      const compared = reply.periods?.[0]?.before;
      if (compared) report.before = { start: compared.start_date, end: compared.end_date };
      cursor = reply.next_cursor;
    } while (cursor && report.rows.length < ROWS_MAX);
    if (cursor) report.missing.push(cutAt(workspaceId));
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const { code, message, next_step } = error.details;
    report.missing.push({ workspaceId, channel: 'workspace', code, reason: message, next_step });
  }
  return report;
}

function cutAt(workspaceId: string) {
  return {
    workspaceId,
    channel: 'workspace',
    code: 'unsupported',
    reason: `There are more than ${ROWS_MAX} rows; those after them are not shown or added up.`,
    next_step: 'Choose fewer days, one channel or one account.',
  };
}

function requestOf(question: Question) {
  const { level, period, against, by = 'none', metrics, channels, accounts, includeIncomplete } = question;
  return {
    tool: against === 'none' ? 'report' : 'compare',
    level,
    start_date: period.start,
    end_date: period.end,
    by,
    metrics,
    ...(channels && { channels }),
    ...(accounts && { accounts }),
    ...(includeIncomplete && { include_incomplete: true }),
    ...(against !== 'none' && { against }),
  };
}

/** Gives the single values of `report` the same form as the pairs of `compare`. */
function comparedMetrics(metrics: Record<string, Compared | Value>): Record<string, Compared> {
  return Object.fromEntries(
    Object.entries(metrics).map(([name, value]) => [
      name,
      value !== null && typeof value === 'object' && 'current' in value ? value : { current: value, before: null },
    ]),
  );
}

/** A metric as a float, for sums and charts. */
export function numberOf(value: Value | undefined): number | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' ? value : Number(value.amount);
}
