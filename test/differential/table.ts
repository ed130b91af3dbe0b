import { META } from '../../src/mcp/eras.ts';
import type { WireRequest } from './outcome.ts';
import { envelope, HELLO, LEGACY, legacy, METHODS, MODERN, modern, raw } from './requests.ts';

const call = (tool: unknown, args?: unknown) => ({ name: tool, ...(args !== undefined && { arguments: args }) });
const gone = undefined;
const SIMPLE = call('test_simple_text', {});

const NOTIFICATIONS = ['notifications/initialized', 'notifications/cancelled', 'notifications/made_up', 'tools/list'];

const METHOD_ROWS = METHODS.flatMap(([method, params]) => [
  modern(method, method, params),
  legacy(method, method, params),
  legacy(`${method} without a version header`, method, params, { headers: { 'mcp-protocol-version': gone } }),
]);

const VERSION_ROWS = [
  ...['2024-11-05', '2025-03-26', '2025-06-18'].flatMap((version) => [
    legacy(`header ${version}`, 'tools/list', {}, { headers: { 'mcp-protocol-version': version } }),
    legacy(`initialize ${version}`, 'initialize', { ...HELLO, protocolVersion: version }),
  ]),
  ...['1999-01-01', 'v999', '2027-01-01', ''].flatMap((version) => [
    legacy(`header ${version || 'empty'}`, 'tools/list', {}, { headers: { 'mcp-protocol-version': version } }),
    legacy(`initialize ${version || 'empty'}`, 'initialize', { ...HELLO, protocolVersion: version }),
    modern(
      `claim and header ${version || 'empty'}`,
      'tools/list',
      { _meta: envelope({ [META.protocolVersion]: version }) },
      {
        headers: { 'mcp-protocol-version': version },
      },
    ),
    modern(`claim ${version || 'empty'}, right header`, 'tools/list', {
      _meta: envelope({ [META.protocolVersion]: version }),
    }),
  ]),
  modern(
    'claim of a legacy version',
    'tools/list',
    { _meta: envelope({ [META.protocolVersion]: LEGACY }) },
    {
      headers: { 'mcp-protocol-version': LEGACY },
    },
  ),
  legacy('initialize without params', 'initialize'),
  legacy('initialize under a modern header', 'initialize', HELLO, { headers: { 'mcp-protocol-version': MODERN } }),
  legacy('modern header without a claim', 'tools/list', {}, { headers: { 'mcp-protocol-version': MODERN } }),
  legacy('modern header, no params at all', 'tools/list', undefined, { headers: { 'mcp-protocol-version': MODERN } }),
];

const HEADER_ROWS = [
  modern('version header missing', 'tools/list', {}, { headers: { 'mcp-protocol-version': gone } }),
  modern('version header of another era', 'tools/list', {}, { headers: { 'mcp-protocol-version': LEGACY } }),
  modern('method header missing', 'tools/list', {}, { headers: { 'mcp-method': gone } }),
  modern('method header of another method', 'tools/list', {}, { headers: { 'mcp-method': 'prompts/list' } }),
  modern('method header in other case', 'tools/list', {}, { headers: { 'mcp-method': 'Tools/List' } }),
  modern('name header missing', 'tools/call', SIMPLE, { headers: { 'mcp-name': gone } }),
  modern('name header of another tool', 'tools/call', SIMPLE, { headers: { 'mcp-name': 'test_error_handling' } }),
  modern('name header in base64', 'tools/call', SIMPLE, {
    headers: { 'mcp-name': '=?base64?dGVzdF9zaW1wbGVfdGV4dA==?=' },
  }),
  modern('name header in broken base64', 'tools/call', SIMPLE, { headers: { 'mcp-name': '=?base64?dGVzdA?=' } }),
  modern('name header in base64 of no text', 'tools/call', SIMPLE, { headers: { 'mcp-name': '=?base64?/w==?=' } }),
  modern('name header on a list', 'tools/list', {}, { headers: { 'mcp-name': 'anything' } }),
  modern('name header, name missing', 'tools/call', {}, { headers: { 'mcp-name': 'test_simple_text' } }),
  modern('name header broken, name missing', 'tools/call', {}, { headers: { 'mcp-name': '=?base64?dGVzdA?=' } }),
  modern(
    'uri header of another resource',
    'resources/read',
    { uri: 'test://static-text' },
    { headers: { 'mcp-name': 'x' } },
  ),
  modern('all headers missing', 'tools/call', SIMPLE, {
    headers: { 'mcp-protocol-version': gone, 'mcp-method': gone, 'mcp-name': gone },
  }),
  modern('unknown method, headers missing', 'no/such', {}, { headers: { 'mcp-method': gone } }),
  legacy('method header of another method', 'tools/list', {}, { headers: { 'mcp-method': 'prompts/list' } }),
  legacy('name header of another tool', 'tools/call', SIMPLE, { headers: { 'mcp-name': 'x' } }),
];

const PARAMETER_ROWS = [
  ['right', 'eu', { 'mcp-param-region': 'eu' }],
  ['missing', 'eu', {}],
  ['different', 'eu', { 'mcp-param-region': 'us' }],
  ['base64', 'Hello', { 'mcp-param-region': '=?base64?SGVsbG8=?=' }],
  ['broken base64', 'Hello', { 'mcp-param-region': '=?base64?SGVsbG8?=' }],
  ['for an absent argument', undefined, { 'mcp-param-region': 'eu' }],
  ['for null', null, { 'mcp-param-region': 'eu' }],
  ['for an object', { a: 1 }, {}],
].map(([name, region, headers]) =>
  modern(`parameter header ${name}`, 'tools/call', call('test_x_mcp_header', region === undefined ? {} : { region }), {
    headers: headers as Record<string, string>,
  }),
);

const NUMBER_ROWS = ['3', '3.0', '03', '4', 'three', ''].map((level) =>
  modern(`number header ${level || 'empty'}`, 'tools/call', call('test_x_mcp_header', { region: 'eu', level: 3 }), {
    headers: { 'mcp-param-region': 'eu', 'mcp-param-level': level },
  }),
);

const ENVELOPE_ROWS = [
  modern('empty _meta', 'tools/list', { _meta: {} }),
  modern('_meta null', 'tools/list', { _meta: null }),
  modern('_meta an array', 'tools/list', { _meta: [] }),
  modern('no client capabilities', 'tools/list', { _meta: envelope({ [META.clientCapabilities]: undefined }) }),
  modern('client capabilities an array', 'tools/list', { _meta: envelope({ [META.clientCapabilities]: [] }) }),
  modern('client capabilities text', 'tools/list', { _meta: envelope({ [META.clientCapabilities]: 'all' }) }),
  modern('no client info', 'tools/list', { _meta: envelope({ [META.clientInfo]: undefined }) }),
  modern('client info without a version', 'tools/list', { _meta: envelope({ [META.clientInfo]: { name: 'x' } }) }),
  modern('client info null', 'tools/list', { _meta: envelope({ [META.clientInfo]: null }) }),
  modern('version a number', 'tools/list', { _meta: envelope({ [META.protocolVersion]: 20260728 }) }),
  modern('initialize with an envelope', 'initialize', HELLO),
  modern(
    'initialize with an envelope of an older version',
    'initialize',
    { ...HELLO, _meta: envelope({ [META.protocolVersion]: LEGACY }) },
    { headers: { 'mcp-protocol-version': gone } },
  ),
  modern(
    'initialize with a broken envelope',
    'initialize',
    { ...HELLO, _meta: { [META.protocolVersion]: MODERN } },
    {
      headers: { 'mcp-protocol-version': gone },
    },
  ),
];

const MESSAGE_ROWS = [modern, legacy].flatMap((era) => [
  ...[0, -7, 'text', '', Number.MAX_SAFE_INTEGER].map((id) =>
    era(`id ${JSON.stringify(id)}`, 'tools/list', {}, { message: { id } }),
  ),
  ...[1.5, null, true, {}, [], 1e300].map((id) =>
    era(`id ${JSON.stringify(id)}`, 'tools/list', {}, { message: { id } }),
  ),
  ...['1.0', 2, gone].map((jsonrpc) => era(`jsonrpc ${jsonrpc}`, 'tools/list', {}, { message: { jsonrpc } })),
  ...['', 7, null, gone].map((method) =>
    era(`method ${JSON.stringify(method)}`, 'tools/list', {}, { message: { method } }),
  ),
  ...[[], 'text', 7, null].map((params) =>
    era(`params ${JSON.stringify(params)}`, 'tools/list', {}, { message: { params } }),
  ),
  era('a stranger beside the members', 'tools/list', {}, { message: { stranger: 1 } }),
]);

const CALL_ROWS = [modern, legacy].flatMap((era) => [
  era('call without arguments', 'tools/call', call('test_simple_text')),
  era('call with arguments null', 'tools/call', call('test_simple_text', null)),
  era('call with arguments a list', 'tools/call', call('test_simple_text', [])),
  era('call with a stranger among the arguments', 'tools/call', call('test_simple_text', { a: 1 })),
  era('call that fails', 'tools/call', call('test_error_handling', {})),
  era('call of an unknown tool', 'tools/call', call('no_such_tool', {})),
  era('call without a name', 'tools/call', {}),
  era('call with a number for a name', 'tools/call', call(7, {})),
  era('call that has to ask', 'tools/call', call('test_missing_capability', {})),
  era('unknown prompt', 'prompts/get', { name: 'no_such_prompt' }),
  era('unknown resource', 'resources/read', { uri: 'test://nothing' }),
  era('prompt without a name', 'prompts/get', {}),
  era('resource without a uri', 'resources/read', {}),
  era('completion of nothing', 'completion/complete', {}),
  era('list with an unknown cursor', 'tools/list', { cursor: 'nonsense' }),
  era('list with a number for a cursor', 'tools/list', { cursor: 7 }),
]);

const ASKING_ROWS = [
  modern('call that may ask', 'tools/call', {
    ...call('test_missing_capability', {}),
    _meta: envelope({ [META.clientCapabilities]: { sampling: {} } }),
  }),
  modern('call with answers null', 'tools/call', { ...SIMPLE, inputResponses: null }),
  modern('call with answers of the wrong kind', 'tools/call', { ...SIMPLE, inputResponses: { a: 7 } }),
  modern('call with answers to no question', 'tools/call', {
    ...SIMPLE,
    inputResponses: { a: { action: 'accept' } },
  }),
  modern('call with made-up state', 'tools/call', { ...SIMPLE, requestState: 'made up' }),
  modern('subscription to nothing', 'subscriptions/listen', {}),
];

/** A message without an id, which no reply belongs to. */
const unanswered = (headers: Record<string, string | undefined> = {}) => ({ headers, message: { id: undefined } });

const NOTIFICATION_ROWS = NOTIFICATIONS.flatMap((method) => [
  modern(`notification ${method}`, method, {}, unanswered()),
  modern(
    `notification ${method}, headers missing`,
    method,
    {},
    unanswered({ 'mcp-protocol-version': gone, 'mcp-method': gone }),
  ),
  modern(`notification ${method}, another method in the header`, method, {}, unanswered({ 'mcp-method': 'ping' })),
  modern(
    `notification ${method}, unknown version`,
    method,
    { _meta: envelope({ [META.protocolVersion]: '2027-01-01' }) },
    unanswered({ 'mcp-protocol-version': gone }),
  ),
  modern(
    `notification ${method}, half an envelope`,
    method,
    { _meta: { [META.protocolVersion]: MODERN } },
    unanswered(),
  ),
  modern(
    `notification ${method}, older version, another method in the header`,
    method,
    { _meta: envelope({ [META.protocolVersion]: LEGACY }) },
    unanswered({ 'mcp-protocol-version': gone, 'mcp-method': 'ping' }),
  ),
  legacy(`notification ${method}`, method, {}, unanswered()),
  legacy(`notification ${method}, modern header, no claim`, method, {}, unanswered({ 'mcp-protocol-version': MODERN })),
  legacy(`notification ${method}, unknown version`, method, {}, unanswered({ 'mcp-protocol-version': '1999-01-01' })),
]);

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const claimed = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: { _meta: envelope() } };
const notified = { jsonrpc: '2.0', method: 'notifications/initialized' };

const BODY_ROWS = [
  raw('no JSON', '{"jsonrpc":'),
  raw('empty body', ''),
  raw('JSON null', 'null'),
  raw('JSON text', '"ping"'),
  raw('JSON number', '7'),
  raw('empty object', '{}'),
  raw('empty batch', '[]'),
  raw('batch of one', JSON.stringify([ping])),
  raw('batch of two', JSON.stringify([ping, { ...ping, id: 'two', method: 'no/such' }])),
  raw('batch of a notification and a request', JSON.stringify([notified, ping])),
  raw('batch of one notification', JSON.stringify([notified])),
  raw('batch with a modern request', JSON.stringify([ping, claimed])),
  raw('batch with nonsense', JSON.stringify([ping, 7])),
  raw('batch of batches', JSON.stringify([[ping]])),
  raw('batch under a modern header', JSON.stringify([ping]), { 'mcp-protocol-version': MODERN }),
  raw('posted response', JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} })),
  raw('posted error', JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } })),
  raw('posted response without an id', JSON.stringify({ jsonrpc: '2.0', result: {} })),
  raw('text/plain', JSON.stringify(ping), { 'content-type': 'text/plain' }),
  raw('JSON with a charset', JSON.stringify(ping), { 'content-type': 'application/json; charset=utf-8' }),
  raw('no Accept', JSON.stringify(ping), { accept: undefined }),
  raw('Accept of JSON alone', JSON.stringify(ping), { accept: 'application/json' }),
  raw('Accept of HTML', JSON.stringify(ping), { accept: 'text/html' }),
  modern('no Accept', 'tools/list', {}, { headers: { accept: gone } }),
  modern('Accept of JSON alone', 'tools/list', {}, { headers: { accept: 'application/json' } }),
  raw('unknown session', JSON.stringify(ping), { 'mcp-session-id': 'made-up' }),
  raw('unknown event', JSON.stringify(ping), { 'last-event-id': '7' }),
];

const VERB_ROWS: readonly WireRequest[] = (['GET', 'DELETE', 'PUT'] as const).flatMap((verb) =>
  ['2025-06-18', MODERN].map((version) => ({
    name: `${verb} under ${version}`,
    verb,
    headers: { accept: 'text/event-stream', 'mcp-protocol-version': version },
  })),
);

const TOOL_CALL_WITHOUT_ID = [modern, legacy].map((era) =>
  era('tools/call without an id', 'tools/call', SIMPLE, { message: { id: undefined } }),
);

export const TABLE: readonly WireRequest[] = [
  ...METHOD_ROWS,
  ...VERSION_ROWS,
  ...HEADER_ROWS,
  ...PARAMETER_ROWS,
  ...NUMBER_ROWS,
  ...ENVELOPE_ROWS,
  ...MESSAGE_ROWS,
  ...CALL_ROWS,
  ...ASKING_ROWS,
  ...NOTIFICATION_ROWS,
  ...BODY_ROWS,
  ...VERB_ROWS,
  ...TOOL_CALL_WITHOUT_ID,
];
