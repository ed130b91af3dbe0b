import { afterEach, beforeEach } from 'vitest';
import { z } from 'zod';
import { Failure } from '../../errors.ts';
import type { JobKind } from '../../jobs/jobs.ts';
import type { StoredJobs } from '../../jobs/stored-jobs.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import { type Bed, pipelineBed, toolOf, trains } from '../../pipeline/pipeline.testing.ts';
import { planDesk } from '../../pipeline/plan-desk.ts';
import type { Tool } from '../../tools/define-tool.ts';
import type { SheetProblem } from '../../tools/media-plan-desk.ts';
import type { PlannedCall } from '../../tools/media-planning.ts';
import { type HandMade, handMadePlan } from './launch.testing.ts';
import { LAUNCH_JOB, launchJob } from './launch-job.ts';
import { launching } from './launching.ts';

const input = z.strictObject({ name: z.string(), in: z.string().optional(), daily_budget: z.string().optional() });

/** A pipeline with a platform in memory, and how launches go on it. Each test has its own. */
export class LaunchBed {
  bed!: Bed;
  pipeline!: Pipeline;
  /** What the platform holds: every request that it carried out, and every one that came. */
  made: Record<string, unknown>[] = [];
  sent: Record<string, unknown>[] = [];
  /** What becomes of the next requests for a name: thrown instead of carried out, or after it. */
  troubles = new Map<string, { error: Failure; isMade?: boolean; times?: number }>();
  moved: SheetProblem[] = [];
  /** What a list answers besides the objects of the name. */
  listed: Record<string, unknown> = {};
  /** Instead of a list. */
  unlisted: Failure | undefined;
  /** Instead of an answer about what has moved. */
  silent: Error | undefined;

  async prepare(): Promise<void> {
    this.bed = await pipelineBed();
    [this.made, this.sent, this.troubles, this.moved, this.listed] = [[], [], new Map(), [], {}];
    [this.silent, this.unlisted] = [undefined, undefined];
    const list = toolOf(trains, {
      name: 'list_tracks',
      output: z.looseObject({}),
      run: async ({ name }: { name?: string }) => {
        if (this.unlisted) throw this.unlisted;
        return { tracks: this.made.filter((one) => one.name === name), ...this.listed };
      },
    });
    this.pipeline = Object.assign(this.bed.pipeline, {
      launching,
      tools: [
        this.#laying('lay_line', 'line'),
        this.#laying('lay_track', 'track'),
        this.#laying('lay_yard', 'yard'),
        list,
      ],
    });
    await this.bed.connect({ mode: 'sandbox', account: '1' });
  }

  #laying(name: string, part: string) {
    return toolOf(trains, {
      name,
      access: 'write',
      repeat: 'never',
      input,
      output: z.looseObject({}),
      look: (args: Record<string, unknown>) => ({ tool: 'list_tracks', arguments: { name: args.name } }),
      run: async (args: Record<string, unknown>) => {
        this.sent.push(args);
        const trouble = this.troubles.get(String(args.name));
        if (trouble) {
          trouble.times = (trouble.times ?? 1) - 1;
          if (trouble.times === 0) this.troubles.delete(String(args.name));
          if (trouble.isMade) this.made.push({ ...args, id: `${part}-${args.name}` });
          throw trouble.error;
        }
        this.made.push({ ...args, id: `${part}-${args.name}` });
        return { [part]: { id: `${part}-${args.name}` } };
      },
    });
  }

  tool(name: string): Tool {
    return this.pipeline.tools.find((one) => one.name === name)!;
  }

  async place() {
    const { bed, pipeline } = this;
    const workspace = await pipeline.admission.workspace(bed.principal, bed.workspaceId);
    return { pipeline, call: bed.call(), workspace };
  }

  async desk() {
    return planDesk(await this.place());
  }

  async planned(members: readonly HandMade[], more?: { new_rows: number[] }): Promise<string> {
    return (await handMadePlan(await this.place(), members, more)).id;
  }

  runJobs(): Promise<number> {
    return (this.pipeline.jobs as StoredJobs).runDue([this.#job()]);
  }

  /** One run of the job of a plan, as the service starts it. Returns when it is to run again. */
  runOnce(key: string, signal = new AbortController().signal): Promise<number | undefined> {
    const { workspaceId, ambient } = this.bed;
    const due = { id: '1', kind: LAUNCH_JOB, key, runAt: ambient.now(), payload: {}, attempts: 0 };
    return this.#job().run({ ...due, workspaceId, signal });
  }

  #job(): JobKind {
    return launchJob(this.pipeline, async () => {
      if (this.silent) throw this.silent;
      return this.moved;
    });
  }

  names() {
    return this.made.map(({ name }) => name).sort();
  }
}

export function launchBed(): LaunchBed {
  const launch = new LaunchBed();
  beforeEach(() => launch.prepare());
  afterEach(() => launch.bed.discard());
  return launch;
}

export const lineCalls = (name: string): PlannedCall[] => [
  {
    key: 'campaign',
    level: 'campaign',
    name,
    tool: 'lay_line',
    arguments: { name, daily_budget: '100' },
    makes: ['line', 'id'],
    from: { daily_budget: 'budget' },
  },
  {
    key: 'group 1',
    level: 'group',
    name: `${name} g`,
    tool: 'lay_track',
    arguments: { name: `${name} g`, in: { made: 'campaign' } },
    makes: ['track', 'id'],
    from: {},
  },
];
export const line = (name: string, account = '1'): HandMade => ({
  channel: 'trains',
  account,
  name,
  calls: lineCalls(name),
});

export const NORTH = { name: 'North', id: 'line-North' };

export const failure = (more: Partial<Failure['details']>) =>
  new Failure({ code: 'policy_rejected', message: 'No such thing.', nextStep: 'Change it.', ...more });
