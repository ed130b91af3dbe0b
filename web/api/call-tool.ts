import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';
import { client } from './client.ts';

type Answer = inferRouterOutputs<Api>['tools']['run'];
export type ToolError = Extract<Answer, { ok: false }>['error'];

/** A tool call that answered with an error. The error's message is written for people and shown as it is. */
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

/** Every call of a page to an ad platform goes through here; an error answer is thrown as `ToolFailure`. */
export async function callTool<Result>(call: ToolCall): Promise<Result> {
  const answer = await client.tools.run.mutate(call);
  if (!answer.ok) throw new ToolFailure(answer.error, answer.requestId);
  return answer.result as Result;
}
