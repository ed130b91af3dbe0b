import { type Failure, failureBody } from '../errors.ts';
import { cleanReply } from '../text/clean-reply.ts';
import type { Tool } from '../tools/define-tool.ts';
import { boundError } from './bound-reply.ts';
import type { ToolReply } from './call.ts';

export function errorReply(tool: Tool, failure: Failure): ToolReply {
  return { json: cleanReply(boundError(failureBody(tool.channel.name, failure))).json, isError: true };
}
