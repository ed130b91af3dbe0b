import { Failure } from '../errors.ts';
import { withConnectLine } from '../tools/connect-line.ts';
import type { Tool } from '../tools/define-tool.ts';
import { FILL_IN } from '../tools/ready-call.ts';
import type { Job } from './call.ts';
import { ownAccounts } from './fence.ts';

type Arguments = Record<string, unknown>;

/**
 * Calls that a reply hands out, as objects (`{tool, arguments}`) or inside a sentence (`list_ads {"ad_ids":["7"]}`), are
 * given the account, the workspace and the way there of the call that they follow, so that each can be sent as it stands; what
 * only the caller can know is marked.
 */
export function withPlace<T>(reply: T, job: Job): T {
  return completedIn(reply, job) as T;
}

/** The same for what an error says to do next. */
export function failureWithPlace(failure: Failure, job: Job): Failure {
  const nextStep = completedInText(failure.details.nextStep, job);
  return nextStep === failure.details.nextStep ? failure : new Failure({ ...failure.details, nextStep });
}

/** Fields whose sentences we write. Other text, such as a campaign's name, stays as it is even where it looks like a call. */
const OUR_SENTENCES = new Set(['keeps_from_firing', 'keeps_from_serving', 'message', 'next_step', 'notes', 'purpose']);

/** What holds no call is handed back as it is, not copied: a reply may have thousands of rows. */
function completedIn(value: unknown, job: Job, isOurs = false): unknown {
  if (typeof value === 'string') return isOurs ? completedInText(value, job) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return completedList(value, job, isOurs);
  const held = value as Record<string, unknown>;
  let made: Record<string, unknown> | undefined;
  for (const key of Object.keys(held)) {
    const one = held[key];
    const completed = mayBeSent(one, job) ? completedIn(one, job, OUR_SENTENCES.has(key)) : undefined;
    if (completed === one) continue;
    made ??= { ...held };
    if (completed === undefined) delete made[key];
    else made[key] = completed;
  }
  const whole = made ?? held;
  const { tool: name, channel, arguments: args } = whole;
  const tool = typeof args === 'object' && args !== null ? toolNamed(job, name, channel) : undefined;
  return tool ? { ...whole, tool: nameOf(tool, job), arguments: inPlace(tool, args as Arguments, job) } : whole;
}

function completedList(items: readonly unknown[], job: Job, isOurs: boolean): readonly unknown[] {
  let made: unknown[] | undefined;
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    const isSent = mayBeSent(item, job);
    const completed = isSent ? completedIn(item, job, isOurs) : undefined;
    if (!isSent || completed !== item) made ??= items.slice(0, at);
    if (isSent) made?.push(completed);
  }
  return made ?? items;
}

function completedInText(text: string, job: Job): string {
  let written = '';
  let end = 0;
  for (const { 1: name, index } of text.matchAll(/\b([a-z]+(?:_[a-z]+)+) (?=\{)/g)) {
    const tool = toolNamed(job, name);
    const begin = index + (name?.length ?? 0) + 1;
    const call = tool && begin > end ? objectAt(text, begin) : undefined;
    if (!tool || !call) continue;
    written += mayUse(tool, job)
      ? `${text.slice(end, index)}${nameOf(tool, job)} ${JSON.stringify(inPlace(tool, call.args, job))}`
      : text.slice(end, index).replace(/[:,]? $/, '');
    end = call.end;
  }
  return withConnectLine(written + text.slice(end), placeOf(job));
}

function nameOf(tool: Tool, { call }: Job): string {
  return call.nameOf?.(tool) ?? tool.name;
}

/** Where the call's channel is connected; the workspace's own tools need no connection. */
function placeOf({ tool, workspace, connection }: Job) {
  return { channel: tool.channel.name, workspace: workspace.name, mode: connection?.mode ?? ('live' as const) };
}

/** The JSON object that begins at a brace, and where it ends; undefined where the braces hold something else. */
function objectAt(text: string, begin: number): { args: Arguments; end: number } | undefined {
  const signs = /"(?:[^"\\]|\\.)*"|[{}]/g;
  signs.lastIndex = begin;
  let depth = 0;
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    if (sign[0] === '{') depth += 1;
    if (sign[0] === '}') depth -= 1;
    if (depth > 0) continue;
    const args = parsedObject(text.slice(begin, signs.lastIndex));
    return args && { args, end: signs.lastIndex };
  }
  return undefined;
}

function parsedObject(json: string): Arguments | undefined {
  try {
    return JSON.parse(json) as Arguments;
  } catch {
    return undefined;
  }
}

/** A caller that may only read is offered nothing else. */
function mayUse({ access }: Tool, { call }: Job): boolean {
  return access === 'read' || !(call.readOnly || call.principal.readOnly);
}

function mayBeSent(value: unknown, job: Job): boolean {
  if (typeof value !== 'object' || value === null || !('arguments' in value)) return true;
  const { tool: name, channel } = value as { tool?: unknown; channel?: unknown };
  const tool = toolNamed(job, name, channel);
  return tool === undefined || mayUse(tool, job);
}

function toolNamed({ pipeline, tool }: Job, name: unknown, channel: unknown = tool.channel.name): Tool | undefined {
  return pipeline.tools.find((one) => one.name === name && one.channel.name === channel);
}

/** What the caller named of the place, as far as the tool takes it; what the handed-out call names itself stays. */
function inPlace(tool: Tool, args: Arguments, job: Job): Arguments {
  const named = tool.sharedInput.filter((name) => !OF_ONE_CALL.includes(name) && job.args[name] !== undefined);
  const same = Object.fromEntries(
    named.map((name) => [name, name === 'workspaceId' ? job.workspace.id : job.args[name]]),
  );
  return { ...unknownAccount(tool, job), ...same, ...args, ...unknownArguments(tool, args) };
}

/** A call that makes something new leaves its contents to the caller: what the tool cannot do without is marked. */
function unknownArguments({ input }: Tool, args: Arguments): Arguments {
  const needed = Object.keys(input.shape).filter((name) => !(name in args) && !input.shape[name]?.isOptional());
  return Object.fromEntries(needed.map((name) => [name, FILL_IN]));
}

/** Another call under the same idempotency key would be a conflict. */
const OF_ONE_CALL = ['idempotency_key', 'fresh'];

/** Where neither the caller nor the connection names an account, the caller has to fill it in. */
function unknownAccount({ channel, needsAccount }: Tool, job: Job): Arguments {
  if (!needsAccount || !channel.account || channel.name !== job.tool.channel.name) return {};
  const { configured, fence } = ownAccounts(channel, job.connection);
  const isConfigured = configured !== undefined && (!fence || fence.includes(configured));
  return isConfigured ? {} : { [channel.account.argument]: FILL_IN };
}
