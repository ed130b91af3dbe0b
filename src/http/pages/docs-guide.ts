import type { ErrorCode, HttpCode } from '../../errors.ts';
import type { ApiServers } from '../../pipeline/openapi.ts';
import { escapeHtml } from './page-style.ts';

/** What holds for every tool, before the tools themselves. */
export interface GuideSection {
  id: string;
  title: string;
  html: string;
}

const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  invalid_arguments:
    'Something in the arguments is wrong; every bad field is named at once. Correct them and call again.',
  not_found: 'No such object, or not in this account.',
  permission_denied:
    'The connection may not do this on the platform, or the call may not: it was for reading only, say.',
  token_expired: 'The connection has to be made again in its workspace.',
  account_problem: 'The ad account itself is blocked, closed or unpaid.',
  policy_rejected: "The platform's advertising rules forbid it.",
  rate_limited: 'The platform wants fewer calls; <code>retry_after_s</code> says when to come back.',
  upstream_unavailable: 'The platform did not answer, or answered with a fault of its own.',
  outcome_unknown: 'Nobody can know whether it happened. <code>next_step</code> says how to look. Never simply repeat.',
  conflict: 'It does not fit what is there, or the idempotency key was used for something else.',
  over_limit:
    'A spend limit of the key, the workspace or the organization would be passed. The message names it and what is left; pauses and cuts always pass.',
  cap_unverifiable:
    'A spend limit stands, and what already runs cannot be read or counted, so nothing may be raised. Pauses and cuts always pass.',
  unsupported: 'The platform offers no such thing.',
  approval_required:
    'The workspace wants this seen or agreed to first. Nothing was sent; <code>plan</code> is what the call has become.',
  stale: 'What was planned does not fit what is there now; the fields that moved are named. Preview it again.',
  internal: 'Our fault. The request id ties it to the log.',
};

const STATUSES: readonly (readonly [string, HttpCode, string])[] = [
  ['400', 'BAD_REQUEST', 'The body is no JSON or no request, or a REST parameter is wrong.'],
  ['401', 'UNAUTHORIZED', 'Key missing, malformed, unknown, expired or revoked: one answer for all.'],
  ['403', 'FORBIDDEN', 'The channel is not connected in that workspace, or the key may not use it.'],
  ['404', 'NOT_FOUND', 'No such address, spreadsheet or workspace.'],
  ['405, 413, 415', 'BAD_REQUEST', 'Wrong method, body over the limit, not JSON.'],
  ['429', 'RATE_LIMITED', 'The key has used up its points; <code>Retry-After</code> says when to come back.'],
  ['500', 'INTERNAL_ERROR', 'Our fault. <code>X-Request-Id</code> ties it to the log.'],
  ['503', 'INTERNAL_ERROR', 'Shutting down or overloaded, with <code>Retry-After</code>.'],
];

export function guide({ publicUrl, localUrl }: ApiServers): GuideSection[] {
  const origin = publicUrl || localUrl;
  return [
    { id: 'authentication', title: 'Authentication', html: authentication(origin) },
    { id: 'calling', title: 'Calling a tool', html: calling(origin) },
    { id: 'errors', title: 'Errors', html: errors() },
    { id: 'limits', title: 'Limits', html: LIMITS },
    { id: 'idempotency', title: 'Idempotency', html: IDEMPOTENCY },
    { id: 'narrowing', title: 'Narrowing', html: narrowing(origin) },
  ];
}

function authentication(origin: string): string {
  return `<p>Every call carries an API key: <code>Authorization: Bearer sk_live_…</code>. A key belongs to a workspace and is shown once, when it is made:</p>${pre('npm run --silent adhelm -- key create --workspace Acme --name mine')}<p>It can be for some channels only (<code>--channels</code>), for reading only (<code>--read-only</code>) and for a time (<code>--expires 30d</code>). An organization-wide key may name another workspace with the argument <code>workspaceId</code>. A revoked key stops working everywhere within one second.</p><p>An agent is connected by address and key:</p>${pre(JSON.stringify({ mcpServers: { ads: { type: 'http', url: `${origin}/search/mcp`, headers: { Authorization: 'Bearer sk_live_…' } } } }, null, 2))}`;
}

function calling(origin: string): string {
  const body = '{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"list_workspaces","arguments":{}}}';
  return `<p>One <code>POST</code> to the channel's address; the tool is chosen by <code>params.name</code>. No handshake is needed. The same addresses are complete MCP servers. <code>POST /mcp</code> holds all channels: every tool answers there to <code>channel_tool</code>, such as <code>search_get_customer</code>, and agents find tools by words with <code>find_tools</code>.</p>${pre(`curl -s ${origin}/workspace/mcp \\\n  -H 'Authorization: Bearer sk_live_…' \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`)}<p>The reply is <code>{"jsonrpc":"2.0","id":"1","result":{"content":[{"type":"text","text":"…"}]}}</code>, and <code>text</code> is the result as JSON: the fields listed with each tool. <code>id</code> comes back as it was sent. Money is <code>{"amount":"12.34","currency":"USD"}</code> in major units, never cents or micros. Lists take <code>limit</code> and <code>cursor</code> and return <code>next_cursor</code> while there is more. What a write changed stands in <code>applied</code>, from and to. Everything that could spend starts paused.</p>`;
}

function errors(): string {
  const codes = Object.entries(ERROR_MEANINGS).map(([code, meaning]) => [`<code>${code}</code>`, meaning]);
  const statuses = STATUSES.map(([status, code, meaning]) => [status, `<code>${code}</code>`, meaning]);
  return `<p>A tool that fails answers with HTTP 200, <code>isError: true</code>, and <code>text</code> holding <code>{"error": {…}}</code>: <code>code</code>, <code>message</code>, <code>field</code> and <code>allowed_values</code> where an argument is meant, <code>retryable</code>, <code>retry_after_s</code>, <code>outcome</code>, <code>next_step</code>, and the platform's own words under <code>upstream</code>. <code>outcome</code> says whether it happened: <code>not_applied</code>, <code>applied</code> or <code>unknown</code>; the first two are said only when they are certain.</p>${rows(['Code', 'Meaning'], codes)}<p>What HTTP itself refuses has the body <code>{"error": "…", "code": "…"}</code>:</p>${rows(['Status', 'Code', 'When'], statuses)}<p>An unknown method (<code>-32601</code>) or tool (<code>-32602</code>) is a JSON-RPC error.</p>`;
}

const LIMITS = `<p>A key has points for a sliding window: 9,000 in 5 minutes unless the deployment or the key says otherwise. A read costs 1, a write 3. Every reply says where you stand in <code>RateLimit-Policy</code>, <code>RateLimit</code> and <code>X-RateLimit-Limit</code>, <code>-Remaining</code>, <code>-Reset</code>; a 429 says in <code>Retry-After</code> when to come back. Failed keys are limited by address.</p><p>A request may have 1 MiB unless the deployment says otherwise, a reply has at most 1 MiB: a longer one is cut at an item and says so. A list returns at most 1,000 items at a time. A call that the platform keeps waiting ends after two minutes.</p>`;

const IDEMPOTENCY = `<p>A create is never sent twice by us. So that you can repeat safely too, send an <code>Idempotency-Key</code> header with a write (or <code>idempotency_key</code> in <code>params._meta</code>, or as an argument of any write):</p>${rows(
  ['You send', 'You get'],
  [
    [
      'the same key, the same arguments',
      'the first answer again, errors included, with <code>replayed: true</code>, for 24 hours, across restarts',
    ],
    [
      'the same after an error that is <code>retryable</code> and <code>not_applied</code>',
      'a new attempt: nothing had happened',
    ],
    [
      'the same when the first answer was not kept (over 128 KiB, or many came after it)',
      '<code>conflict</code> with the <code>outcome</code> of the first call',
    ],
    ['the same key, other arguments', '<code>conflict</code>'],
    ['the same key while the first call runs', '<code>conflict</code> with <code>retryable: true</code>'],
  ],
)}<p>Use a new key for every new intention: a random UUID will do.</p>`;

function narrowing(origin: string): string {
  return `<p>An address can be given to an agent with less than its key allows:</p>${rows(
    ['Address', 'What is left'],
    [
      ['<code>?read_only=true</code>', 'tools that read; a write is refused, whatever the key may do'],
      [
        '<code>?toolsets=reporting,campaigns</code>',
        'the tools of these toolsets; others are neither listed nor called',
      ],
      [
        '<code>?toolsets=all</code>',
        'every tool is listed: otherwise an MCP client is shown the usual ones, and can still call the rest',
      ],
      [
        '<code>/mcp?channels=social,search</code>',
        'the tools of these channels, listed by name at the one address instead of being found',
      ],
    ],
  )}${pre(`${origin}/search/mcp?read_only=true&toolsets=reporting`)}<p>Clients that cannot change the address send the headers <code>X-MCP-Readonly</code>, <code>X-MCP-Toolsets</code> and <code>X-MCP-Channels</code>. Each tool below names its toolset.</p>`;
}

/** A block of text with a button that copies it. */
export function pre(text: string): string {
  return `<div class="copyable"><pre>${escapeHtml(text)}</pre><button type="button" data-copy>Copy</button></div>`;
}

/** Cells are HTML of ours. */
function rows(head: readonly string[], body: readonly (readonly string[])[]): string {
  const cells = (tag: string, row: readonly string[]) => row.map((cell) => `<${tag}>${cell}</${tag}>`).join('');
  return `<div class="scroll"><table><thead><tr>${cells('th', head)}</tr></thead><tbody>${body.map((row) => `<tr>${cells('td', row)}</tr>`).join('')}</tbody></table></div>`;
}
