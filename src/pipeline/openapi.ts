import { ERROR_CODES } from '../errors.ts';
import { XLSX_TYPE } from '../sheets/writing/workbook-pieces.ts';
import type { Tool } from '../tools/define-tool.ts';
import { describeTool } from './describe.ts';

export interface ApiServers {
  /** Empty when the operator named none. */
  publicUrl: string;
  localUrl: string;
}

/** The whole API description, made from the schemas the tools are checked with. */
export function openApi(
  byAddress: ReadonlyMap<string, readonly Tool[]>,
  /** What is read by a plain GET, by path. */
  reads: Readonly<Record<string, Tool>>,
  servers: ApiServers,
): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Multi-Source Ads API',
      version: '1.0.0',
      description:
        'Tools are called with `POST /{channel}/mcp`, all of them also with `POST /mcp` as `{channel}_{tool}`. The part of a tool address after `#` is only a label: the tool is chosen by `params.name`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      ...(servers.publicUrl ? [{ url: servers.publicUrl, description: 'Production' }] : []),
      { url: servers.localUrl, description: 'Local development' },
    ],
    security: [{ apiKey: [] }],
    tags: [...byAddress.keys()].map((name) => ({ name })),
    paths: { ...toolPaths(byAddress), ...readPaths(reads) },
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'sk_live_… made by `adhelm key create`' },
      },
      schemas: { ...SCHEMAS, ...resultSchemas(byAddress) },
      responses: HTTP_ERRORS,
    },
  };
}

function toolPaths(byAddress: ReadonlyMap<string, readonly Tool[]>): Record<string, unknown> {
  return Object.fromEntries(
    [...byAddress].flatMap(([address, tools]) =>
      tools.map((tool) => [`/${address}/mcp#${tool.name}`, { post: toolOperation(address, tool) }]),
    ),
  );
}

/** What each tool answers with, under a name of its own: generators make a type of it. */
function resultSchemas(byAddress: ReadonlyMap<string, readonly Tool[]>): Record<string, unknown> {
  return Object.fromEntries(
    [...byAddress].flatMap(([address, tools]) =>
      tools.map((tool) => [resultName(address, tool), describeTool(tool).outputSchema]),
    ),
  );
}

function resultName(address: string, tool: Tool): string {
  return `${address}_${tool.name}_result`;
}

function toolOperation(address: string, tool: Tool): Record<string, unknown> {
  const { inputSchema, title, description } = describeTool(tool);
  return {
    operationId: `${address}_${tool.name}`,
    tags: [address],
    summary: title,
    description,
    'x-access': tool.access,
    'x-toolset': tool.toolset,
    parameters: [...(tool.access === 'read' ? [] : [IDEMPOTENCY_KEY]), READ_ONLY, TOOLSETS],
    requestBody: { required: true, content: { 'application/json': { schema: envelope(tool.name, inputSchema) } } },
    responses: {
      '200': {
        description:
          'The tool ran: `result.content[0].text` holds its result as JSON, or `{"error": …}` when `isError` is true.',
        content: { 'application/json': { schema: replySchema(`#/components/schemas/${resultName(address, tool)}`) } },
      },
      ...refusals(),
    },
  };
}

function readPaths(reads: Readonly<Record<string, Tool>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(reads).map(([path, tool]) => [path, { get: readOperation(tool, path.endsWith('.xlsx')) }]),
  );
}

/** Every parameter from the schema the address is checked with. */
function readOperation(tool: Tool, isWorkbook: boolean): Record<string, unknown> {
  const { inputSchema, outputSchema, title, description } = describeTool(tool);
  const { properties = {}, required = [] } = inputSchema as {
    properties?: Record<string, Record<string, unknown>>;
    required?: string[];
  };
  return {
    operationId: `${tool.channel.name}_${tool.name}_by_get${isWorkbook ? '_as_xlsx' : ''}`,
    tags: [tool.channel.name],
    summary: title,
    description,
    parameters: Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      ...(description !== undefined && { description }),
      ...inAddress(schema),
    })),
    responses: {
      '200': {
        description: title,
        content: {
          ...(holdsAnything(outputSchema) && { 'application/json': { schema: outputSchema } }),
          ...(isWorkbook ? { [XLSX_TYPE]: {} } : { 'text/csv': { schema: { type: 'string' } } }),
        },
      },
      ...refusals(),
    },
  };
}

/** Lists are separated by commas; what has parts is JSON text. */
function inAddress(schema: Record<string, unknown>): Record<string, unknown> {
  if (schema.type !== 'array') return { schema };
  const isPlain = (schema.items as { type?: string } | undefined)?.type !== 'object';
  return isPlain ? { schema, style: 'form', explode: false } : { content: { 'application/json': { schema } } };
}

function holdsAnything(schema: Record<string, unknown>): boolean {
  return Object.keys((schema.properties as Record<string, unknown> | undefined) ?? {}).length > 0;
}

function refusals(): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(HTTP_ERRORS).map((name) => [STATUS[name], { $ref: `#/components/responses/${name}` }]),
  );
}

function envelope(name: string, inputSchema: Record<string, unknown>): Record<string, unknown> {
  return {
    type: 'object',
    required: ['jsonrpc', 'method', 'params'],
    properties: {
      jsonrpc: { const: '2.0' },
      id: { type: ['string', 'integer'] },
      method: { const: 'tools/call' },
      params: {
        type: 'object',
        required: ['name', 'arguments'],
        properties: { name: { const: name }, arguments: inputSchema },
      },
    },
  };
}

/** A tool's text is JSON: `contentSchema` says what is in it. MCP clients get the same as `structuredContent`. */
function replySchema(result: string): Record<string, unknown> {
  const content = (schema: string) => ({
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      required: ['type', 'text'],
      properties: {
        type: { const: 'text' },
        text: { type: 'string', contentMediaType: 'application/json', contentSchema: { $ref: schema } },
      },
    },
  });
  const reply = (properties: Record<string, unknown>, required: readonly string[]) => ({
    type: 'object',
    required: ['jsonrpc', 'id', 'result'],
    properties: {
      jsonrpc: { const: '2.0' },
      id: { type: ['string', 'integer'] },
      result: { type: 'object', required, properties },
    },
  });
  const failure = '#/components/schemas/ToolFailure';
  return {
    oneOf: [
      {
        title: 'It worked',
        ...reply({ content: content(result), structuredContent: { $ref: result }, isError: { const: false } }, [
          'content',
        ]),
      },
      { title: 'It failed', ...reply({ content: content(failure), isError: { const: true } }, ['content', 'isError']) },
      { $ref: '#/components/schemas/ProtocolFault' },
    ],
  };
}

const READ_ONLY = {
  name: 'read_only',
  in: 'query',
  required: false,
  schema: { type: 'boolean', default: false },
  description: 'With `true` nothing can be changed through this address, whatever the key may do.',
};

const TOOLSETS = {
  name: 'toolsets',
  in: 'query',
  required: false,
  schema: { type: 'string' },
  description:
    'Toolsets separated by commas: only their tools are listed and can be called; `all` lists every tool. Left out, the usual ones are listed and all can be called.',
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description: 'The same key with the same arguments gives the first answer again for 24 hours.',
};

const SCHEMAS = {
  ToolFailure: {
    type: 'object',
    required: ['error'],
    properties: { error: { $ref: '#/components/schemas/ToolError' } },
  },
  ProtocolFault: {
    title: 'The request could not be understood',
    type: 'object',
    description: 'Unknown method (-32601), unknown tool (-32602).',
    required: ['jsonrpc', 'id', 'error'],
    properties: {
      jsonrpc: { const: '2.0' },
      id: { type: ['string', 'integer', 'null'] },
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
      },
    },
  },
  ToolError: {
    type: 'object',
    description: 'What `text` holds under `error` when `isError` is true.',
    required: ['channel', 'code', 'message', 'retryable', 'outcome', 'next_step'],
    properties: {
      channel: { type: 'string' },
      code: { enum: ERROR_CODES },
      message: { type: 'string' },
      field: { type: 'string' },
      allowed_values: { type: 'array', items: { type: ['string', 'number', 'boolean'] } },
      problems: {
        type: 'array',
        description: 'Every bad argument, when there is more than one.',
        items: {
          type: 'object',
          required: ['field', 'message'],
          properties: {
            field: { type: 'string' },
            message: { type: 'string' },
            allowed_values: { type: 'array', items: { type: ['string', 'number', 'boolean'] } },
          },
        },
      },
      retryable: { type: 'boolean' },
      retry_after_s: { type: 'number' },
      outcome: { enum: ['not_applied', 'applied', 'unknown'] },
      next_step: { type: 'string' },
      upstream: {
        type: 'object',
        description: "The platform's own words.",
        properties: {
          code: { type: ['string', 'number'] },
          subcode: { type: ['string', 'number'] },
          message: { type: 'string' },
          trace_id: { type: 'string' },
        },
      },
    },
  },
  HttpError: {
    type: 'object',
    required: ['error', 'code'],
    properties: {
      error: { type: 'string' },
      code: { enum: ['BAD_REQUEST', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED', 'INTERNAL_ERROR'] },
    },
  },
};

const STATUS: Readonly<Record<string, string>> = {
  BadRequest: '400',
  Unauthorized: '401',
  Forbidden: '403',
  NotFound: '404',
  RateLimited: '429',
  InternalError: '500',
};

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/HttpError' } } },
});

const HTTP_ERRORS = {
  BadRequest: refusal('The request itself is wrong; JSON-RPC faults answer with a JSON-RPC error'),
  Unauthorized: refusal('API key missing or invalid'),
  Forbidden: refusal('Channel not connected, or the key may not use it'),
  NotFound: refusal('No such address, spreadsheet or workspace'),
  RateLimited: refusal('Rate limit exceeded; Retry-After says when to come back'),
  InternalError: refusal('A fault of the service; the request id ties it to the log'),
};
