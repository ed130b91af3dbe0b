import { Failure, HttpError, type Problem } from '../../errors.ts';
import type { Job, JobPlace } from '../../pipeline/call.ts';
import { refusedBy, refuseWriteWhenReadOnly } from '../../pipeline/call-failures.ts';
import { ruleFor } from '../../pipeline/preview.ts';
import { isRehearsed, rehearse } from '../../pipeline/rehearse.ts';
import { spendEffect } from '../../pipeline/spend-guard.ts';
import { validateArguments } from '../../pipeline/validate.ts';
import { classByDifference, type Difference, possibleClasses } from '../../plans/action-class.ts';
import type { Policy } from '../../plans/policies.ts';
import type { Tool } from '../../tools/define-tool.ts';
import type { MadeId, PlannedCall, PlannedProblem } from '../../tools/media-planning.ts';
import type { SpendEffect } from '../../tools/spend-overview.ts';
import { CallTiming } from '../../upstream/call-timing.ts';
import type { PlanAccount, PlanChannel } from '../campaigns/plan-channels.ts';

/** Stands for an id that is not there yet: every platform's ids are such numbers. */
const PLAUSIBLE_ID = '120000000000001';

/** What came of checking a call. */
export interface CheckedCall {
  problems: readonly PlannedProblem[];
  platformChecked: boolean;
  /** The tool has nothing to send: everything stands as the call wants it. */
  isSame: boolean;
  /** What it would do to the account's spending. */
  effect?: SpendEffect | undefined;
}

const FINE: CheckedCall = { problems: [], platformChecked: false, isSame: false };

/** Checks calls as the caller would make them, without sending any. */
export class CallChecks {
  readonly #job: JobPlace;
  readonly #place: PlanChannel;
  readonly #policy: Policy;

  constructor(job: JobPlace, place: PlanChannel, policy: Policy) {
    this.#job = job;
    this.#place = place;
    this.#policy = policy;
  }

  /** By the tool's own validation, and by what the workspace's rules say to it. */
  async validate(call: PlannedCall, account: PlanAccount): Promise<readonly PlannedProblem[]> {
    try {
      const { tool, args } = await this.#admitted(call, account);
      const classes = possibleClasses(tool, args);
      return classes.every((name) => ruleFor(this.#policy, name) === 'deny') ? [forbidden(classes[0]!)] : [];
    } catch (error) {
      return problemsOf(failureIn(error), call);
    }
  }

  /** By running the call up to its change, which the platform checks where it can. */
  async rehearse(call: PlannedCall, account: PlanAccount, counts: { spending: boolean }): Promise<CheckedCall> {
    try {
      const job = await this.#admitted(call, account);
      const outcome = await rehearse(job);
      if (!isRehearsed(outcome)) return { ...FINE, isSame: true };
      const refusal = this.#refusalOf(job, outcome.difference);
      if (refusal) return { ...FINE, problems: [refusal] };
      const effect = counts.spending ? await spendEffect(job) : undefined;
      return { ...FINE, platformChecked: outcome.platformChecked, effect };
    } catch (error) {
      return { ...FINE, problems: problemsOf(failureIn(error), call) };
    }
  }

  #refusalOf({ tool, args }: Job, difference: Difference): PlannedProblem | undefined {
    const name = classByDifference(tool, args, difference);
    return ruleFor(this.#policy, name) === 'deny' ? forbidden(name) : undefined;
  }

  async #admitted({ tool: name, arguments: planned }: PlannedCall, account: PlanAccount): Promise<Job> {
    const { pipeline, call, workspace } = this.#job;
    const { channel, connection } = this.#place;
    const tool = toolOf(pipeline.tools, channel.name, name);
    pipeline.admission.checkTool(call.principal, tool);
    refuseWriteWhenReadOnly(tool, call);
    const named = tool.needsAccount && { [channel.account?.argument ?? '']: account.id };
    const given = { ...(withoutMade(planned) as Record<string, unknown>), ...account.through, ...named };
    const args = await validateArguments(tool, given);
    const own = { ...call, idempotencyKey: undefined, progress: undefined };
    return { pipeline, tool, args, call: own, timing: new CallTiming(), workspace, connection };
  }
}

export function toolOf(tools: readonly Tool[], channel: string, name: string): Tool {
  const tool = tools.find((one) => one.channel.name === channel && one.name === name);
  if (!tool) throw new TypeError(`the ${channel} channel has no tool ${name}`);
  return tool;
}

/** Whether a call needs an id that another call makes first. */
export function needsMade(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isMade(value) || Object.values(value).some(needsMade);
}

function isMade(value: object): value is MadeId {
  return typeof (value as MadeId).made === 'string' && Object.keys(value).length === 1;
}

function withoutMade(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMade);
  if (typeof value !== 'object' || value === null) return value;
  if (isMade(value)) return PLAUSIBLE_ID;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutMade(inner)]));
}

function failureIn(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof HttpError) return refusedBy(error);
  throw error;
}

/** A refusal by field of the planned campaign. */
function problemsOf({ details, retryable }: Failure, { from, name, level }: PlannedCall): PlannedProblem[] {
  const what = level === 'campaign' ? '' : ` (${level} “${name}”)`;
  const { problems = [] } = details;
  const placed = problems.flatMap((problem) => {
    const field = fieldOf(problem.field, from);
    return field === undefined ? [] : [{ problem, field }];
  });
  if (retryable || placed.length === 0)
    return [
      {
        field: fallbackOf(level),
        level: 'stop',
        ...(retryable && { kind: 'unchecked' as const }),
        message: retryable ? `It could not be checked${what}: ${details.message}` : `${details.message}${what}`,
      },
    ];
  return placed.map(({ problem, field }) => ({ field, level: 'stop', ...told(problem, what) }));
}

function fallbackOf(level: PlannedCall['level']): string {
  return level === 'container' ? 'container' : 'name';
}

function told({ field, message, allowed_values, at_least }: Problem, what: string) {
  const words = /^(is|are|must|has|have|holds|cannot|needs|may|differs)\b/.test(message)
    ? `${argumentWords(field)} ${message}`
    : message;
  return {
    message: sentence(`${words}${what}`),
    ...(allowed_values && { allowed: allowed_values.slice(0, ALLOWED_MAX).join(', ') }),
    ...(at_least !== undefined && { allowed: `${at_least} or more`, repair: at_least }),
  };
}

const ALLOWED_MAX = 20;

/** `ad_set.daily_budget` in words. */
function argumentWords(field: string): string {
  const [name = field] = field.split(/[.[]/).slice(-1);
  return /^\d/.test(name) ? field : name.replace(/]$/, '').replaceAll('_', ' ');
}

function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?)]$/.test(text) ? text : `${text}.`;
}

/** The planned field behind an argument: its own, or that of the argument that it is a part of. */
export function fieldOf(argument: string, from: PlannedCall['from']): string | undefined {
  const path = argument.split(/[.[\]]+/).filter((part) => part !== '');
  for (let length = path.length; length > 0; length--) {
    const head = path.slice(0, length).join('.');
    const field = from[head];
    if (field === undefined) continue;
    // An item of a list in the arguments is the same item of the list in the sheet.
    const [next] = path.slice(length);
    return next !== undefined && /^\d+$/.test(next) ? `${field}.${next}` : field;
  }
  return undefined;
}

function forbidden(name: string): PlannedProblem {
  return {
    field: 'name',
    level: 'stop',
    kind: 'rule',
    message: `The rules of this workspace forbid it (class ${name}); an owner can change them.`,
  };
}
