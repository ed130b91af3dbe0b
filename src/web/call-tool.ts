import type { WorkspaceRecord } from '../auth/directory.ts';
import { Failure, HttpError } from '../errors.ts';
import { READ_POINTS } from '../limits/prices.ts';
import { REPLY_BYTES_MAX } from '../pipeline/bound-reply.ts';
import type { Call, JobPlace } from '../pipeline/call.ts';
import { runTool } from '../pipeline/run-tool.ts';
import type { Tool } from '../tools/define-tool.ts';
import { mayTurnOutLess } from '../tools/less-spending.ts';
import type { Person } from './people.ts';
import { principalOf } from './requester.ts';
import type { WebParts } from './web-parts.ts';

interface Caller {
  parts: WebParts;
  person: Person;
  workspace: WorkspaceRecord;
  requestId: string;
  gone(): AbortSignal;
  /** Told how far a long call has come. */
  progress?: Call['progress'];
}

export type Answer =
  | { ok: true; result: Record<string, unknown>; requestId: string }
  // biome-ignore lint/suspicious/noExplicitAny: the error object of the contract, checked by the schema of the reply
  | { ok: false; error: any; requestId: string };

/** Runs a tool as a person, through the same pipeline and limits as a call with a key; the audit log names the person. */
export async function callTool(
  { parts, person, workspace, requestId, gone, progress }: Caller,
  tool: Tool,
  args: Record<string, unknown>,
  idempotencyKey?: string,
): Promise<Answer> {
  // No quota holds back a stop.
  const charge: Call['charge'] = tool.stopsSpending
    ? async () => {}
    : (points, urgent) => chargePerson(parts, person, points, urgent);
  await charge(READ_POINTS, mayTurnOutLess(tool, args));
  const principal = principalOf(person, workspace);
  // The role was checked in this workspace, so the call is about no other.
  const given = tool.takesWorkspace ? { ...args, workspaceId: workspace.id } : args;
  const room = { bytes: REPLY_BYTES_MAX, as: 'data' } as const;
  const call = { principal, requestId, idempotencyKey, readOnly: false, gone, room, charge, progress };
  const { json, isError } = await runTool(parts.pipeline, tool, given, call);
  const body = JSON.parse(json);
  return isError ? { ok: false, error: body.error, requestId } : { ok: true, result: body, requestId };
}

/** What an agents' tool answers, so that a page tells people the same; its error is thrown. */
export async function answerTo(
  caller: Caller,
  channel: string,
  name: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const tool = caller.parts.pipeline.tools.find((one) => one.name === name && one.channel.name === channel);
  if (!tool) throw new TypeError(`there is no tool ${name} of ${channel}`);
  const answer = await callTool(caller, tool, args);
  if (answer.ok) return answer.result;
  const { code, message, next_step: nextStep, retry_after_s: retryAfterS, upstream } = answer.error;
  throw new Failure({ code, message, nextStep, retryAfterS, upstream });
}

/** Where a person's question is asked that is no call of a tool. */
export function placeOf(
  { parts, person, requestId, gone }: Omit<Caller, 'workspace'>,
  workspace: WorkspaceRecord,
): JobPlace {
  const charge = (points: number) => chargePerson(parts, person, points);
  const room = { bytes: REPLY_BYTES_MAX, as: 'data' } as const;
  const call = { principal: principalOf(person, workspace), requestId, readOnly: false, gone, room, charge };
  return { pipeline: parts.pipeline, call, workspace };
}

/** As with keys, a call that may make less money flow has points of its own, as many again. */
export async function chargePerson(
  { limiter }: Pick<WebParts, 'limiter'>,
  { id }: Pick<Person, 'id'>,
  points: number,
  urgent: Parameters<Call['charge']>[1] = false,
): Promise<void> {
  const { allowed, limit, retryAfterS = 1 } = await limiter.take(id, points);
  if (allowed) return;
  const isUrgent = typeof urgent === 'function' ? await urgent() : urgent;
  if (isUrgent && (await limiter.take(`${id} pauses`, points)).allowed) return;
  throw new HttpError(429, 'RATE_LIMITED', `You have used your ${limit} points. Wait ${retryAfterS} seconds.`);
}
