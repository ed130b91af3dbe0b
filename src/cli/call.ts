import { realAmbient } from '../ambient.ts';
import { openHome } from '../home.ts';
import { type Command, type Given, optional, UsageError } from './command.ts';
import { table } from './table.ts';

const KEY_LIFE_MS = 300_000;

export const call: Command = {
  name: 'call',
  takes: "CHANNEL TOOL ['{…}']",
  summary:
    'Calls a tool of the running service. Without a key of your own, one that lives for minutes is made and revoked again.',
  options: {
    url: { type: 'string', meaning: 'Address of the service (ADHELM_URL)', value: 'URL' },
    key: { type: 'string', meaning: 'API key (ADHELM_API_KEY)', value: 'KEY' },
    workspace: { type: 'string', meaning: 'Workspace of the short-lived key (default: the first)', value: 'NAME' },
  },
  async run(given) {
    const [channel, tool, text = '{}'] = given.words;
    if (!channel || !tool)
      throw new UsageError(
        "call takes a channel, a tool and its arguments as JSON: adhelm call search get_customer '{}'",
      );
    const args = parseArguments(text);
    const address = `${serviceUrl(given)}/${encodeURIComponent(channel)}/mcp`;
    const reply = await withKey(given, (key) => post(address, key, tool, args));
    if (given.json) given.print(reply.text);
    else given.print(readable(reply));
    return reply.ok ? 0 : 1;
  },
};

interface Reply {
  status: number;
  text: string;
  ok: boolean;
  result: unknown;
}

function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`The arguments are not JSON: ${(error as Error).message}`);
  }
}

function serviceUrl(given: Given): string {
  const { host, port } = given.settings;
  return optional(given, 'url') ?? process.env.ADHELM_URL ?? `http://${host}:${port}`;
}

async function withKey<T>(given: Given, work: (key: string) => Promise<T>): Promise<T> {
  const own = optional(given, 'key') ?? process.env.ADHELM_API_KEY;
  if (own) return work(own);
  const home = await openHome(given.settings, realAmbient);
  try {
    const named = optional(given, 'workspace');
    const rows = await home.store.db.selectFrom('workspaces').select('id').orderBy('created_at').limit(1).execute();
    const workspaceId = named === undefined ? rows[0]?.id : (await home.directory.find(named))?.id;
    if (workspaceId === undefined)
      throw new UsageError(
        named
          ? `There is no workspace ${JSON.stringify(named)}.`
          : 'There is no workspace yet. Start the service once: npm start',
      );
    const made = await home.keyRing.create({
      workspaceId,
      name: 'command line',
      expiresAt: Date.now() + KEY_LIFE_MS,
      organizationWide: true,
      actor: 'command line',
    });
    try {
      return await work(made.key);
    } finally {
      await home.keyRing.revoke(made.id, 'command line');
    }
  } finally {
    await home.close();
  }
}

async function post(address: string, key: string, name: string, args: unknown): Promise<Reply> {
  let response: Response;
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'cli', method: 'tools/call', params: { name, arguments: args } }),
    });
  } catch {
    throw new UsageError(
      `Nothing answers at ${new URL(address).origin}. Start the service (npm start) or name it with --url.`,
    );
  }
  const text = await response.text();
  const body = JSON.parse(text) as { result?: { content: { text: string }[]; isError?: boolean }; error?: unknown };
  const inner = body.result?.content[0]?.text;
  return {
    status: response.status,
    text,
    ok: response.ok && body.result !== undefined && body.result.isError !== true,
    result: inner === undefined ? body : JSON.parse(inner),
  };
}

/** Lists as tables, everything else as indented names and values. */
function readable({ result, ok }: Reply): string {
  if (!ok) return failureText(result);
  return Object.entries(result as Record<string, unknown>)
    .map(([name, value]) => `${name}\n${block(value)}`)
    .join('\n\n');
}

function failureText(result: unknown): string {
  const { error } = result as { error?: Record<string, unknown> | string };
  if (typeof error !== 'object' || error === null) return `Failed: ${String(error)}`;
  return [`Failed (${error.code}): ${error.message}`, error.next_step ? `Next: ${error.next_step}` : '']
    .filter(Boolean)
    .join('\n');
}

function block(value: unknown): string {
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'object' && item !== null)) {
    const head = [...new Set(value.flatMap((item) => Object.keys(item as object)))];
    return table(
      head,
      value.map((item) => head.map((name) => cell((item as Record<string, unknown>)[name]))),
    );
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value)
      .map(([name, inner]) => `  ${name.padEnd(16)} ${cell(inner)}`)
      .join('\n');
  }
  return `  ${cell(value)}`;
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (typeof value !== 'object') return String(value);
  const { amount, currency } = value as Record<string, unknown>;
  if (amount !== undefined && currency !== undefined) return `${amount} ${currency}`;
  return JSON.stringify(value);
}
