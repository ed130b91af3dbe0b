import type { Face } from '../tools/face.ts';
import type { ToolReply } from '../tools/run-tool.ts';
import { agreedVersion, type Era, META, MODERN_VERSIONS, type Rejection, RPC, recordOf } from './eras.ts';
import type { Caller } from './handle.ts';
import type { MessageId } from './message.ts';
import { membersOf, notificationText, SERVER_INFO } from './wire.ts';

interface Request {
  face: Face;
  id: MessageId;
  params: Readonly<Record<string, unknown>>;
  era: Era;
  caller: Caller;
}

interface Result {
  /** The inside of the result object, as JSON. */
  members: string;
  stream?: readonly string[];
}

interface Method {
  /** Undefined: both eras know it. */
  era?: Era['kind'];
  run(request: Request): Result | Rejection | Promise<Result | Rejection>;
}

/** Lists depend on the key, so only the client itself may keep them, and not for long. */
const CACHE = '"ttlMs":60000,"cacheScope":"private"';

export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['initialize', { era: 'legacy', run: initialize }],
  ['ping', { era: 'legacy', run: () => ({ members: '' }) }],
  ['server/discover', { era: 'modern', run: discover }],
  ['subscriptions/listen', { era: 'modern', run: listen }],
  ['tools/list', { run: listTools }],
  ['tools/call', { run: callTool }],
  ['prompts/list', { run: (request) => listing(request, 'prompts', request.face.prompts?.list()) }],
  ['prompts/get', { run: getPrompt }],
  ['resources/list', { run: (request) => listing(request, 'resources', request.face.resources?.list()) }],
  [
    'resources/templates/list',
    { run: (request) => listing(request, 'resourceTemplates', request.face.resources?.templates()) },
  ],
  ['resources/read', { run: readResource }],
  ['completion/complete', { run: complete }],
]);

function initialize({ face, params }: Request): Result {
  return {
    members: membersOf({
      protocolVersion: agreedVersion(params),
      capabilities: capabilitiesOf(face),
      serverInfo: SERVER_INFO,
      instructions: face.instructions,
    }),
  };
}

function discover({ face }: Request): Result {
  const about = {
    supportedVersions: MODERN_VERSIONS,
    capabilities: capabilitiesOf(face),
    instructions: face.instructions,
  };
  return { members: `${membersOf(about)},${CACHE}` };
}

function capabilitiesOf(face: Face): Record<string, unknown> {
  return {
    tools: {},
    ...(face.prompts && { prompts: {} }),
    ...(face.resources && { resources: {} }),
    ...(face.complete && { completions: {} }),
  };
}

/** Nothing here changes while a client listens, so a subscription is acknowledged as empty and closed at once. */
function listen({ id, params }: Request): Result | Rejection {
  if (recordOf(params.notifications) === undefined) return invalidParams('`notifications` must be an object');
  const meta = { [META.subscriptionId]: id };
  const acknowledgement = notificationText('notifications/subscriptions/acknowledged', {
    _meta: meta,
    notifications: {},
  });
  return { members: '', stream: [acknowledgement] };
}

function listTools({ face, params, era, caller }: Request): Result | Rejection {
  if (params.cursor !== undefined) return invalidParams('`cursor` is not one this server gave out');
  const tools = face.toolList(caller.call.principal, caller.narrowing);
  return { members: `"tools":${tools}${era.kind === 'modern' ? `,${CACHE}` : ''}` };
}

function listing({ params, era }: Request, name: string, items: readonly unknown[] = []): Result | Rejection {
  if (params.cursor !== undefined) return invalidParams('`cursor` is not one this server gave out');
  return { members: `"${name}":${JSON.stringify(items)}${era.kind === 'modern' ? `,${CACHE}` : ''}` };
}

async function callTool({ face, params, caller }: Request): Promise<Result | Rejection> {
  const { name } = params;
  if (typeof name !== 'string') return invalidParams('`name` must be the name of a tool');
  const call = { ...caller.call, ...progressOf(params, caller), ...idempotencyOf(params, caller) };
  const reply = await face.callTool(name, params.arguments ?? {}, call, caller.narrowing);
  if (reply === undefined) return invalidParams(`Unknown tool: ${name}. tools/list names the ones there are.`);
  return { members: toolResult(reply, caller.speaksMcp) };
}

function toolResult({ json, isError, rich }: ToolReply, speaksMcp: boolean): string {
  if (rich)
    return membersOf({
      content: rich.content,
      ...(rich.structured && { structuredContent: rich.structured }),
      ...(isError && { isError }),
    });
  const text = `"content":[{"type":"text","text":${JSON.stringify(json)}}]`;
  if (isError) return `${text},"isError":true`;
  return speaksMcp ? `${text},"structuredContent":${json}` : text;
}

function progressOf(
  params: Request['params'],
  { notify }: Caller,
): { progress?: (done: number, total: number | undefined, message: string) => void } {
  const token = recordOf(params._meta)?.progressToken;
  if (notify === undefined || (typeof token !== 'string' && typeof token !== 'number')) return {};
  let last = Number.NEGATIVE_INFINITY;
  return {
    progress: (done, total, message) => {
      if (done <= last) return;
      last = done;
      notify(notificationText('notifications/progress', { progressToken: token, progress: done, total, message }));
    },
  };
}

/** The header wins; programs that cannot set headers put it into `_meta`. */
function idempotencyOf(params: Request['params'], { call }: Caller): { idempotencyKey?: string } {
  const inBody = recordOf(params._meta)?.idempotency_key;
  return call.idempotencyKey === undefined && typeof inBody === 'string' ? { idempotencyKey: inBody } : {};
}

async function getPrompt({ face, params }: Request): Promise<Result | Rejection> {
  const prompt = await face.prompts?.get(params);
  return prompt ? { members: membersOf(prompt) } : invalidParams(`Unknown prompt: ${String(params.name)}`);
}

async function readResource({ face, params, era }: Request): Promise<Result | Rejection> {
  const found = await face.resources?.read(params);
  if (found) return { members: membersOf(found) + (era.kind === 'modern' ? `,${CACHE}` : '') };
  const code = era.kind === 'modern' ? RPC.invalidParams : RESOURCE_NOT_FOUND_LEGACY;
  return { status: 200, code, message: `Resource not found: ${String(params.uri)}`, data: { uri: params.uri } };
}

const RESOURCE_NOT_FOUND_LEGACY = -32002;

async function complete({ face, params, era }: Request): Promise<Result | Rejection> {
  if (face.complete) return { members: membersOf(await face.complete(params)) };
  return {
    status: era.kind === 'modern' ? 404 : 200,
    code: RPC.methodNotFound,
    message: 'Method not found: completion/complete',
  };
}

function invalidParams(message: string): Rejection {
  return { status: 200, code: RPC.invalidParams, message: `Invalid params: ${message}` };
}
