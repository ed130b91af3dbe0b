import { type Failure, failureBody, HttpError } from '../errors.ts';
import { fingerprint } from '../idempotency/fingerprint.ts';
import { READ_POINTS, WRITE_POINTS } from '../limits/prices.ts';
import type { Tool } from '../tools/define-tool.ts';
import { auditedArguments, auditedResult } from './audit-detail.ts';
import type { Call, Job, Pipeline, ToolReply } from './call.ts';
import {
  asFailure,
  claimFailure,
  refuseBadIdempotencyKey,
  refuseWriteWhenReadOnly,
  unrecorded,
  withLook,
} from './call-failures.ts';
import { cleanReply } from './clean-text.ts';
import { perform } from './perform.ts';
import { validateArguments } from './validate.ts';

/**
 * The one way a tool is run: validate, authorise, idempotency and audit intent, run, clean, bound, audit outcome.
 * Throws HttpError for what HTTP answers; every other failure becomes a reply.
 */
export async function runTool(pipeline: Pipeline, tool: Tool, given: unknown, call: Call): Promise<ToolReply> {
  const { admission, ambient } = pipeline;
  const startedAt = ambient.elapsedMs();
  let reply: ToolReply;
  let failure: Failure | undefined;
  try {
    admission.checkChannel(call.principal, tool.channel.name);
    const named = tool.takesWorkspace ? namedWorkspace(given) : undefined;
    const found = admission.workspace(call.principal, named);
    const workspace = found instanceof Promise ? await found : found;
    const connection = tool.channel.needsConnection ? admission.connection(workspace, tool.channel.name) : undefined;
    const args = validateArguments(tool, given);
    refuseBadIdempotencyKey(call);
    refuseWriteWhenReadOnly(tool, call);
    const isPlainRead = tool.access === 'read' && call.idempotencyKey === undefined;
    if (tool.access !== 'read') await call.charge(WRITE_POINTS - READ_POINTS);
    const job: Job = { pipeline, tool, args, call, workspace, connection };
    reply = await (isPlainRead ? perform(job) : performRecorded(job));
  } catch (error) {
    if (error instanceof HttpError) throw error;
    failure = asFailure(error, tool, call);
    reply = { ...errorReply(tool, failure), failure };
  }
  pipeline.onEvent({ tool, call, durationMs: ambient.elapsedMs() - startedAt, failure });
  return reply;
}

/** A call that must leave a trace: an intent before it and an outcome after it, each with its idempotency step. */
async function performRecorded(job: Job): Promise<ToolReply> {
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
      await audit.append(tx, { ...entry, phase: 'intent', detail: { arguments: auditedArguments(args) } });
    }
    return claimed;
  });
  if (claim.state === 'replay') return JSON.parse(claim.reply) as ToolReply;
  if (claim.state !== 'new' && (writes || claim.state !== 'abandoned'))
    throw withLook(claimFailure(claim.state), tool, args);

  let reply: ToolReply;
  let failure: Failure | undefined;
  try {
    reply = await perform(job);
  } catch (error) {
    failure = withLook(asFailure(error, tool, call), tool, args);
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
          : { outcome: 'applied', ...auditedResult(reply.json) };
      await audit.append(tx, { ...entry, phase: 'outcome', detail });
    })
    .catch((error: unknown) => {
      throw withLook(unrecorded(failure, error), tool, args);
    });
  if (failure) throw failure;
  return reply;
}

function namedWorkspace(given: unknown): unknown {
  return typeof given === 'object' && given !== null ? (given as Record<string, unknown>).workspaceId : undefined;
}

function errorReply(tool: Tool, failure: Failure): ToolReply {
  return { json: cleanReply(failureBody(tool.channel.name, failure)).json, isError: true };
}
