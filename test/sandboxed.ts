import { afterAll, beforeAll } from 'vitest';
import { FENCE } from '../src/auth/connections.ts';
import { applyApproved } from '../src/pipeline/apply-approved.ts';
import type { Pipeline } from '../src/pipeline/call.ts';
import { openSession } from '../src/pipeline/open-session.ts';
import type { AccidentKind } from '../src/sandbox/accident.ts';
import type { Channel } from '../src/tools/channel.ts';
import { passingTime } from './passing-time.ts';
import { startTestService, type TestService, type ToolAnswer } from './service.ts';

type Arguments = Record<string, unknown>;
type Result = ToolAnswer['result'];

/** What the tests of one channel speak of: its tools on one side, its platform's stand-in on the other. */
export interface Sandboxed {
  /** What a tool call that has to succeed returns. */
  call(tool: string, args?: Arguments): Promise<Result>;
  /** The error of a tool call that has to fail. */
  refusal(tool: string, args?: Arguments): Promise<Result>;
  /** Every item of a list, by walking its cursors. */
  walk(tool: string, list: string, args?: Arguments): Promise<unknown[]>;
  /** The id of a workspace of the sandbox: `Acme` (dollars) or `Acme Japan` (yen). */
  workspaceNamed(name: string): Promise<string>;
  /** Lets the workspace Acme reach every account that its login reaches. */
  unfence(): Promise<void>;
  /** Limits the workspace Acme to these accounts, the first of which it uses by default. */
  fence(...accounts: [string, ...string[]]): Promise<void>;
  /** Arms a fault for the next request to the platform that matches; `more` is what the control address takes besides. */
  fault(kind: string, match: string, more?: Arguments): Promise<void>;
  clearFaults(): Promise<void>;
  /** Every effect the platform has had, in order. */
  ledger(filter?: Record<string, string>): Promise<{ kind: string; resource: string; id: string; detail?: unknown }[]>;
  /** The last requests the platform was sent, with bodies and without headers. */
  requests(): Promise<{ seq: number; method: string; path: string; query: string; request_body: string | null }[]>;
  /** Brings about an accident on the platform, now or at a moment (`at`), and answers how to take it back. */
  accident(kind: AccidentKind, where: { account: string; object?: string; at?: string }): Promise<() => Promise<void>>;
  /** Lets time pass on the platform. */
  advanceClock(ms: number): Promise<void>;
  /** How long calls have waited for the platform's pace; that time is let pass, and the platform counts by it too. */
  waitedMs(): number;
  /** Lets that time pass for the service and for the platform, so that holds and breakers are over. */
  passTime(ms: number): Promise<void>;
  /** Does what people have agreed to, which the service also does by itself every other second. */
  applyApproved(): Promise<void>;
  /** Runs the jobs that are due at the service's clock until none is left; returns how many ran. */
  runJobs(): Promise<number>;
  /** Anything else of the sandbox's control address. */
  control(path: string, method?: string, body?: Arguments): Promise<Result>;
  /** The channel's client on the connection of a workspace, as its tools get one, and the account they use by default. */
  client<Client>(workspace?: string): Promise<{ client: Client; account: string }>;
  service(): TestService;
}

/** One service, and the sandbox of one channel's platform, for a whole test file, over real HTTP. */
export function sandboxed(name: string): Sandboxed {
  let service: TestService;
  let address: string;
  let found: Channel;
  let pipeline: Pipeline;
  const { ambient, sleep, waitedMs } = passingTime();
  beforeAll(async () => {
    const { channel } = (await import(`../src/channels/${name}/channel.ts`)) as { channel: Channel };
    found = channel;
    address = channel.servedAt ?? name;
    service = await startTestService({
      platforms: channel.needsConnection ? [name] : [],
      ambient,
      sleep,
      extraEndpoints: (opened) => {
        pipeline = opened;
        return [];
      },
    });
  });
  afterAll(() => service?.close());

  async function answer(tool: string, args: Arguments, fails: boolean): Promise<Result> {
    const { isError, result } = await service.call(address, tool, args);
    if (isError === fails) return result;
    // An internal error tells callers nothing; the log says what went wrong.
    const logged = result.error?.code === 'internal' ? `\n${service.logged()}` : '';
    throw new Error(`${tool} ${isError ? 'failed' : 'did not fail'}: ${JSON.stringify(result)}${logged}`);
  }
  const call: Sandboxed['call'] = (tool, args = {}) => answer(tool, args, false);
  const control: Sandboxed['control'] = async (path, method = 'GET', body) => {
    const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const reply = await fetch(service.sandbox.controlOrigin + path, { method, ...json });
    if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`);
    return reply.json();
  };
  return {
    call,
    refusal: async (tool, args = {}) => (await answer(tool, args, true)).error,
    walk: (tool, list, args = {}) => walked((page) => call(tool, { ...args, ...page }), list),
    workspaceNamed: (workspace) => service.workspaceId(workspace),
    unfence: () => fenced(service, name),
    fence: (...accounts) => fenced(service, name, accounts),
    fault: (kind, match, more = {}) => control('/faults', 'POST', { platform: name, kind, match, ...more }),
    clearFaults: () => control('/faults', 'DELETE'),
    ledger: async (filter = {}) =>
      (await control(`/ledger?${new URLSearchParams({ platform: name, ...filter })}`)).effects,
    requests: async () => (await control(`/requests?platform=${name}&bodies=1`)).requests,
    accident: (kind, where) => accidentOn(control, { platform: name, kind, ...where }),
    advanceClock: (ms) => control('/clock', 'PUT', { advanceMs: ms }),
    waitedMs,
    applyApproved: () => applyApproved(pipeline),
    runJobs: () => service.runJobs(),
    passTime: (ms) => sleep(ms, new AbortController().signal),
    control,
    client: (workspace = 'Acme') => clientOf(found, pipeline, service, workspace),
    service: () => service,
  };
}

/** Brings about an accident at the control address of a sandbox, and answers how to take it back. */
export async function accidentOn(
  control: Sandboxed['control'],
  accident: { platform: string; kind: AccidentKind; account: string; object?: string; at?: string },
): Promise<() => Promise<void>> {
  const { id } = await control('/accidents', 'POST', accident);
  return async () => void (await control(`/accidents/${id}`, 'DELETE'));
}

async function clientOf<Client>(channel: Channel, { sessions }: Pipeline, service: TestService, workspace: string) {
  const workspaceId = await service.workspaceId(workspace);
  const connection = (await service.home.connections.get(workspaceId, channel.name))!;
  const { signal } = new AbortController();
  const session = openSession(sessions, { channel, repeat: 'safe' }, workspaceId, connection, signal);
  const client = channel.connect(session, {});
  // A connection without an account of its own reaches the same accounts.
  const given = connection.account ?? (await channel.account!.choices(client))[0]?.id;
  return { client: client as Client, account: channel.account!.schema.parse(given) };
}

async function walked(read: (page: { cursor?: string }) => Promise<Result>, list: string): Promise<unknown[]> {
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor ? { cursor } : {});
    seen.push(...page[list]);
    cursor = page.next_cursor;
  } while (cursor);
  return seen;
}

async function fenced(
  { home: { connections, directory }, workspaceId: idOf }: TestService,
  channel: string,
  accounts?: readonly string[],
) {
  const workspaceId = await idOf('Acme');
  const { id, mode, account: held, options } = (await connections.get(workspaceId, channel))!;
  const { [FENCE]: _, ...rest } = options;
  const credentials = await connections.credentials(id);
  const account = accounts?.[0] ?? held;
  await connections.put({
    workspaceId,
    channel,
    mode,
    options: rest,
    credentials,
    ...(account !== undefined && { account }),
    ...(accounts && { accounts }),
  });
  directory.refresh();
}
