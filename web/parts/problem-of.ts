import { ToolFailure } from '../api/call-tool.ts';
import { isApiError, NotSent } from '../api/client.ts';
import type { ProblemDetails } from './problem.tsx';

export type WriteProblem = ProblemDetails & { unknown?: boolean };

interface Told {
  message: string;
  outcome?: unknown;
  next_step?: unknown;
  code?: unknown;
  upstream?: unknown;
}

/** Text for a failed change: what did not happen, whether anything was applied, and what to do. */
export function problemOf(error: { message: string }, title: string): WriteProblem {
  const { message, outcome, next_step, code, upstream } = toldBy(error);
  const { code: upstreamCode, trace_id } = (upstream ?? {}) as { code?: string | number; trace_id?: string };
  const unknown = outcome === 'unknown';
  return {
    title: unknown ? 'It is not known whether this was done' : title,
    text: [message, unknown && 'Do not repeat it before you have looked.', next_step]
      .filter(Boolean)
      .map((text) => (/[.!?]$/.test(String(text)) ? text : `${text}.`))
      .join(' '),
    unknown,
    ...(code !== undefined && { code: String(code) }),
    ...(upstreamCode !== undefined && { upstreamCode: String(upstreamCode) }),
    ...(trace_id !== undefined && { trace: trace_id }),
    ...(error instanceof ToolFailure && { requestId: error.requestId }),
  };
}

/** A request without an answer, or with an internal error, may have been applied: its outcome is unknown. */
function toldBy(error: { message: string }): Told {
  if (error instanceof ToolFailure) return error.details;
  if (!isApiError(error)) return error;
  if (error.cause instanceof NotSent) return { message: error.message, next_step: 'Do it again once it is online' };
  const { code, failure } = error.data ?? {};
  if (failure) return failure as unknown as Told;
  const isCertain = code !== undefined && code !== 'INTERNAL_SERVER_ERROR';
  return { message: error.message, outcome: isCertain ? 'not_applied' : 'unknown' };
}
