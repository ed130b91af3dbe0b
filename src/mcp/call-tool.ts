import type { Call, ToolReply } from '../pipeline/call.ts';
import { conversationOf, questionResult } from './asking.ts';
import { invalidParams, type Params, parameterHeaders, type Rejection, recordOf } from './eras.ts';
import type { Caller, Request } from './request.ts';
import { membersOf, notificationText, quoted, type Result } from './wire.ts';

/** The JSON-RPC envelope of a result, a long id included. */
const ENVELOPE_BYTES = 8192;

export async function callTool(request: Request): Promise<Result | Rejection> {
  const { endpoint, params, era, caller, replyBytesMax } = request;
  const { name } = params;
  if (typeof name !== 'string') return invalidParams('`name` must be the name of a tool');
  if (String(recordOf(params._meta)?.progressToken ?? '').length > PROGRESS_TOKEN_CHARACTERS_MAX)
    return invalidParams(`\`progressToken\` must have at most ${PROGRESS_TOKEN_CHARACTERS_MAX} characters`);
  const args = params.arguments ?? {};
  if (era.kind === 'modern') {
    const refusal = parameterHeaders(endpoint.mirroredArguments(name), args, caller.headers);
    if (refusal) return refusal;
  }
  const asking = { era, method: 'tools/call', params, principal: caller.call.principal, seal: endpoint.stateSeal };
  const conversation = conversationOf(asking);
  if (conversation && 'code' in conversation) return conversation;

  const { principal, requestId, readOnly, gone, charge, timed } = caller.call;
  const call: Call = {
    principal,
    requestId,
    readOnly,
    gone,
    charge,
    timed,
    traceparent: caller.call.traceparent ?? textIn(params, 'traceparent'),
    idempotencyKey: idempotencyKeyOf(params, caller),
    progress: progressOf(params, caller),
    conversation,
    room: { bytes: replyBytesMax - ENVELOPE_BYTES, as: caller.speaksMcp ? 'both' : 'text' },
  };
  const reply = await endpoint.callTool(name, args, call, caller.narrowing);
  if (reply === undefined) return unknownTool(name, endpoint.toolLike(name, principal, caller.narrowing));
  if (reply.asks && conversation) return questionResult(reply.asks, conversation, asking);
  return { members: toolResult(reply, caller.speaksMcp) };
}

function unknownTool(name: string, meant: string | undefined): Rejection {
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return invalidParams(`Unknown tool: ${name}.${hint} tools/list names the ones there are.`);
}

/** Every progress message repeats the token. */
const PROGRESS_TOKEN_CHARACTERS_MAX = 1024;

function toolResult({ json, isError, rich }: ToolReply, speaksMcp: boolean): string {
  if (rich) {
    return membersOf({
      content: rich.content,
      ...(rich.structured && { structuredContent: rich.structured }),
      ...(isError && { isError }),
    });
  }
  const text = `"content":[{"type":"text","text":${quoted(json)}}]`;
  if (isError) return `${text},"isError":true`;
  return speaksMcp ? `${text},"structuredContent":${json}` : text;
}

function progressOf(params: Params, { notify }: Caller): Call['progress'] {
  const token = recordOf(params._meta)?.progressToken;
  if (notify === undefined || (typeof token !== 'string' && typeof token !== 'number')) return undefined;
  let last = Number.NEGATIVE_INFINITY;
  return (done, total, message) => {
    if (done <= last) return;
    last = done;
    notify(notificationText('notifications/progress', { progressToken: token, progress: done, total, message }));
  };
}

function textIn({ _meta }: Params, name: string): string | undefined {
  const value = recordOf(_meta)?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** The header wins; programs that cannot set headers put it into `_meta`. */
function idempotencyKeyOf(params: Params, { call }: Caller): string | undefined {
  const inBody = recordOf(params._meta)?.idempotency_key;
  if (call.idempotencyKey !== undefined || inBody === undefined) return call.idempotencyKey;
  return typeof inBody === 'string' ? inBody : '';
}
