import type { Endpoint } from '../pipeline/endpoint.ts';
import { CANNOT_BE_ASKED, InputRequired } from '../tools/input-required.ts';
import { conversationOf, questionResult } from './asking.ts';
import { callTool } from './call-tool.ts';
import {
  agreedVersion,
  type Era,
  invalidParams,
  META,
  MODERN_VERSIONS,
  type Rejection,
  recordOf,
  unknownMethod,
  unknownResource,
} from './eras.ts';
import type { Request } from './request.ts';
import { membersOf, notificationText, type Result, serverInfoOf } from './wire.ts';

interface Method {
  /** Undefined: both eras know it. */
  era?: Era['kind'];
  run(request: Request): Promise<Result | Rejection>;
}

/** Lists depend on the key, so only the client itself may keep them, and not for long. */
const CACHE = '"ttlMs":60000,"cacheScope":"private"';

export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['initialize', { era: 'legacy', run: initialize }],
  ['ping', { era: 'legacy', run: async () => ({ members: '' }) }],
  ['server/discover', { era: 'modern', run: discover }],
  ['subscriptions/listen', { era: 'modern', run: listen }],
  ['tools/list', { run: listTools }],
  ['tools/call', { run: callTool }],
  ['prompts/list', { run: (request) => listing(request, 'prompts', request.endpoint.prompts?.list()) }],
  ['prompts/get', { run: getPrompt }],
  ['resources/list', { run: (request) => listing(request, 'resources', request.endpoint.resources?.list()) }],
  [
    'resources/templates/list',
    { run: (request) => listing(request, 'resourceTemplates', request.endpoint.resources?.templates()) },
  ],
  ['resources/read', { run: readResource }],
  ['completion/complete', { run: complete }],
]);

async function initialize({ endpoint, params, caller }: Request): Promise<Result> {
  return {
    members: membersOf({
      protocolVersion: agreedVersion(params),
      capabilities: capabilitiesOf(endpoint),
      serverInfo: serverInfoOf(endpoint),
      instructions: endpoint.instructions(caller.call.principal, caller.narrowing),
    }),
  };
}

async function discover({ endpoint, era, caller }: Request): Promise<Result> {
  const about = {
    supportedVersions: MODERN_VERSIONS,
    capabilities: capabilitiesOf(endpoint),
    instructions: endpoint.instructions(caller.call.principal, caller.narrowing),
  };
  return cacheable(membersOf(about), era);
}

function capabilitiesOf(endpoint: Endpoint): Record<string, unknown> {
  return {
    tools: {},
    ...(endpoint.prompts && { prompts: {} }),
    ...(endpoint.resources && { resources: {} }),
    ...(endpoint.complete && { completions: {} }),
  };
}

/** Nothing here changes while a client listens, so a subscription is acknowledged as empty and ended at once. */
async function listen({ id, params }: Request): Promise<Result | Rejection> {
  if (recordOf(params.notifications) === undefined) return invalidParams('`notifications` must be an object');
  const meta = { [META.subscriptionId]: typeof id === 'bigint' ? String(id) : id };
  const acknowledgement = notificationText('notifications/subscriptions/acknowledged', {
    _meta: meta,
    notifications: {},
  });
  return { members: '', meta, stream: [acknowledgement] };
}

async function listTools({ endpoint, params, era, caller }: Request): Promise<Result | Rejection> {
  if (params.cursor !== undefined) return invalidParams('`cursor` is not one this server gave out');
  return cacheable(`"tools":${endpoint.toolList(caller.call.principal, caller.narrowing)}`, era);
}

async function listing(
  { params, era }: Request,
  name: string,
  items: readonly unknown[] = [],
): Promise<Result | Rejection> {
  if (params.cursor !== undefined) return invalidParams('`cursor` is not one this server gave out');
  return cacheable(membersOf({ [name]: items }), era);
}

async function getPrompt({ endpoint, params, era, caller }: Request): Promise<Result | Rejection> {
  const asking = { era, method: 'prompts/get', params, principal: caller.call.principal, seal: endpoint.stateSeal };
  const conversation = conversationOf(asking) ?? CANNOT_BE_ASKED;
  if ('code' in conversation) return conversation;
  if (typeof params.name !== 'string') return invalidParams('`name` must be the name of a prompt');
  const prompt = await endpoint.prompts?.get(params, conversation);
  if (prompt === undefined) return invalidParams(`Unknown prompt: ${params.name}`);
  return prompt instanceof InputRequired
    ? questionResult(prompt, conversation, asking)
    : { members: membersOf(prompt) };
}

async function readResource({ endpoint, params, era }: Request): Promise<Result | Rejection> {
  if (typeof params.uri !== 'string') return invalidParams('`uri` must be the address of a resource');
  const found = await endpoint.resources?.read(params);
  return found ? cacheable(membersOf(found), era) : unknownResource(params.uri, era);
}

async function complete({ endpoint, params, era }: Request): Promise<Result | Rejection> {
  if (endpoint.complete === undefined) return unknownMethod('completion/complete', era);
  const { ref, argument } = params;
  if (recordOf(ref) === undefined || typeof recordOf(argument)?.value !== 'string') {
    return invalidParams('`ref` must name a prompt or a resource, `argument` what to complete');
  }
  return { members: membersOf(await endpoint.complete(params)) };
}

function cacheable(members: string, era: Era): Result {
  return { members: era.kind === 'modern' ? `${members},${CACHE}` : members };
}
