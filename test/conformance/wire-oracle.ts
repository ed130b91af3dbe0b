import * as modern from '@modelcontextprotocol/core';
import * as legacy from 'mcp-sdk-1.32/types.js';
import { z } from 'zod';
import { META, MODERN_VERSIONS } from '../../src/mcp/eras.ts';

/** One HTTP request and everything that came back. */
export interface Exchange {
  request: string;
  status: number;
  contentType: string;
  reply: string;
}

interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { message: string } };
}

type Json = Record<string, unknown>;

/** Checks every reply against the wire schemas that the official packages publish. */
export class WireOracle {
  readonly problems: string[] = [];
  checked = 0;

  observe(exchange: Exchange): void {
    if (exchange.reply === '') return;
    for (const message of messagesOf(exchange)) {
      this.checked += 1;
      const problem = problemOf(message, exchange);
      if (problem) this.problems.push(`${problem} asked: ${exchange.request} got: ${JSON.stringify(message)}`);
    }
  }
}

function messagesOf({ contentType, reply }: Exchange): unknown[] {
  if (!contentType.startsWith('text/event-stream')) return [JSON.parse(reply)].flat();
  return reply
    .split('\n\n')
    .filter(Boolean)
    .map((event) => JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? 'null'));
}

const httpRefusal = z.strictObject({ error: z.string(), code: z.string() });

function problemOf(message: unknown, { request, status }: Exchange): string | undefined {
  const body = message as Json;
  if (typeof body.error === 'string') {
    return status < 400 ? 'a refusal with a good status' : failure('a refusal', httpRefusal, body);
  }
  if ('method' in body) return failure('a notification', notificationSchema(String(body.method)), body);
  if ('error' in body) return errorProblem(body);
  const asked = requestWith(request, body.id);
  if (asked === undefined) return 'an answer to nothing that was asked';
  return resultProblem(asked, body);
}

function notificationSchema(method: string): Schema {
  return method === 'notifications/progress'
    ? modern.ProgressNotificationSchema
    : modern.SubscriptionsAcknowledgedNotificationSchema;
}

/** An unreadable request has no id to repeat, and JSON-RPC says null then. */
function errorProblem({ id, ...rest }: Json): string | undefined {
  const repeated = id === null ? rest : { id, ...rest };
  return failure('an error', modern.JSONRPCErrorResponseSchema, repeated);
}

function requestWith(text: string, id: unknown): Json | undefined {
  const requests: Json[] = [JSON.parse(text)].flat();
  return requests.find((one) => one.id === id || (one.id === undefined && one.method === 'tools/call'));
}

function resultProblem(asked: Json, body: Json): string | undefined {
  const method = String(asked.method);
  const isModern = method !== 'initialize' && MODERN_VERSIONS.includes(claimedVersion(asked) as never);
  const envelope = isModern ? modern.JSONRPCResultResponseSchema : legacy.JSONRPCResponseSchema;
  const schema = isModern ? modernSchema(method, body.result as Json) : LEGACY[method];
  if (schema === undefined) return `no schema knows a result of ${method}`;
  return failure('an envelope', envelope, body) ?? failure(`the result of ${method}`, schema, body.result);
}

function claimedVersion({ params }: Json): unknown {
  return ((params as Json | undefined)?._meta as Json | undefined)?.[META.protocolVersion];
}

function failure(what: string, schema: Schema, value: unknown): string | undefined {
  const { success, error } = schema.safeParse(value);
  return success ? undefined : `${what} is not what the schema says: ${error?.message}`;
}

/** What the revision demands of every result, over and above the shape the packages' neutral schemas give it. */
const signed = z.looseObject({
  resultType: z.literal('complete'),
  _meta: z.looseObject({ [META.serverInfo]: z.looseObject({ name: z.string(), version: z.string() }) }),
});
const cacheable = signed.extend({ ttlMs: z.int().nonnegative(), cacheScope: z.enum(['public', 'private']) });
const questions = z.looseObject({
  resultType: z.literal('input_required'),
  inputRequests: z.record(
    z.string(),
    z.union([modern.ElicitRequestSchema, modern.CreateMessageRequestSchema, modern.ListRootsRequestSchema]),
  ),
  requestState: z.string().optional(),
});

const MODERN: Readonly<Record<string, Schema>> = {
  'server/discover': both(cacheable, modern.DiscoverResultSchema),
  'tools/list': both(cacheable, modern.ListToolsResultSchema),
  'prompts/list': both(cacheable, modern.ListPromptsResultSchema),
  'resources/list': both(cacheable, modern.ListResourcesResultSchema),
  'resources/templates/list': both(cacheable, modern.ListResourceTemplatesResultSchema),
  'resources/read': both(cacheable, modern.ReadResourceResultSchema),
  'tools/call': both(signed, modern.CallToolResultSchema),
  'prompts/get': both(signed, modern.GetPromptResultSchema),
  'completion/complete': both(signed, modern.CompleteResultSchema),
  'subscriptions/listen': both(signed, modern.SubscriptionsListenResultSchema),
};

const MAY_ASK = ['tools/call', 'prompts/get'];

function modernSchema(method: string, result: Json): Schema | undefined {
  return result.resultType === 'input_required' && MAY_ASK.includes(method) ? questions : MODERN[method];
}

/** The older versions know none of the modern members, and a client of theirs should not meet them. */
const absent = z.never().optional();
const unsigned = z.looseObject({ resultType: absent, ttlMs: absent, cacheScope: absent, _meta: absent });

const LEGACY: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries({
    initialize: legacy.InitializeResultSchema,
    ping: legacy.EmptyResultSchema,
    'tools/list': legacy.ListToolsResultSchema,
    'prompts/list': legacy.ListPromptsResultSchema,
    'resources/list': legacy.ListResourcesResultSchema,
    'resources/templates/list': legacy.ListResourceTemplatesResultSchema,
    'resources/read': legacy.ReadResourceResultSchema,
    'tools/call': legacy.CallToolResultSchema,
    'prompts/get': legacy.GetPromptResultSchema,
    'completion/complete': legacy.CompleteResultSchema,
  }).map(([method, schema]) => [method, both(unsigned, schema as Schema)]),
);

function both(first: Schema, second: Schema): Schema {
  return {
    safeParse: (value) => {
      const verdict = first.safeParse(value);
      return verdict.success ? second.safeParse(value) : verdict;
    },
  };
}
