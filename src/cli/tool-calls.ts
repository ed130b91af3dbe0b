import type { Store } from '../store/store.ts';
import { type Given, optional, UsageError } from './command.ts';
import { withHome } from './with-home.ts';
import { workspaceNamed } from './workspace-named.ts';

const ACTOR = 'command line';
const KEY_LIFE_MS = 300_000;

/** What every command takes that calls the running service. */
export const callOptions = {
  url: { type: 'string', meaning: 'Address of the service (ADHELM_URL)', value: 'URL' },
  key: { type: 'string', meaning: 'API key (ADHELM_API_KEY)', value: 'KEY' },
  workspace: { type: 'string', meaning: 'Workspace of the short-lived key (default: the first)', value: 'NAME' },
} as const;

export interface Reply {
  text: string;
  ok: boolean;
  result: unknown;
}

/** With the caller's key, or with one that lives for minutes unless said otherwise and is revoked again. */
export async function withKey<T>(given: Given, work: (key: string) => Promise<T>, lifeMs = KEY_LIFE_MS): Promise<T> {
  const own = optional(given, 'key') ?? process.env.ADHELM_API_KEY;
  if (own) return work(own);
  return withHome(given, async (home) => {
    const { keyRing, store } = home;
    const { id: workspaceId } = await workspaceNamed(home, optional(given, 'workspace') ?? (await oldestOf(store)));
    const made = await keyRing.create({
      workspaceId,
      name: ACTOR,
      expiresAt: Date.now() + lifeMs,
      organizationWide: true,
      customHtml: true,
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

export async function postCall(address: string, key: string, name: string, args: unknown): Promise<Reply> {
  const { origin } = new URL(address);
  const response = await asked(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'cli', method: 'tools/call', params: { name, arguments: args } }),
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

/** Said in words where nothing answers. */
export function asked(address: string, request: RequestInit): Promise<Response> {
  return fetch(address, request).catch(() => {
    throw new Error(
      `Nothing answers at ${new URL(address).origin}. Start the service (npm start) or name it with --url.`,
    );
  });
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
