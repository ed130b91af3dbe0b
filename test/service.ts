import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ambient, realAmbient } from '../src/ambient.ts';
import { FENCE } from '../src/auth/connections.ts';
import { findChannels, type ServiceOptions, startService } from '../src/build.ts';
import { loadSettings, type Settings } from '../src/config.ts';
import { readableLog } from '../src/observe/log.testing.ts';
import { secretPattern } from '../src/observe/secret-pattern.ts';
import { firstStart } from '../src/process/first-start.ts';
import { type Home, openHome } from '../src/process/home.ts';
import { discoverEmulators, loadEmulator } from '../src/sandbox/discover.ts';
import type { Emulator } from '../src/sandbox/emulator.ts';
import { filledSandbox } from '../src/sandbox/filled.testing.ts';
import { type Sandbox, startSandbox } from '../src/sandbox/program.ts';
import { temporaryDatabase } from '../src/store/postgres/cluster.testing.ts';
import { storeUnderTest } from '../src/store/store.testing.ts';
import type { Sleep } from '../src/upstream/backoff.ts';
import { watchChanges } from './one-change.ts';

/** A whole service on free loopback ports, with its own data folder and its own sandbox in this process. */
export interface TestService {
  url: string;
  /** Organization-wide, in the workspace Acme. */
  key: string;
  home: Home;
  sandbox: Sandbox;
  dataFolder: string;
  settings: Settings;
  logged(): string;
  /** Posts to the channel's address, or to that of all channels where it is empty. */
  post(channel: string, body: unknown, options?: PostOptions): Promise<Response>;
  /** Calls a tool as the plain client does and returns what its text holds. */
  call(channel: string, tool: string, args?: Record<string, unknown>, options?: PostOptions): Promise<ToolAnswer>;
  workspaceId(name: string): Promise<string>;
  /** Runs the jobs that are due at the service's clock until none is left; returns how many ran. */
  runJobs(): Promise<number>;
  close(): Promise<void>;
}

export interface PostOptions {
  key?: string;
  headers?: Record<string, string>;
  query?: string;
}

export interface ToolAnswer {
  isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests read replies as untyped JSON
  result: any;
}

export interface TestOptions {
  settings?: Record<string, string>;
  ambient?: Ambient;
  sleep?: Sleep;
  extraEndpoints?: ServiceOptions['extraEndpoints'];
  /** How the addresses that clients name are fetched. */
  network?: ServiceOptions['network'];
  emulators?: readonly Emulator[];
  /** Due jobs run by themselves; left out: when `runJobs` is called. */
  jobs?: 'running';
  /** The platforms the sandbox holds, by name; all of them when left out. */
  platforms?: readonly string[];
  /** Connections reach two accounts each: what reads all of a workspace takes a tenth of the work that thirty take. */
  fewAccounts?: boolean;
}

export async function startTestService(options: TestOptions = {}): Promise<TestService> {
  const ambient = options.ambient ?? realAmbient;
  const dataFolder = mkdtempSync(join(tmpdir(), 'adhelm-test-'));
  const settings = await settingsOf(dataFolder, options);
  const { emulators, contents } = await sandboxParts(options, ambient);
  const [home, registry, sandbox] = await Promise.all([
    openHome(settings, ambient),
    findChannels(),
    startSandbox({
      file: ':memory:',
      port: 0,
      ambient,
      emulators,
      ...(contents && { contents }),
    }),
  ]);
  const watch = watchChanges(registry);
  const { log, text: logged } = readableLog('debug', ambient.now, secretPattern(registry.channels));
  const made = await firstStart(home, registry.channels, sandbox.controlOrigin);
  const key = made?.key ?? '';
  if (options.fewAccounts) await fenceToTwo(home);
  const service = await startService({
    settings,
    ambient,
    home,
    log,
    registry: watch.registry,
    sandboxOrigins: () => sandbox.origins,
    sandboxControl: () => sandbox.controlOrigin,
    checkOutput: true,
    ...(options.jobs !== 'running' && { jobs: 'stepped' }),
    ...(options.sleep && { sleep: options.sleep }),
    ...(options.network && { network: options.network }),
    ...(options.extraEndpoints && { extraEndpoints: options.extraEndpoints }),
  });

  return {
    url: service.url,
    key,
    home,
    sandbox,
    dataFolder,
    settings,
    logged,
    ...callsTo(service.url, key, watch.check),
    runJobs: service.runJobs,
    async workspaceId(name) {
      const found = await home.directory.find(name);
      if (!found) throw new Error(`no workspace ${name}`);
      return found.id;
    },
    async close() {
      await service.close();
      await sandbox.close();
      await home.close();
      rmSync(dataFolder, { recursive: true, force: true });
      watch.check();
    },
  };
}

async function settingsOf(dataFolder: string, options: TestOptions): Promise<Settings> {
  return loadSettings({
    ADHELM_DATA: dataFolder,
    ADHELM_PORT: '0',
    ADHELM_DATABASE_URL: storeUnderTest === 'postgres' ? await temporaryDatabase() : '',
    ADHELM_DATABASE_CONNECTIONS_MAX: '4',
    ...options.settings,
  });
}

function callsTo(url: string, key: string, afterCall: () => void): Pick<TestService, 'post' | 'call'> {
  const post: TestService['post'] = (channel, body, extra = {}) =>
    fetch(`${url}${channel && `/${channel}`}/mcp${extra.query ?? ''}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${extra.key ?? key}`, 'content-type': 'application/json', ...extra.headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return {
    post,
    async call(channel, tool, args = {}, extra = {}) {
      const reply = await post(
        channel,
        { jsonrpc: '2.0', id: 't', method: 'tools/call', params: { name: tool, arguments: args } },
        extra,
      );
      const body = (await reply.json()) as { result?: { content: { text: string }[]; isError?: boolean } };
      afterCall();
      if (!body.result) throw new Error(`${reply.status}: ${JSON.stringify(body)}`);
      return { isError: body.result.isError === true, result: JSON.parse(body.result.content[0]!.text) };
    },
  };
}

/** Those that the sandbox grants first: they hold the campaigns. */
async function fenceToTwo({ store, directory }: Home): Promise<void> {
  for (const { id, options } of await store.db.selectFrom('connections').select(['id', 'options']).execute()) {
    const held: Record<string, string> = JSON.parse(options);
    const two = held[FENCE]?.split(',').slice(0, 2).join(',');
    if (two === undefined) continue;
    const fenced = JSON.stringify({ ...held, [FENCE]: two });
    await store.db.updateTable('connections').set({ options: fenced }).where('id', '=', id).execute();
  }
  directory.refresh();
}

/** A test's own emulators fill their file themselves; the others are copied from what the run has filled once. */
async function sandboxParts(
  { emulators, platforms }: TestOptions,
  ambient: Ambient,
): Promise<{ emulators: readonly Emulator[]; contents?: Uint8Array }> {
  if (emulators) return { emulators };
  const found = platforms
    ? await Promise.all(platforms.map((platform) => loadEmulator(platform)))
    : await discoverEmulators();
  return { emulators: found, contents: filledSandbox(found, ambient) };
}
