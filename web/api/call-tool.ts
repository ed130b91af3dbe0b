import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';
import { client } from './client.ts';

type Answer = inferRouterOutputs<Api>['tools']['run'];
export type ToolError = Extract<Answer, { ok: false }>['error'];

/** A tool said no. Its own words are good enough to show. */
export class ToolFailure extends Error {
  readonly details: ToolError;
  readonly requestId: string;

  constructor(details: ToolError, requestId: string) {
    super(details.message);
    this.details = details;
    this.requestId = requestId;
  }
}

export interface ToolCall {
  workspaceId: string;
  channel: string;
  tool: string;
  arguments: Record<string, unknown>;
  idempotencyKey?: string;
}

/** The one way to the platforms; a refusal is thrown. */
export async function callTool<Result>(call: ToolCall): Promise<Result> {
  const answer = await client.tools.run.mutate(call);
  if (!answer.ok) throw new ToolFailure(answer.error, answer.requestId);
  return answer.result as Result;
}
