import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import type { JobPlace, Pipeline } from '../../pipeline/call.ts';
import type { AlertRow } from '../../store/monitor-tables.ts';
import type { Tables } from '../../store/tables.ts';
import type { ShownAlert } from '../../tools/monitor-desk.ts';
import { recordAction } from '../audit-entries.ts';
import { eventOf } from './alert-events.ts';
import type { Finding } from './finding.ts';
import { KINDS } from './monitor-kinds.ts';
import { sees } from './monitor-problems.ts';
import type { Monitor } from './monitor-records.ts';

type Tx = Transaction<Tables>;
type Means = Pick<Pipeline, 'ambient' | 'notices'>;

/** One message a day: a little less than a day, because checks are not made to the minute. */
const TOLD_EVERY_MS = 20 * HOUR_MS;
/** How many times an unacknowledged alert is repeated, besides when there is news. */
const TOLD_MAX = 7;
/** An alert that comes again this soon is the same one. */
const AGAIN_MS = DAY_MS;

/** What is found out before an alert begins. */
export interface Surroundings {
  justBefore: ShownAlert['just_before'];
  nextCalls: ShownAlert['next_calls'];
  paused?: ShownAlert['paused'];
}

/** The same for the same object and window each time it is judged: the key of its pause is made of it. */
export function alertId({ id, version }: Monitor, { subject, verdict }: Finding): string {
  const text = JSON.stringify([id, version, subject.key, verdict.window]);
  return `alert_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
}

/** Open alerts of a monitor, by the key of their object. */
export async function openAlerts(db: Pick<Tx, 'selectFrom'>, monitorId: string): Promise<Map<string, AlertRow>> {
  const rows = await db
    .selectFrom('alerts')
    .selectAll()
    .where('monitor_id', '=', monitorId)
    .where('resolved_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.subject, row]));
}

/** False: this window of the object was judged before. What had no verdict may still get one. */
export async function keepVerdict(tx: Tx, monitor: Monitor, { subject, verdict }: Finding, now: number) {
  const { value = null, threshold = null, usual = null } = verdict;
  const said = {
    state: verdict.state,
    severity: verdict.severity,
    sentence: verdict.sentence,
    figures: JSON.stringify(verdict.figures),
    points: JSON.stringify([value, threshold, usual]),
    judged_at: now,
  };
  const kept = await tx
    .insertInto('monitor_verdicts')
    .values({
      monitor_id: monitor.id,
      workspace_id: monitor.workspaceId,
      subject: subject.key,
      window: verdict.window,
      ...said,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['monitor_id', 'subject', 'window'])
        .doUpdateSet(said)
        .where('monitor_verdicts.state', '=', 'no_verdict'),
    )
    .returning('subject')
    .executeTakeFirst();
  return kept !== undefined;
}

/** A new alert and its message. One that ended less than a day ago is opened again. */
export async function begin(
  means: Means,
  tx: Tx,
  monitor: Monitor,
  finding: Finding,
  around: Surroundings,
): Promise<void> {
  const now = means.ambient.now();
  if (KINDS[monitor.spec.kind].source !== 'figures' && (await openAgain(means, tx, monitor, finding))) return;
  const { subject, verdict, parts = [] } = finding;
  const row: AlertRow = {
    id: alertId(monitor, finding),
    organization_id: monitor.organizationId,
    workspace_id: monitor.workspaceId,
    monitor_id: monitor.id,
    monitor_name: monitor.spec.name,
    kind: monitor.spec.kind,
    channel: subject.channel ?? null,
    subject: subject.key,
    object: JSON.stringify(subject),
    state: 'firing',
    severity: verdict.severity,
    sentence: verdict.sentence,
    figures: JSON.stringify(verdict.figures),
    parts: JSON.stringify(parts),
    window: verdict.window,
    since: now,
    last_judged: now,
    quiet_checks: 0,
    told_at: now,
    told: 1,
    resolved_at: null,
    resolution: null,
    acknowledged_by: null,
    acknowledged_at: null,
    note: null,
    just_before: JSON.stringify(around.justBefore),
    next_calls: JSON.stringify(around.nextCalls),
    paused: around.paused ? JSON.stringify(around.paused) : null,
  };
  // The unique index on open alerts lets one in, also when several processes try at once.
  const made = await tx
    .insertInto('alerts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) await means.notices.put(tx, eventOf(monitor, row, now));
}

async function openAgain(means: Means, tx: Tx, monitor: Monitor, finding: Finding): Promise<boolean> {
  const now = means.ambient.now();
  const former = await tx
    .selectFrom('alerts')
    .selectAll()
    .where('monitor_id', '=', monitor.id)
    .where('subject', '=', finding.subject.key)
    .where('resolved_at', '>', now - AGAIN_MS)
    .orderBy('since', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!former) return false;
  const changed = await tx
    .updateTable('alerts')
    .set({ resolved_at: null, resolution: null, state: former.acknowledged_by === null ? 'firing' : 'seen' })
    .where('id', '=', former.id)
    .where('resolved_at', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  if (changed) await goOn(means, tx, monitor, changed, finding);
  return true;
}

/** The alert fires on. It is told of once a day until it is seen, a week at most, and again when something was added to it. */
export async function goOn(means: Means, tx: Tx, monitor: Monitor, before: AlertRow, finding: Finding): Promise<void> {
  const now = means.ambient.now();
  const open = await stillOpen(tx, before);
  if (!open) return;
  const { verdict, parts = [] } = finding;
  const known = JSON.parse(open.parts) as string[];
  const isWorse = verdict.severity === 'critical' && open.severity === 'warning';
  const isNews = isWorse || parts.some((part) => !known.includes(part));
  const state = isNews ? 'firing' : open.state;
  const told = isNews ? 0 : open.told;
  const isTold = state === 'firing' && told < TOLD_MAX && now - Number(open.told_at) >= TOLD_EVERY_MS;
  const changed = await tx
    .updateTable('alerts')
    .set({
      severity: verdict.severity,
      sentence: verdict.sentence,
      figures: JSON.stringify(verdict.figures),
      parts: JSON.stringify(parts),
      window: verdict.window,
      last_judged: now,
      quiet_checks: 0,
      monitor_name: monitor.spec.name,
      told: isTold ? told + 1 : told,
      ...(isTold && { told_at: now }),
      ...(isNews && { state, acknowledged_by: null, acknowledged_at: null, note: null }),
    })
    .where('id', '=', open.id)
    .where('told_at', '=', open.told_at)
    .where('resolved_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (changed && isTold) await means.notices.put(tx, eventOf(monitor, changed, now));
}

/** A look without the finding. What platforms say has to stay away for two looks; a closed day and what we know ourselves for one. */
export async function calmDown(
  means: Means,
  tx: Tx,
  monitor: Monitor,
  before: AlertRow,
  words: string,
  window?: string,
): Promise<void> {
  const open = await stillOpen(tx, before);
  if (!open) return;
  const quietChecks = open.quiet_checks + 1;
  const needed = KINDS[monitor.spec.kind].source === 'platform' ? 2 : 1;
  if (quietChecks >= needed) {
    await resolve(means, tx, monitor, open, words, window);
    return;
  }
  await tx
    .updateTable('alerts')
    .set({ quiet_checks: quietChecks, last_judged: means.ambient.now() })
    .where('id', '=', open.id)
    .execute();
}

/** As it is in this transaction: it may have been seen or ended since it was read. */
function stillOpen(tx: Tx, { id }: AlertRow): Promise<AlertRow | undefined> {
  return tx.selectFrom('alerts').selectAll().where('id', '=', id).where('resolved_at', 'is', null).executeTakeFirst();
}

async function resolve(means: Means, tx: Tx, monitor: Monitor, open: AlertRow, words: string, window = open.window) {
  const now = means.ambient.now();
  const ended = await tx
    .updateTable('alerts')
    .set({ state: 'resolved', resolved_at: now, resolution: words, last_judged: now, window })
    .where('id', '=', open.id)
    .where('resolved_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (ended) await means.notices.put(tx, eventOf(monitor, ended, now));
}

/** Without a message: it was not the state of the object that changed. */
export async function endAlertsOf({ ambient }: Means, tx: Tx, { id }: Monitor, words: string): Promise<void> {
  await tx
    .updateTable('alerts')
    .set({ state: 'resolved', resolved_at: ambient.now(), resolution: words })
    .where('monitor_id', '=', id)
    .where('resolved_at', 'is', null)
    .execute();
}

/** Seen, by the caller: it is not told of again until something is added to it. Seeing it again changes the note. */
export async function acknowledgeAlert(job: JobPlace, id: string, note: string | undefined) {
  const { call, workspace } = job;
  const { ambient, store } = job.pipeline;
  return store.transaction(async (tx) => {
    const row = await tx
      .selectFrom('alerts')
      .selectAll()
      .where('id', '=', id)
      .where('workspace_id', '=', workspace.id)
      .executeTakeFirst();
    if (!row || !sees(call.principal, row.channel)) throw unknownAlert(id);
    if (row.resolved_at !== null) throw overAlready(row);
    const seen = await tx
      .updateTable('alerts')
      .set({
        state: 'seen',
        acknowledged_by: call.principal.id,
        acknowledged_at: ambient.now(),
        note: note ?? row.note,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    recordAction(job, 'alert.acknowledge', {
      alert: id,
      monitor: row.monitor_id,
      name: row.monitor_name,
      ...(note !== undefined && { note }),
    });
    return seen;
  });
}

function unknownAlert(id: string): Failure {
  return new Failure({
    code: 'not_found',
    message: `There is no alert ${id} in this workspace.`,
    problems: [{ field: 'alert_id', message: 'names no alert of this workspace' }],
    nextStep: 'See which there are: list_alerts {}. Nothing was changed.',
  });
}

function overAlready({ id, resolved_at }: AlertRow): Failure {
  return new Failure({
    code: 'conflict',
    message: `The alert ${id} ended by itself at ${new Date(Number(resolved_at)).toISOString()}.`,
    problems: [{ field: 'alert_id', message: 'is resolved' }],
    nextStep: 'Nothing has to be done. See what fires now: list_alerts {"state":"firing"}.',
  });
}
