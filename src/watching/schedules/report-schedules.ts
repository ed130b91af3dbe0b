import { newId } from '../../ambient.ts';
import { actorsWithIds } from '../../audit/actors.ts';
import { inWords, type Principal } from '../../auth/key-records.ts';
import { Failure, invalidArguments } from '../../errors.ts';
import { nextLocal } from '../../jobs/local-time.ts';
import type { JobPlace, Pipeline } from '../../pipeline/call.ts';
import { validateArguments } from '../../pipeline/validate.ts';
import type { Tool } from '../../tools/define-tool.ts';
import type { ScheduleDesk, ScheduleSpec, ShownSchedule } from '../../tools/schedule-desk.ts';
import { refuseUnknownEndpoints } from './chosen-endpoints.ts';
import { type Schedule, type ScheduleRun, storedSchedules } from './stored-schedules.ts';
import { whenWords } from './when-words.ts';

export const SCHEDULE_JOB = 'schedule';
const SCHEDULES_MAX = 100;

/** The scheduled reports of one workspace, as a call reaches them. */
export function reportSchedules({
  pipeline,
  call,
  workspace,
}: JobPlace): Pick<ScheduleDesk, 'create' | 'list' | 'remove'> {
  const { store, ambient, jobs } = pipeline;
  return {
    async create(spec) {
      const { tool, given } = await checkedQuestion(pipeline, call.principal, spec);
      await refuseUnknownEndpoints(store, workspace.id, spec.to);
      const schedule: Schedule = {
        id: newId(ambient, 'sch'),
        organizationId: workspace.organizationId,
        workspaceId: workspace.id,
        requester: call.principal.id,
        name: spec.name,
        tool,
        arguments: given,
        when: spec.when,
        endpoints: [...new Set(spec.to)],
        stoppedBecause: undefined,
        createdAt: ambient.now(),
      };
      await store.transaction(async (tx) => {
        if ((await storedSchedules.count(tx, workspace.id)) >= SCHEDULES_MAX) throw full();
        await storedSchedules.add(tx, schedule);
        const runAt = nextLocal(schedule.when, schedule.createdAt).at;
        await jobs.put(tx, { kind: SCHEDULE_JOB, key: schedule.id, runAt, workspaceId: workspace.id });
      });
      return shown(pipeline, schedule, undefined);
    },
    async list() {
      const all = await storedSchedules.list(store, workspace.id);
      const schedules = all.filter((one) => isSeen(call.principal, one));
      const runs = await storedSchedules.lastRuns(
        store,
        schedules.map(({ id }) => id),
      );
      return Promise.all(schedules.map((schedule) => shown(pipeline, schedule, runs.get(schedule.id))));
    },
    async remove(id) {
      const schedule = await storedSchedules.find(store, id);
      if (!schedule || !isSeen(call.principal, schedule)) throw unknownSchedule(id);
      const isGone = await store.transaction(async (tx) => {
        // First: the schedule of another workspace keeps its job.
        if (!(await storedSchedules.remove(tx, workspace.id, id))) return false;
        await jobs.remove(tx, SCHEDULE_JOB, id);
        return true;
      });
      if (!isGone) throw unknownSchedule(id);
      return { id, deleted: true };
    },
  };
}

export function questionTool(pipeline: Pick<Pipeline, 'tools'>, name: Schedule['tool']): Tool {
  const tool = pipeline.tools.find((one) => one.channel.name === 'workspace' && one.name === name);
  if (!tool) throw new TypeError(`there is no tool ${name}`);
  return tool;
}

/** The arguments are those of the tool itself, and are refused in its words. */
async function checkedQuestion(pipeline: Pipeline, principal: Principal, spec: ScheduleSpec) {
  const tool = spec.report ? 'report' : 'compare';
  const given = spec.report ?? spec.compare ?? {};
  const own = ['cursor', 'workspaceId'].filter((name) => name in given);
  if (own.length > 0)
    throw invalidArguments(
      own.map((name) => ({ field: `${tool}.${name}`, message: 'cannot be scheduled; leave it out' })),
    );
  await validateArguments(questionTool(pipeline, tool), given).catch((error: unknown) => {
    throw error instanceof Failure && error.details.problems
      ? invalidArguments(error.details.problems.map((one) => ({ ...one, field: `${tool}.${one.field}` })))
      : error;
  });
  refuseOtherChannels(pipeline, principal, tool, channelsOf(given));
  return { tool, given } as const;
}

function channelsOf({ channels }: Schedule['arguments']): readonly string[] {
  return Array.isArray(channels) ? channels : [];
}

/** Those that the report would refuse, and those that the key may not use: every run would fail. */
function refuseOtherChannels(
  { tools }: Pipeline,
  principal: Principal,
  tool: Schedule['tool'],
  named: readonly string[],
): void {
  const known = new Set(tools.flatMap(({ channel }) => (channel.reporting ? [channel.name] : [])));
  const own = [...known].filter((name) => !principal.channels || principal.channels.includes(name));
  const others = named.filter((name) => !own.includes(name));
  if (others.length === 0) return;
  const problem = { field: `${tool}.channels`, message: `${others.join(', ')}: must be of ${own.join(', ')}` };
  if (others.some((name) => !known.has(name))) throw invalidArguments([{ ...problem, allowed_values: own }]);
  throw new Failure({
    code: 'permission_denied',
    message: `${inWords(principal)} may not use ${others.join(', ')}.`,
    problems: [{ ...problem, allowed_values: own }],
    nextStep: 'Name channels of the key, or leave them out: the report then holds those. Nothing was made.',
  });
}

/** A key for some channels sees what it made itself, and what is about these channels alone. */
function isSeen({ id, channels }: Principal, schedule: Schedule): boolean {
  if (!channels || schedule.requester === id) return true;
  const named = channelsOf(schedule.arguments);
  return named.length > 0 && named.every((name) => channels.includes(name));
}

async function shown(pipeline: Pipeline, schedule: Schedule, run: ScheduleRun | undefined): Promise<ShownSchedule> {
  const { id, name, tool, when, stoppedBecause, requester, createdAt } = schedule;
  const who = await actorsWithIds(pipeline.store.db, [requester]);
  const isActive = stoppedBecause === undefined;
  const hasFixedDays = 'start_date' in schedule.arguments;
  return {
    id,
    name,
    tool,
    arguments: { ...schedule.arguments },
    when,
    when_words: whenWords(when),
    to: [...schedule.endpoints],
    state: isActive ? 'active' : 'stopped',
    ...(!isActive && { stopped_because: stoppedBecause }),
    ...(isActive && { next_run: iso(nextLocal(when, pipeline.ambient.now()).at) }),
    ...(run && {
      last_run: {
        period: run.period,
        due_at: iso(run.due_at),
        at: iso(run.ran_at),
        outcome: run.outcome,
        words: run.words,
      },
    }),
    ...(hasFixedDays && { notes: ['Its days are fixed, so every one is about the same days; date_range moves on.'] }),
    created_by: who(requester),
    created_at: iso(createdAt),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function full(): Failure {
  return new Failure({
    code: 'conflict',
    message: `A workspace can have ${SCHEDULES_MAX} schedules, and this one has them.`,
    nextStep: 'See them with list_schedules and delete one that is not needed with delete_schedule.',
  });
}

function unknownSchedule(id: string): Failure {
  return new Failure({
    code: 'not_found',
    message: `There is no schedule ${id}.`,
    problems: [{ field: 'schedule_id', message: 'names no schedule of this workspace' }],
    nextStep: 'See what there is with list_schedules.',
  });
}
