import { join } from 'node:path';
import { type Ambient, newId } from './ambient.ts';
import { channel as office } from './channels/office/channel.ts';
import type { Settings } from './config.ts';
import { type Home, workspaceFolder } from './home.ts';
import { documentPages } from './http/pages/documents.ts';
import { healthPages, type Readiness } from './http/pages/health.ts';
import { type OpenCells, sheetsReadPage } from './http/pages/sheets-read.ts';
import { createServer, type Server } from './http/server.ts';
import { memoryLimiter } from './limits/memory-limiter.ts';
import type { Log } from './log.ts';
import { Metering } from './metering.ts';
import { Metrics } from './metrics.ts';
import { Admission } from './tools/admission.ts';
import type { Pipeline, ToolEvent } from './tools/call.ts';
import type { Channel } from './tools/define-tool.ts';
import { ChannelFace, type Face } from './tools/face.ts';
import { openLine } from './tools/open-line.ts';
import { discover, type Registry } from './tools/registry.ts';
import { createSender } from './upstream/sender.ts';

export const CHANNELS_FOLDER = join(import.meta.dirname, 'channels');

const AUTH_WINDOW_S = 60;
const FLUSH_EVERY_MS = 2_000;
const PURGE_EVERY_MS = 600_000;

export interface ServiceOptions {
  settings: Settings;
  ambient: Ambient;
  home: Home;
  log: Log;
  registry: Registry;
  /** Where the sandbox's emulators listen; empty when it is not running. */
  sandboxOrigins: () => Readonly<Record<string, string>>;
  /** Tests hold every result to its output schema. */
  checkOutput?: boolean;
  /** Further faces, for suites that need tools no user should see. */
  extraFaces?: (pipeline: Pipeline) => readonly Face[];
}

export interface Service {
  readonly url: string;
  /** Takes nothing new on, lets what is under way finish, then lets go of everything. */
  close(): Promise<void>;
}

export function findChannels(): Promise<Registry> {
  return discover(CHANNELS_FOLDER);
}

/** The composition root: the one place where everything meets. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { settings, ambient, home, log, registry } = options;
  const metrics = new Metrics();
  const metering = new Metering(home.store, ambient);
  const sender = createSender({ ambient, onEvent: upstreamWatcher(metrics, log) });
  const pipeline: Pipeline = {
    ambient,
    store: home.store,
    admission: new Admission(home.directory),
    audit: home.audit,
    idempotency: home.idempotency,
    lines: {
      sender,
      connections: home.connections,
      sandboxOrigins: options.sandboxOrigins,
      folderOf: (workspaceId) => workspaceFolder(settings, workspaceId),
      now: ambient.now,
    },
    callDeadlineMs: settings.callDeadlineMs,
    checkOutput: options.checkOutput ?? false,
    onEvent: toolWatcher(metrics, metering, log),
  };
  const limiter = memoryLimiter({ points: settings.ratePoints, windowS: settings.rateWindowS, ambient });
  const failures = memoryLimiter({ points: settings.authFailuresMax, windowS: AUTH_WINDOW_S, ambient });
  let url = '';
  const server = createServer({
    settings,
    faces: [...channelFaces(registry, pipeline), ...(options.extraFaces?.(pipeline) ?? [])],
    pages: [
      ...healthPages(() => readinessOf(home, server), metrics),
      sheetsReadPage(cellOpener(pipeline)),
      ...documentPages(registry.byAddress, () => ({ publicUrl: settings.publicUrl, localUrl: url })),
    ],
    keys: { keyRing: home.keyRing, failures, failuresWindowS: AUTH_WINDOW_S },
    rate: { limiter, windowS: settings.rateWindowS },
    log,
    metrics,
    freshId: idMaker(ambient),
  });
  await home.idempotency.abandonStale();
  const { port } = await server.listen(settings.host, settings.port);
  const stopChores = startChores(home, metering, log);
  url = urlOf(settings.host, port);
  return {
    url,
    async close() {
      await drain(server, settings.shutdownGraceMs);
      stopChores();
      await Promise.all([sender.close(), limiter.close(), failures.close()]);
      await flush(home, metering);
      log.flush();
    },
  };
}

/** Reading cells outside of a tool call: the same admission, the same line, no protocol around it. */
function cellOpener(pipeline: Pipeline): OpenCells {
  return async (principal, workspaceId, request) => {
    const { admission, lines, callDeadlineMs } = pipeline;
    admission.checkAddress(principal, office.name);
    const workspace = await admission.workspace(principal, workspaceId);
    const connection = admission.connection(workspace, office.name);
    const signal = AbortSignal.timeout(callDeadlineMs);
    const line = openLine(lines, { channel: office as Channel, repeat: 'safe' }, workspace.id, connection, signal);
    return office.connect(line, {}).read(request);
  };
}

function channelFaces({ channels, byAddress }: Registry, pipeline: Pipeline): Face[] {
  return channels
    .filter((channel: Channel) => channel.servedAt === undefined)
    .map((channel) => new ChannelFace(channel, byAddress.get(channel.name) ?? [], pipeline));
}

/** The first number that takes six digits of base 36. */
const SIX_DIGITS = 36 ** 5;

/** One random part per process and a count: as unique as chance every time, and far cheaper. */
function idMaker(ambient: Ambient): (prefix: string) => string {
  const run = newId(ambient, '').slice(1, 11);
  let count = SIX_DIGITS;
  return (prefix) => {
    count += 1;
    return `${prefix}_${run}${count.toString(36)}`;
  };
}

async function readinessOf(home: Home, server: Server): Promise<Readiness> {
  const store = await home.store.ready();
  const closing = server.load.closing;
  return {
    ready: store.ok && !closing,
    checks: {
      store: store.ok ? 'ok' : 'not answering',
      migrations: store.pendingMigrations === 0 ? 'ok' : `${store.pendingMigrations} pending`,
      limiter: 'ok',
      shutdown: closing ? 'under way' : 'no',
    },
  };
}

function toolWatcher(metrics: Metrics, metering: Metering, log: Log): (event: ToolEvent) => void {
  const calls = metrics.counter('adhelm_tool_calls_total', 'Tool calls by channel, tool and result', [
    'channel',
    'tool',
    'result',
  ]);
  const seconds = metrics.histogram('adhelm_tool_call_seconds', 'How long tool calls took', ['channel', 'tool']);
  return (event) => {
    const { tool, call, durationMs, failure } = event;
    const channel = tool.channel.name;
    calls.add(channel, tool.name, failure?.code ?? 'ok');
    seconds.observe(durationMs / 1000, channel, tool.name);
    metering.count(event);
    if (failure === undefined) return;
    const ours = failure.code === 'internal' && !call.gone().aborted;
    log.write(ours ? 'error' : 'info', 'tool_failed', {
      channel,
      tool: tool.name,
      request_id: call.requestId,
      key_id: call.principal.keyId,
      code: failure.code,
      outcome: failure.outcome,
      detail: failure.message,
    });
  };
}

function upstreamWatcher(metrics: Metrics, log: Log): NonNullable<Parameters<typeof createSender>[0]['onEvent']> {
  const requests = metrics.counter('adhelm_upstream_calls_total', 'Calls to platforms by result', [
    'platform',
    'status',
    'outcome',
  ]);
  return ({ platform, status, attempts, durationMs, outcome }) => {
    requests.add(platform, String(status ?? 'none'), outcome);
    log.write('debug', 'upstream', { platform, attempts, duration_ms: durationMs, outcome, status });
  };
}

/** What can wait a moment: last-used times, usage counts, and old idempotency keys. */
function startChores(home: Home, metering: Metering, log: Log): () => void {
  const guarded = (work: () => Promise<unknown>) => () =>
    void work().catch((error: unknown) => log.write('error', 'chore_failed', { detail: String(error) }));
  const timers = [
    setInterval(
      guarded(() => flush(home, metering)),
      FLUSH_EVERY_MS,
    ),
    setInterval(
      guarded(() => home.idempotency.purge()),
      PURGE_EVERY_MS,
    ),
  ];
  return () => timers.forEach(clearInterval);
}

async function flush(home: Home, metering: Metering): Promise<void> {
  await home.keyRing.flush();
  await metering.flush();
}

/** New requests get 503 while the ones under way finish. */
async function drain(server: Server, graceMs: number): Promise<void> {
  server.load.close();
  const deadline = Date.now() + graceMs;
  while (!server.load.idle && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
  await server.close();
}

function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
