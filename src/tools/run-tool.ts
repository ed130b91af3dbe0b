import type { Ambient } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import type { ConnectionView, WorkspaceRecord } from '../auth/directory.ts';
import type { Principal } from '../auth/key-records.ts';
import { Failure, failureBody, HttpError, invalidArguments } from '../errors.ts';
import { fingerprint } from '../idempotency/fingerprint.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import type { Store } from '../store/store.ts';
import type { Admission } from './admission.ts';
import { boundReply } from './bound-reply.ts';
import { cleanReply } from './clean-text.ts';
import type { Tool, ToolContext, WorkspaceView } from './define-tool.ts';
import { CANNOT_BE_ASKED, type Conversation, InputRequired } from './input-required.ts';
import { type LineFactory, openLine } from './open-line.ts';
import { RichReply } from './rich-reply.ts';
import { auditableArguments, auditableResult } from './trail.ts';
import { validateArguments } from './validate.ts';

/** One call of a tool, as the protocol layer hands it over. */
export interface Call {
  principal: Principal;
  requestId: string;
  idempotencyKey?: string;
  /** The caller asked for reading only (`?read_only=true`); a read-only key says the same. */
  readOnly: boolean;
  /** Aborted when the caller went away. */
  signal: AbortSignal;
  progress?: (done: number, total: number | undefined, message: string) => void;
  /** Undefined: the caller cannot be asked anything back. */
  conversation?: Conversation;
  /** Takes points from the key's allowance; throws the 429 when there are none left. */
  charge(points: number): void | Promise<void>;
}

export interface ToolReply {
  /** The result, or `{"error": …}`, as JSON text. */
  json: string;
  isError: boolean;
  rich?: RichReply;
  /** There is no result yet: the tool has to know something first. */
  asks?: InputRequired;
}

export interface ToolEvent {
  tool: Tool;
  call: Call;
  durationMs: number;
  failure?: Failure;
}

export interface Pipeline {
  ambient: Ambient;
  store: Store;
  admission: Admission;
  audit: Audit;
  idempotency: Idempotency;
  lines: LineFactory;
  callDeadlineMs: number;
  /** Tests hold every result to the tool's output schema; in production the schema is a promise to readers. */
  checkOutput?: boolean;
  onEvent(event: ToolEvent): void;
}

const WRITE_SURCHARGE = 2;

/**
 * The one way a tool is run: validate, authorise, idempotency and audit intent, run, clean, bound, audit outcome.
 * Throws HttpError for what HTTP answers; every other failure becomes a reply.
 */
export async function runTool(pipeline: Pipeline, tool: Tool, given: unknown, call: Call): Promise<ToolReply> {
  const startedAt = pipeline.ambient.now();
  const done = (failure?: Failure) =>
    pipeline.onEvent({ tool, call, durationMs: pipeline.ambient.now() - startedAt, ...(failure && { failure }) });
  try {
    return await attempt(pipeline, tool, given, call, done);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    const failure = asFailure(error, tool, call);
    done(failure);
    return errorReply(tool, failure);
  }
}

async function attempt(
  pipeline: Pipeline,
  tool: Tool,
  given: unknown,
  call: Call,
  done: (failure?: Failure) => void,
): Promise<ToolReply> {
  const { admission } = pipeline;
  const workspace = await admission.workspace(call.principal, tool.takesWorkspace ? namedWorkspace(given) : undefined);
  const connection = tool.channel.needsConnection ? admission.connection(workspace, tool.channel.name) : undefined;
  const args = validateArguments(tool, given);
  refuseBadIdempotencyKey(call);
  refuseWriteWhenReadOnly(tool, call);
  if (tool.access !== 'read') await call.charge(WRITE_SURCHARGE);

  const job: Job = { pipeline, tool, args, call, workspace, connection };
  if (tool.access === 'read' && call.idempotencyKey === undefined) {
    const reply = await perform(job);
    done();
    return reply;
  }
  return performRecorded(job, done);
}

interface Job {
  pipeline: Pipeline;
  tool: Tool;
  args: Record<string, unknown>;
  call: Call;
  workspace: WorkspaceRecord;
  connection: ConnectionView | undefined;
}

/** A call that must leave a trace: an intent before it and an outcome after it, each with its idempotency step. */
async function performRecorded(job: Job, done: (failure?: Failure) => void): Promise<ToolReply> {
  const { pipeline, tool, args, call, workspace } = job;
  const { store, audit, idempotency } = pipeline;
  const writes = tool.access !== 'read';
  const key = call.idempotencyKey;
  const entry = {
    organizationId: workspace.organizationId,
    workspaceId: workspace.id,
    actor: call.principal.keyId,
    action: `${tool.channel.name}/${tool.name}`,
    callId: call.requestId,
  };

  const claim = await store.transaction(async (tx) => {
    const claimed =
      key === undefined
        ? ({ state: 'new' } as const)
        : await idempotency.claim(tx, {
            workspaceId: workspace.id,
            key,
            fingerprint: fingerprint(entry.action, args),
            callId: call.requestId,
            deadlineMs: pipeline.callDeadlineMs,
          });
    if (claimed.state === 'new' && writes) {
      await audit.append(tx, { ...entry, phase: 'intent', detail: { arguments: auditableArguments(args) } });
    }
    return claimed;
  });
  if (claim.state === 'replay') {
    done();
    return JSON.parse(claim.reply) as ToolReply;
  }
  if (claim.state !== 'new' && (writes || claim.state !== 'abandoned')) throw claimFailure(claim.state);

  let reply: ToolReply;
  let failure: Failure | undefined;
  try {
    reply = await perform(job);
  } catch (error) {
    failure = asFailure(error, tool, call);
    reply = errorReply(tool, failure);
  }

  await store
    .transaction(async (tx) => {
      if (key !== undefined) {
        const mayRepeat =
          reply.asks !== undefined || (failure?.retryable === true && failure.outcome === 'not_applied');
        await (mayRepeat
          ? idempotency.release(tx, { workspaceId: workspace.id, key })
          : idempotency.finish(tx, { workspaceId: workspace.id, key, reply: JSON.stringify(reply) }));
      }
      if (!writes) return;
      const detail = failure
        ? {
            outcome: failure.outcome,
            code: failure.code,
            ...(failure.details.upstream && { upstream: failure.details.upstream }),
          }
        : reply.asks
          ? { outcome: 'not_applied', asked: Object.keys(reply.asks.requests) }
          : { outcome: 'applied', ...auditableResult(reply.json) };
      await audit.append(tx, { ...entry, phase: 'outcome', detail });
    })
    .catch((error: unknown) => {
      throw unrecorded(failure, error);
    });
  done(failure);
  return reply;
}

/** Runs the tool itself and makes its result fit to be sent. */
async function perform(job: Job): Promise<ToolReply> {
  const { tool, args, pipeline, call, workspace } = job;
  const visible = tool.takesWorkspace ? [workspace] : await pipeline.admission.visible(call.principal);
  const signal = tool.channel.needsConnection ? signalFor(job) : call.signal;
  const client = job.connection
    ? tool.channel.connect(
        openLine(pipeline.lines, tool, workspace.id, job.connection, signal),
        sharedArguments(tool, args),
      )
    : undefined;
  const context: ToolContext<unknown> = {
    client,
    account: tool.needsAccount ? await accountOf(job, client) : '',
    workspace,
    workspaces: () => visible.map(viewOf),
    progress: call.progress ?? noProgress,
    conversation: call.conversation ?? CANNOT_BE_ASKED,
    signal,
    now: pipeline.ambient.now,
  };
  const result = await tool.run(ownArguments(tool, args), context);
  if (result instanceof InputRequired) return question(result, call);
  if (result instanceof RichReply)
    return { json: JSON.stringify(result.structured ?? null), isError: result.isError, rich: result };
  if (pipeline.checkOutput) tool.output.parse(result);
  const cleaned = cleanReply(result);
  const bounded = boundReply(cleaned.reply, cleaned.json);
  if (bounded) return { json: bounded.json, isError: false };
  throw new Failure({
    code: 'unsupported',
    message: 'The answer is larger than one reply may be (1 MiB) and holds no list that could be cut.',
    nextStep: 'Ask for fewer fields or a narrower selection.',
    outcome: tool.access === 'read' ? 'not_applied' : 'applied',
  });
}

function question(asks: InputRequired, call: Call): ToolReply {
  if (call.conversation) return { json: 'null', isError: false, asks };
  throw new Failure({
    code: 'unsupported',
    message: `This call cannot go on without an answer to: ${Object.keys(asks.requests).join(', ')}. This client cannot be asked.`,
    nextStep: 'Call from a client that speaks MCP 2026-07-28 or newer and can be asked for input.',
  });
}

/**
 * A reader that goes away stops the work. A write that is under way is let finish, so that its outcome is known and
 * recorded; only its deadline ends it.
 */
function signalFor({ tool, call, pipeline }: Job): AbortSignal {
  const deadline = AbortSignal.timeout(pipeline.callDeadlineMs);
  return tool.access === 'read' ? AbortSignal.any([call.signal, deadline]) : deadline;
}

async function accountOf(job: Job, client: unknown): Promise<string> {
  const { account } = job.tool.channel;
  if (!account) return '';
  const given = job.args[account.argument] ?? job.connection?.account;
  if (typeof given === 'string' && given !== '') return given;
  const choices = await account.choices(client);
  throw invalidArguments(
    [
      {
        field: account.argument,
        message: `is required, because this connection has no configured account; it can be: ${choices.map(({ id, name }) => (name ? `${id} (${name})` : id)).join(', ') || 'none is reachable'}`,
        allowed_values: choices.map(({ id }) => id),
      },
    ],
    `Call again with ${account.argument}, or configure an account on the connection.`,
  );
}

function namedWorkspace(given: unknown): unknown {
  return typeof given === 'object' && given !== null ? (given as Record<string, unknown>).workspaceId : undefined;
}

function ownArguments(tool: Tool, args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(tool.ownInput.filter((name) => name in args).map((name) => [name, args[name]]));
}

function sharedArguments(tool: Tool, args: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(tool.channel.sharedInput ?? {});
  return Object.fromEntries(names.filter((name) => name in args).map((name) => [name, args[name]]));
}

function viewOf({ id, name, currency, connections }: WorkspaceRecord): WorkspaceView {
  return {
    id,
    name,
    currency,
    channels: connections.map(({ channel, mode, account }) => ({ channel, mode, ...(account && { account }) })),
  };
}

function noProgress(): void {}

function refuseBadIdempotencyKey({ idempotencyKey }: Call): void {
  if (idempotencyKey === undefined || /^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) return;
  throw invalidArguments([{ field: 'idempotency_key', message: 'must be 1 to 255 printable ASCII characters' }]);
}

function refuseWriteWhenReadOnly(tool: Tool, call: Call): void {
  if (tool.access === 'read' || !(call.readOnly || call.principal.readOnly)) return;
  throw new Failure({
    code: 'permission_denied',
    message: call.principal.readOnly
      ? `The key "${call.principal.keyName}" is read-only, and ${tool.name} changes things.`
      : `The call asked for reading only, and ${tool.name} changes things.`,
    nextStep: call.principal.readOnly ? 'Use a read-write key.' : 'Leave out read_only to allow changes.',
  });
}

function claimFailure(state: 'running' | 'mismatch' | 'abandoned'): Failure {
  if (state === 'abandoned') {
    return new Failure({
      code: 'outcome_unknown',
      message: 'The first call with this idempotency key was cut off before its outcome could be recorded.',
      outcome: 'unknown',
      nextStep: 'List the resource and look whether the change is there before repeating it with a new key.',
    });
  }
  const running = state === 'running';
  return new Failure({
    code: 'conflict',
    message: running
      ? 'The first call with this idempotency key is still running.'
      : 'This idempotency key was used before with other arguments.',
    retryable: running,
    ...(running && { retryAfterS: 1 }),
    nextStep: running
      ? 'Repeat the call with the same key in a moment; it will return the first answer.'
      : 'Use a new idempotency key for a new call.',
  });
}

/** The effect may stand at the platform, but its outcome could not be written down: say what is known. */
function unrecorded(failure: Failure | undefined, cause: unknown): Failure {
  return new Failure({
    code: 'internal',
    message: 'The call was carried out, but its outcome could not be recorded here.',
    outcome: failure ? failure.outcome : 'applied',
    nextStep:
      'Read the resource before repeating anything; then have the operator look at the log with this request id.',
    internal: `outcome not recorded: ${String(cause)}`,
    cause,
  });
}

function asFailure(error: unknown, tool: Tool, call: Call): Failure {
  if (error instanceof Failure) return error;
  const writes = tool.access !== 'read';
  if (call.signal.aborted && !writes) {
    return new Failure({ code: 'internal', message: 'The caller went away.', nextStep: 'Call again.', cause: error });
  }
  return new Failure({
    code: 'internal',
    message: `Something failed inside the service. The request id ${call.requestId} ties it to the log.`,
    nextStep: writes
      ? 'Read the resource to see whether the change is there, then tell the operator the request id.'
      : 'Call again; if it happens twice, tell the operator the request id.',
    outcome: writes ? 'unknown' : 'not_applied',
    internal: error instanceof Error ? (error.stack ?? error.message) : String(error),
    cause: error,
  });
}

function errorReply(tool: Tool, failure: Failure): ToolReply {
  return { json: cleanReply(failureBody(tool.channel.name, failure)).json, isError: true };
}
