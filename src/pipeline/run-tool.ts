import { type Failure, HttpError, invalidArguments } from '../errors.ts';
import { READ_POINTS, WRITE_POINTS } from '../limits/prices.ts';
import type { Tool } from '../tools/define-tool.ts';
import { maySpendLess } from '../tools/less-spending.ts';
import { CallTiming } from '../upstream/call-timing.ts';
import { answerOfAskedPlan } from './asked-plan.ts';
import type { Call, Job, Pipeline, ToolReply } from './call.ts';
import { asFailure, refuseBadIdempotencyKey, refuseWriteWhenReadOnly } from './call-failures.ts';
import { errorReply } from './error-reply.ts';
import { isUrgent } from './lessening.ts';
import { perform } from './perform.ts';
import { performRecorded } from './perform-recorded.ts';
import { preview, requireLeave } from './preview.ts';
import { validateArguments } from './validate.ts';

/**
 * The one way a tool is run: authorise, validate, idempotency and audit intent, run, clean, bound, audit outcome.
 * Throws HttpError for what HTTP answers; every other failure becomes a reply. A read is simply read, key or no key.
 */
export async function runTool(pipeline: Pipeline, tool: Tool, given: unknown, call: Call): Promise<ToolReply> {
  const { admission, ambient } = pipeline;
  const startedAt = ambient.elapsedMs();
  const timing = new CallTiming();
  let reply: ToolReply;
  let failure: Failure | undefined;
  try {
    admission.checkTool(call.principal, tool);
    const named = tool.takesWorkspace ? namedWorkspace(given) : undefined;
    const workspace = await admission.workspace(call.principal, named);
    const connection = tool.channel.needsConnection ? admission.connection(workspace, tool.channel.name) : undefined;
    const valid = await validateArguments(tool, given);
    const { args, keyed, only, reason }: Apart =
      tool.access === 'read' ? { args: valid, keyed: call } : apart(tool, valid, call);
    refuseBadIdempotencyKey(keyed);
    refuseWriteWhenReadOnly(tool, call);
    const job: Job = { pipeline, tool, args, call: keyed, timing, workspace, connection };
    if (tool.access === 'read') reply = await perform(job);
    else if (only === 'preview') reply = await preview(job, reason);
    else {
      await call.charge(WRITE_POINTS - READ_POINTS, isUrgent(job, maySpendLess(tool, args)));
      const instead = tool.channel.needsConnection
        ? ((await answerOfAskedPlan(job)) ?? (await requireLeave(job, reason)))
        : undefined;
      reply = instead ?? (await (tool.recordsItself || args.preview === true ? perform(job) : performRecorded(job)));
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    failure = asFailure(error, tool, call);
    reply = { ...errorReply(tool, failure), failure };
  }
  const durationMs = ambient.elapsedMs() - startedAt;
  if (timing.requests > 0) call.timed?.(timing, durationMs);
  pipeline.onEvent({ tool, call, startedAt, durationMs, timing, failure });
  return reply;
}

function namedWorkspace(given: unknown): unknown {
  return typeof given === 'object' && given !== null ? (given as Record<string, unknown>).workspaceId : undefined;
}

/**
 * What a write is told besides what to write. It takes its idempotency key as an argument too; a program may send one with every
 * request and a model another: neither wins.
 */
function apart(tool: Tool, { idempotency_key: given, ...own }: Record<string, unknown>, call: Call): Apart {
  const { idempotencyKey: sent = given as string | undefined } = call;
  if (given !== undefined && given !== sent)
    throw invalidArguments([{ field: 'idempotency_key', message: 'differs from the one sent with the request' }]);
  const keyed = { ...call, idempotencyKey: sent };
  // Only changes at a platform are planned; another tool's `reason` is its own argument.
  if (!tool.channel.needsConnection) return { args: own, keyed };
  const { preview: isPreview, reason, ...args } = own;
  return {
    args,
    keyed,
    only: isPreview === true ? 'preview' : undefined,
    reason: reason as string | undefined,
  };
}

interface Apart {
  args: Record<string, unknown>;
  keyed: Call;
  only?: 'preview' | undefined;
  reason?: string | undefined;
}
