import fc from 'fast-check';
import { anyJson, type JsonTexts, maybe, nastyText, number, object, oneOf, quoted, weighted } from './json-texts.ts';

/** A tool as `tools/list` describes it. */
export interface ListedTool {
  address: string;
  name: string;
  inputSchema: Schema;
}

export interface Schema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
}

/** A JSON-RPC message, and where it belongs. */
export interface Call {
  path: string;
  message: string;
}

const meta = maybe(
  object({
    progressToken: maybe(fc.oneof(number(0, 9), oneOf('p'))),
    idempotency_key: maybe(oneOf('m1', 'm2')),
    'io.modelcontextprotocol/protocolVersion': maybe(oneOf('2026-07-28', '2025-06-18', '2099-01-01')),
    'io.modelcontextprotocol/clientCapabilities': maybe(fc.constant('{}')),
  }),
);

const METHODS = ['tools/list', 'initialize', 'ping', 'server/discover', 'notifications/initialized', 'resources/read'];
const RARE_METHODS = [
  'prompts/get',
  'completion/complete',
  'subscriptions/listen',
  'logging/setLevel',
  '__proto__',
  '',
];

function message(params: JsonTexts): JsonTexts {
  return object({
    jsonrpc: oneOf('2.0'),
    id: fc.oneof(number(0, 99), oneOf('a', '')),
    method: weighted([40, oneOf('tools/call')], [2, oneOf(...METHODS)], [1, oneOf(...RARE_METHODS)]),
    params,
  });
}

function toolCall(name: string, args: JsonTexts): JsonTexts {
  return message(
    object({ name: oneOf(name), arguments: args, _meta: weighted([5, fc.constant(undefined)], [1, meta]) }),
  );
}

/** The tools that are mounted for tests: the one that writes numbers what it wrote. */
const rehearsed: JsonTexts = weighted(
  [4, toolCall('echo', object({ text: nastyText.map(quoted), copies: number(0, 3) }))],
  [1, toolCall('slow_read', object({ ms: number(0, 3) }))],
  [4, toolCall('write_note', object({ note: oneOf('a note') }))],
  [
    2,
    toolCall(
      'write_note',
      object({
        note: oneOf('a note', ''),
        wait: maybe(fc.constantFrom('true', 'false')),
        fail: maybe(oneOf('no', 'retryable', 'final', 'unknown', 'crash', 'maybe')),
      }),
    ),
  ],
);

const nameless: JsonTexts = message(
  fc.oneof(anyJson, object({ name: nastyText.map(quoted), arguments: anyJson, _meta: anyJson })),
);

/** What a caller could say, to our own tools and to the given ones. */
export function anyCall(tools: readonly ListedTool[]): fc.Arbitrary<Call> {
  const addresses = fc.constantFrom(...new Set(tools.map(({ address }) => address)), 'nope');
  const at = (address: string) => (text: string) => ({ path: `/${address}/mcp`, message: text });
  const listed = tools.map(({ address, name, inputSchema }) =>
    toolCall(name, argumentsOf(inputSchema)).map(at(address)),
  );
  return weighted(
    [6, rehearsed.map(at('rehearsal'))],
    [5, fc.oneof(...listed)],
    [1, nameless.map(at('rehearsal'))],
    [1, fc.tuple(addresses, fc.oneof(rehearsed, nameless)).map(([address, text]) => at(address)(text))],
  );
}

function argumentsOf({ properties = {}, required = [] }: Schema): JsonTexts {
  const members = Object.entries(properties).map(([name, schema]) => {
    const value = valueFor(schema);
    const rare = name === 'workspaceId' ? weighted([12, fc.constant(undefined)], [1, value]) : maybe(value);
    return [name, required.includes(name) ? value : rare] as const;
  });
  return object(Object.fromEntries(members));
}

/** Of the right kind, for the most part; whether it makes sense is another matter. */
function valueFor(schema: Schema): JsonTexts {
  if (schema.enum) return fc.constantFrom(...schema.enum.map((value) => JSON.stringify(value)));
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueFor));
  if (schema.type === 'object') return argumentsOf(schema);
  if (schema.type === 'array')
    return fc.array(valueFor(schema.items ?? {}), { maxLength: 2 }).map((items) => `[${items.join()}]`);
  if (schema.type === 'boolean') return fc.constantFrom('true', 'false');
  if (schema.type === 'integer' || schema.type === 'number') return weighted([5, number(0, 100)], [1, anyJson]);
  return weighted([3, oneOf('1', '1234567890', '123-456-7890', 'x')], [2, nastyText.map(quoted)], [1, anyJson]);
}
