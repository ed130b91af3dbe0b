import type { Store } from '../store/store.ts';
import { type Command, type Given, optional, UsageError } from './command.ts';
import { readable } from './readable.ts';
import { serviceUrl } from './service-url.ts';
import { withHome } from './with-home.ts';
import { workspaceNamed } from './workspace-named.ts';

const ACTOR = 'command line';
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
    given.print(given.json ? reply.text : readable(reply.result, reply.ok, process.stdout.columns));
    return reply.ok ? 0 : 1;
  },
};

interface Reply {
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

async function withKey<T>(given: Given, work: (key: string) => Promise<T>): Promise<T> {
  const own = optional(given, 'key') ?? process.env.ADHELM_API_KEY;
  if (own) return work(own);
  return withHome(given, async (home) => {
    const { keyRing, store } = home;
    const { id: workspaceId } = await workspaceNamed(home, optional(given, 'workspace') ?? (await oldestOf(store)));
    const made = await keyRing.create({
      workspaceId,
      name: ACTOR,
      expiresAt: Date.now() + KEY_LIFE_MS,
      organizationWide: true,
      actor: ACTOR,
    });
    try {
      return await work(made.key);
    } finally {
      await keyRing.revoke(made.id, ACTOR);
    }
  });
}

async function oldestOf({ db }: Store): Promise<string> {
  const oldest = await db
    .selectFrom('workspaces')
    .select('id')
    .where('archived_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst();
  if (oldest) return oldest.id;
  throw new UsageError('There is no workspace. Make one: adhelm workspace create --name NAME');
}

async function post(address: string, key: string, name: string, args: unknown): Promise<Reply> {
  const { origin } = new URL(address);
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'cli', method: 'tools/call', params: { name, arguments: args } }),
  }).catch(() => {
    throw new Error(`Nothing answers at ${origin}. Start the service (npm start) or name it with --url.`);
  });
  const text = await response.text();
  const body = parsed(text);
  if (body === undefined) throw new Error(`What answers at ${origin} is not this service (HTTP ${response.status}).`);
  const inner = body.result?.content?.[0]?.text;
  return {
    text,
    ok: response.ok && inner !== undefined && body.result?.isError !== true,
    result: inner === undefined ? body : JSON.parse(inner),
  };
}

interface Body {
  result?: { content?: { text: string }[]; isError?: boolean };
}

function parsed(text: string): Body | undefined {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return undefined;
  }
}
