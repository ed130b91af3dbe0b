import { newId } from '../../ambient.ts';
import { actorsWithIds } from '../../audit/actors.ts';
import { Failure, invalidArguments } from '../../errors.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import type { MonitorChange, MonitorDesk, MonitorSpec, ShownMonitor } from '../../tools/monitor-desk.ts';
import { recordAction } from '../audit-entries.ts';
import { thresholdProblems } from '../rules/threshold-problems.ts';
import { pageOfAlerts, shownAlerts } from './alert-records.ts';
import { acknowledgeAlert, endAlertsOf } from './alert-steps.ts';
import { type JudgingParts, judgingParts } from './judging-parts.ts';
import { KINDS, nextCheck } from './monitor-kinds.ts';
import { placeProblems, refuseOtherChannels, sees, specProblems } from './monitor-problems.ts';
import {
  checksOf,
  findMonitor,
  firingOf,
  listMonitors,
  MONITOR_JOB,
  MONITORS_MAX,
  type Monitor,
} from './monitor-records.ts';
import { testMonitor } from './monitor-test.ts';
import { missingCampaigns } from './platform-reach.ts';
import { shownMonitor } from './shown-monitor.ts';
import { suggestedMonitors } from './suggested-monitors.ts';

/** The monitors of one workspace, as a call reaches them: those of the channels that its key may use. */
export function monitorDesk(job: JobPlace, parts = judgingParts(job.pipeline)): MonitorDesk {
  const { pipeline, call, workspace } = job;
  const { store } = pipeline;
  return {
    create: (spec) => create(job, parts, spec),
    update: (id, change) => update(job, parts, id, change),
    async remove(id) {
      const monitor = await found(job, id);
      await store.transaction(async (tx) => {
        await endAlertsOf(pipeline, tx, monitor, 'The monitor was deleted.');
        await tx.deleteFrom('monitor_verdicts').where('monitor_id', '=', id).execute();
        await tx.deleteFrom('monitors').where('id', '=', id).execute();
        await pipeline.jobs.remove(tx, MONITOR_JOB, id);
        recordAction(job, 'monitor.delete', recorded(monitor));
      });
      return { id, deleted: true };
    },
    async list() {
      const all = await listMonitors(store, workspace.id);
      return shown(
        job,
        all.filter(({ spec }) => sees(call.principal, spec.channel)),
      );
    },
    suggested: async () => suggestedMonitors(job, await listMonitors(store, workspace.id)),
    async test(of, days) {
      const spec = 'spec' in of ? of.spec : (await found(job, of.monitorId)).spec;
      if ('spec' in of) await check(job, parts, spec);
      return testMonitor(job, parts, spec, days);
    },
    async alerts(question) {
      const { rows, next } = await pageOfAlerts(store.db, workspace.id, question, call.principal.channels);
      return { alerts: await shownAlerts(pipeline, rows), ...(next !== undefined && { next }) };
    },
    async acknowledge(id, note) {
      const row = await acknowledgeAlert(job, id, note);
      return (await shownAlerts(pipeline, [row]))[0]!;
    },
  };
}

async function create(job: JobPlace, parts: JudgingParts, spec: MonitorSpec): Promise<ShownMonitor> {
  const { pipeline, call, workspace } = job;
  const { ambient, store } = pipeline;
  await check(job, parts, spec);
  const id = newId(ambient, 'mon');
  const now = ambient.now();
  await store.transaction(async (tx) => {
    const { count } = await tx
      .selectFrom('monitors')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('workspace_id', '=', workspace.id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MONITORS_MAX) throw tooMany();
    await tx
      .insertInto('monitors')
      .values({
        id,
        organization_id: workspace.organizationId,
        workspace_id: workspace.id,
        kind: spec.kind,
        channel: spec.channel ?? null,
        spec: JSON.stringify(named(spec)),
        creator: call.principal.id,
        created_at: now,
        version: 1,
        state: 'new',
        state_words: '',
        watched: 0,
        judged_at: null,
        judged_mark: '',
      })
      .execute();
    await pipeline.jobs.put(tx, { kind: MONITOR_JOB, key: id, runAt: now, workspaceId: workspace.id });
    recordAction(job, 'monitor.create', recorded({ id, spec: named(spec) }));
  });
  return one(job, id);
}

async function update(job: JobPlace, parts: JudgingParts, id: string, change: MonitorChange): Promise<ShownMonitor> {
  const { pipeline, call } = job;
  const before = await found(job, id);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const fields = Object.entries({ ...before.spec, ...given }).filter(([, value]) => value !== null);
  const spec = Object.fromEntries(fields) as unknown as Monitor['spec'];
  await check(job, parts, spec);
  const isOtherRule = JSON.stringify(ruleOf(spec)) !== JSON.stringify(ruleOf(before.spec));
  // A pause is made in the name of the key or person that asked for it.
  const isOwnPause = spec.action === 'pause' && before.spec.action !== 'pause';
  await pipeline.store.transaction(async (tx) => {
    await tx
      .updateTable('monitors')
      .set({
        kind: spec.kind,
        channel: spec.channel ?? null,
        spec: JSON.stringify(named(spec)),
        version: before.version + 1,
        ...(isOwnPause && { creator: call.principal.id }),
        ...(isOtherRule && { judged_mark: '' }),
      })
      .where('id', '=', id)
      .execute();
    if (isOtherRule) {
      // What was judged by the former rule is judged once more by this one.
      await tx.deleteFrom('monitor_verdicts').where('monitor_id', '=', id).execute();
      await pipeline.jobs.put(tx, {
        kind: MONITOR_JOB,
        key: id,
        runAt: pipeline.ambient.now(),
        workspaceId: before.workspaceId,
      });
    }
    recordAction(job, 'monitor.update', recorded({ id, spec: named(spec) }));
  });
  return one(job, id);
}

function ruleOf({ kind, channel, account, campaigns, thresholds, own }: MonitorSpec): unknown[] {
  return [kind, channel, account, campaigns, thresholds, own];
}

function named(spec: MonitorSpec): Monitor['spec'] {
  return { ...spec, name: spec.name ?? KINDS[spec.kind].title };
}

/** Every problem at once, before anything is kept. */
async function check({ pipeline, call, workspace }: JobPlace, parts: JudgingParts, spec: MonitorSpec): Promise<void> {
  const problems = [...specProblems(spec), ...thresholdProblems(spec)];
  if (problems.length > 0) throw invalidArguments(problems);
  refuseOtherChannels(call.principal, spec);
  const channels = [...new Set(pipeline.tools.map(({ channel }) => channel))];
  const missing = missingCampaigns(pipeline, workspace, call);
  const missed = await placeProblems({ spec, workspace, channels, parts, missingCampaigns: missing });
  if (missed.length > 0) throw invalidArguments(missed);
}

/** A monitor of another workspace, or of a channel that the key may not use, is an unknown monitor. */
async function found({ pipeline, call, workspace }: JobPlace, id: string): Promise<Monitor> {
  const monitor = await findMonitor(pipeline.store.db, id, workspace.id);
  if (monitor && sees(call.principal, monitor.spec.channel)) return monitor;
  throw new Failure({
    code: 'not_found',
    message: `There is no monitor ${id} in ${workspace.name}.`,
    problems: [{ field: 'monitor_id', message: 'names no monitor of this workspace' }],
    nextStep: 'See which there are: list_monitors {}. Nothing was changed.',
  });
}

async function one(job: JobPlace, id: string): Promise<ShownMonitor> {
  return (await shown(job, [await found(job, id)]))[0]!;
}

async function shown({ pipeline }: JobPlace, monitors: readonly Monitor[]): Promise<ShownMonitor[]> {
  const { db } = pipeline.store;
  const ids = monitors.map(({ id }) => id);
  const [firing, checks, who] = await Promise.all([
    firingOf(db, ids),
    checksOf(db, ids),
    actorsWithIds(
      pipeline.store.db,
      monitors.map(({ creator }) => creator),
    ),
  ]);
  const now = pipeline.ambient.now();
  return monitors.map((monitor) =>
    shownMonitor(monitor, {
      firing: firing.get(monitor.id) ?? 0,
      nextCheck: Math.max(checks.get(monitor.id) ?? nextCheck(monitor.spec.kind, monitor.id, now), now),
      createdBy: who(monitor.creator),
    }),
  );
}

function recorded({ id, spec }: Pick<Monitor, 'id' | 'spec'>): Record<string, unknown> {
  return { monitor: id, name: spec.name, kind: spec.kind, action: spec.action };
}

function tooMany(): Failure {
  return new Failure({
    code: 'conflict',
    message: `The workspace has ${MONITORS_MAX} monitors, which is the most it can have.`,
    nextStep:
      'One monitor can look at a whole channel or account: widen one with update_monitor, or delete some with delete_monitor.',
  });
}
