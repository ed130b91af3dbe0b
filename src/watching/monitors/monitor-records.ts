import type { Kysely } from 'kysely';
import type { MonitorRow } from '../../store/monitor-tables.ts';
import type { Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import type { MonitorKind, MonitorSpec } from '../../tools/monitor-desk.ts';

export const MONITOR_JOB = 'monitor';
/** Of one workspace. */
export const MONITORS_MAX = 500;

/** A monitor as it is kept. */
export interface Monitor {
  id: string;
  organizationId: string;
  workspaceId: string;
  spec: MonitorSpec & { name: string };
  creator: string;
  createdAt: number;
  version: number;
  state: MonitorRow['state'];
  stateWords: string;
  watched: number;
  judgedAt: number | undefined;
  judgedMark: string;
}

export async function findMonitor(db: Kysely<Tables>, id: string, workspaceId?: string): Promise<Monitor | undefined> {
  let query = db.selectFrom('monitors').selectAll().where('id', '=', id);
  if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId);
  const row = await query.executeTakeFirst();
  return row && monitorOf(row);
}

/** Oldest first, with the moment that each is judged again and the number of its alerts that fire. */
export async function listMonitors({ db }: Store, workspaceId: string) {
  const rows = await db
    .selectFrom('monitors')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(monitorOf);
}

/** Open alerts by monitor. */
export async function firingOf(db: Kysely<Tables>, monitorIds: readonly string[]): Promise<Map<string, number>> {
  if (monitorIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('alerts')
    .select(['monitor_id', (eb) => eb.fn.countAll().as('open')])
    .where('monitor_id', 'in', monitorIds)
    .where('resolved_at', 'is', null)
    .groupBy('monitor_id')
    .execute();
  return new Map(rows.map((row) => [row.monitor_id, Number(row.open)]));
}

/** When each is judged again: the moment its job is due. */
export async function checksOf(db: Kysely<Tables>, monitorIds: readonly string[]): Promise<Map<string, number>> {
  if (monitorIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('jobs')
    .select(['key', 'run_at'])
    .where('kind', '=', MONITOR_JOB)
    .where('key', 'in', monitorIds)
    .execute();
  return new Map(rows.map(({ key, run_at }) => [key, Number(run_at)]));
}

function monitorOf(row: MonitorRow): Monitor {
  return {
    id: row.id,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    spec: { ...(JSON.parse(row.spec) as Monitor['spec']), kind: row.kind as MonitorKind },
    creator: row.creator,
    createdAt: Number(row.created_at),
    version: row.version,
    state: row.state,
    stateWords: row.state_words,
    watched: row.watched,
    judgedAt: row.judged_at === null ? undefined : Number(row.judged_at),
    judgedMark: row.judged_mark,
  };
}
