import type { WorkspaceRecord } from '../auth/directory.ts';
import { pooled } from '../reports/fan-out.ts';
import type { MonitorKind, ShownAlert, ShownMonitor } from '../tools/monitor-desk.ts';
import { budgetDesk } from '../watching/budgets/budget-desk.ts';
import { campaignChart, usualOf } from '../watching/history/campaign-chart.ts';
import { StoredHistory } from '../watching/history/stored-history.ts';
import { monitorDesk } from '../watching/monitors/monitor-desk.ts';
import { monitorLine } from '../watching/monitors/monitor-line.ts';
import { placeOf } from './call-tool.ts';
import type { Looker } from './looker.ts';

type Asker = Omit<Looker, 'workspace'>;

const ALERTS_MAX = 100;
const CHART_DAYS = 28;
/** Cards and rows that a page draws first; the others are shown without a drawing. */
const CHARTS_MAX = 24;
const SPARKS_MAX = 100;
const RESOLVED_SHOWN = 10;
/** Fewer days before the last one do not tell what is usual. */
const USUAL_DAYS_MIN = 7;

/** How many drawings one answer may still hold. */
interface Left {
  charts: number;
  sparks: number;
}

/** What a kind judges, where it judges closed days of a campaign. */
const METRICS: Partial<Record<MonitorKind, string>> = {
  spend_spike: 'cost',
  budget_nearly_gone: 'cost',
  zero_delivery: 'impressions',
  cpa_drift: 'cost_per_conversion',
  ctr_drop: 'ctr',
  conversions_stopped: 'conversions',
};

/** What fires, what was resolved lately and what is watched, in several workspaces. */
export async function alertsIn(asker: Asker, workspaces: readonly WorkspaceRecord[]) {
  const found = new Map<string, Awaited<ReturnType<typeof alertsOf>>>();
  const left = { charts: CHARTS_MAX, sparks: SPARKS_MAX };
  await pooled(workspaces, async (workspace) => {
    found.set(workspace.id, await alertsOf(asker, workspace, left));
  });
  const all = workspaces.flatMap(({ id }) => found.get(id) ?? []);
  return {
    alerts: all.flatMap(({ alerts }) => alerts),
    monitors: all.flatMap(({ monitors }) => monitors),
    more: all.some(({ more }) => more),
  };
}

async function alertsOf(asker: Asker, workspace: WorkspaceRecord, left: Left) {
  const { home, ambient } = asker.parts;
  const history = new StoredHistory(home.store, ambient);
  const desk = monitorDesk(placeOf(asker, workspace));
  const [monitors, firing, seen, resolved] = await Promise.all([
    desk.list(),
    desk.alerts({ state: 'firing', limit: ALERTS_MAX }),
    desk.alerts({ state: 'seen', limit: ALERTS_MAX }),
    desk.alerts({ state: 'resolved', limit: RESOLVED_SHOWN }),
  ]);
  const place = { workspaceId: workspace.id, workspace: workspace.name };
  const byId = new Map(monitors.map((one) => [one.id, one]));
  const open = [...firing.alerts, ...seen.alerts];
  const drawn = open.slice(0, left.charts);
  left.charts -= drawn.length;
  const lined = monitors.slice(0, left.sparks);
  left.sparks -= lined.length;
  const [charts, sparks] = await Promise.all([
    Promise.all(drawn.map((alert) => chartOf(asker, workspace.id, alert, byId.get(alert.monitor_id)))),
    Promise.all(lined.map(({ id }) => monitorLine({ store: home.store, history }, id))),
  ]);
  return {
    alerts: [
      ...open.map((alert, at) => ({ ...alert, ...place, chart: charts[at] ?? null })),
      ...resolved.alerts.map((alert) => ({ ...alert, ...place, chart: null })),
    ],
    monitors: monitors.map((one, at) => ({ ...one, ...place, spark: sparks[at] ?? null })),
    more: firing.next !== undefined || seen.next !== undefined,
  };
}

/** The closed days before an alert, from the kept history; null where it is about no campaign's figures. */
async function chartOf(
  { parts: { home, ambient } }: Asker,
  workspaceId: string,
  { kind, object, just_before }: ShownAlert,
  monitor: ShownMonitor | undefined,
) {
  const metric = METRICS[kind] ?? ownMetric(monitor);
  const { channel, account, campaign } = object;
  if (!metric || !channel || !account || !campaign) return null;
  const history = new StoredHistory(home.store, ambient);
  const question = { channel, account, campaign, metric, days: CHART_DAYS };
  const found = await campaignChart(history, workspaceId, question);
  if (!found) return null;
  const days = found.points.map(({ day, value }) => ({ day, value }));
  return {
    metric,
    currency: found.currency ?? null,
    days,
    usual: usualOf(
      days.slice(0, -1).map(({ value }) => value),
      USUAL_DAYS_MIN,
    ),
    changes: [...new Set(just_before.map(({ at }) => at.slice(0, 10)))],
  };
}

/** Of a monitor with a rule of its own. */
function ownMetric(monitor: ShownMonitor | undefined): string | undefined {
  const { metric } = monitor?.own ?? {};
  return typeof metric === 'string' ? metric : undefined;
}

/** How many alerts fire and were not seen by anybody. */
export async function firingIn({ parts: { home } }: Asker, workspaces: readonly WorkspaceRecord[]) {
  const ids = workspaces.map(({ id }) => id);
  if (ids.length === 0) return { firing: 0 };
  const { firing } = await home.store.db
    .selectFrom('alerts')
    .select((eb) => eb.fn.countAll().as('firing'))
    .where('workspace_id', 'in', ids)
    .where('state', '=', 'firing')
    .executeTakeFirstOrThrow();
  return { firing: Number(firing) };
}

/** Where the month of each budget plan will end, workspace by workspace. */
export async function pacingIn(asker: Asker, workspaces: readonly WorkspaceRecord[], month: string | undefined) {
  const found = new Map<string, Awaited<ReturnType<ReturnType<typeof budgetDesk>['pacing']>>>();
  await pooled(workspaces, async (workspace) => {
    found.set(workspace.id, await budgetDesk(placeOf(asker, workspace)).pacing(month));
  });
  const rows = workspaces.flatMap(({ id, name }) =>
    (found.get(id)?.rows ?? []).map((row) => ({
      workspaceId: id,
      workspace: name,
      id: row.key,
      name: row.name,
      channel: row.channel ?? null,
      ...(row.accounts && { accounts: row.accounts }),
      ...(row.campaigns && { campaigns: row.campaigns }),
      currency: row.plan.currency,
      target: row.plan.amount,
      spent: row.spent?.amount ?? null,
      due: row.due?.amount ?? null,
      projected: row.projected?.amount ?? null,
      percent: row.percent,
      verdict: row.verdict,
      why: row.why,
      until: row.spent_until,
    })),
  );
  const own = month ?? new Date(asker.parts.ambient.now()).toISOString().slice(0, 7);
  return {
    month: [...found.values()][0]?.month ?? own,
    rows: rows.toSorted((a, b) => (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0)),
    notes: [...new Set([...found.values()].flatMap(({ notes }) => notes))],
  };
}

/** Monitors that make sense now and that nothing watches yet. */
export async function suggestedIn(asker: Asker, workspace: WorkspaceRecord) {
  const found = await monitorDesk(placeOf(asker, workspace)).suggested();
  return found.map(({ arguments: args, purpose }) => ({ why: purpose, arguments: args }));
}
