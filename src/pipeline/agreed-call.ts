import { Failure, type FailureDetails, HttpError } from '../errors.ts';
import type { Tool } from '../tools/define-tool.ts';
import { CallTiming } from '../upstream/call-timing.ts';
import type { Call, Pipeline } from './call.ts';
import { asFailure, refusedBy, refuseWriteWhenReadOnly } from './call-failures.ts';
import { perform } from './perform.ts';
import { performRecorded } from './perform-recorded.ts';
import { validateArguments } from './validate.ts';

/**
 * A call that people or the policy agreed to as a part of a plan: let in, checked, limited and recorded like any other, and not
 * put before the policy again. Answers with its result; every failure is a `Failure`.
 */
export async function agreedCall(
  pipeline: Pipeline,
  tool: Tool,
  given: Record<string, unknown>,
  call: Call,
  workspaceId: string,
): Promise<Record<string, unknown>> {
  const { admission, ambient } = pipeline;
  const startedAt = ambient.elapsedMs();
  const timing = new CallTiming();
  let failure: Failure | undefined;
  try {
    admission.checkTool(call.principal, tool);
    refuseWriteWhenReadOnly(tool, call);
    const workspace = await admission.workspace(call.principal, workspaceId);
    const connection = admission.connection(workspace, tool.channel.name);
    const args = await validateArguments(tool, given);
    const job = { pipeline, tool, args, call, timing, workspace, connection };
    const { json, isError } = await (tool.access === 'read' ? perform(job) : performRecorded(job));
    const result = JSON.parse(json) as Record<string, unknown>;
    if (isError) throw again(result.error as Told);
    return result;
  } catch (error) {
    failure = error instanceof HttpError ? refusedBy(error) : asFailure(error, tool, call);
    throw failure;
  } finally {
    const durationMs = ambient.elapsedMs() - startedAt;
    pipeline.onEvent({ tool, call, startedAt, durationMs, timing, failure });
  }
}

interface Told extends Pick<FailureDetails, 'code' | 'message' | 'outcome' | 'retryable'> {
  next_step: string;
  field?: string;
}

/** The failure that a call with the same key ended with before. */
function again({ code, message, next_step, outcome, retryable, field }: Told): Failure {
  const problems = field === undefined ? undefined : [{ field, message }];
  return new Failure({
    ...{ code, message, nextStep: next_step },
    ...(outcome && { outcome }),
    ...(retryable && { retryable }),
    ...(problems && { problems }),
  });
}
