import { join } from 'node:path';
import type { Ambient } from './ambient.ts';
import { sheetsRead } from './channels/office/sheets-read.ts';
import { reportsCsv } from './channels/workspace/reports-csv.ts';
import type { Settings } from './config.ts';
import { documentPages } from './http/pages/documents.ts';
import { healthPages, type Readiness } from './http/pages/health.ts';
import { REPORTS_CSV_PATH, reportsCsvPage } from './http/pages/reports-csv.ts';
import { SHEETS_READ_PATH, sheetsReadPage } from './http/pages/sheets-read.ts';
import { requestIds } from './http/request-ids.ts';
import { createServer, type Server } from './http/server.ts';
import { memoryLimiter } from './limits/memory-limiter.ts';
import { RecentRefusals } from './limits/recent-refusals.ts';
import { Memory } from './memory/memory.ts';
import type { Log } from './observe/log.ts';
import { Metering } from './observe/metering.ts';
import { Metrics } from './observe/metrics.ts';
import { observeProcess, observeTools, observeUpstream } from './observe/observe-calls.ts';
import { Admission } from './pipeline/admission.ts';
import type { Pipeline } from './pipeline/call.ts';
import { describeBeforehand } from './pipeline/describe.ts';
import { ChannelEndpoint, type Endpoint } from './pipeline/endpoint.ts';
import { discover, type Registry, readAtOnce } from './pipeline/registry.ts';
import { flush, startBackgroundJobs } from './process/background-jobs.ts';
import { type DataFolderLock, lockDataFolder } from './process/data-folder-lock.ts';
import type { Home } from './process/home.ts';
import type { SharedState } from './redis/redis-state.ts';
import type { Channel } from './tools/channel.ts';
import { openTracing } from './tracing/open-tracing.ts';
import type { Sleep } from './upstream/backoff.ts';
import { createSender, type Sender } from './upstream/sender.ts';

const CHANNELS_FOLDER = join(import.meta.dirname, 'channels');

const AUTH_WINDOW_S = 60;
/** Closed days hardly change, but conversions still come in for weeks. */
const CLOSED_DAYS_KEPT_MS = 3_600_000;

export interface ServiceOptions {
  settings: Settings;
  ambient: Ambient;
  home: Home;
  log: Log;
  registry: Registry;
  /** Where the sandbox's emulators listen; empty when it is not running. */
  sandboxOrigins: () => Readonly<Record<string, string>>;
  /** Where the sandbox is steered; undefined when it is not running. */
  sandboxControl?: () => string | undefined;
  /** A lock on the data folder that the caller already holds; released with the service. */
  lock?: DataFolderLock;
  /** How a call waits for its turn at a platform; tests let the time pass instead. */
  sleep?: Sleep;
  /** Tests hold every result to its output schema. */
  checkOutput?: boolean;
  /** What `/metrics` shows; left out: those of this process. */
  metricsText?: (own: () => string) => Promise<string>;
  /** How many worker processes serve; left out: this process is the only one. */
  workersServing?: () => number;
  /** Further endpoints, for suites that need tools no user should see. */
  extraEndpoints?: (pipeline: Pipeline) => readonly Endpoint[];
}

export interface Service {
  readonly url: string;
  /** Of this process alone. */
  metricsText(): string;
  /** Before `close`, when another process has taken over: waits for connections to end, refuses no request. */
  retire(): Promise<void>;
  /** Takes nothing new on, lets what is under way finish, then lets go of everything. */
  close(): Promise<void>;
}

export function findChannels(): Promise<Registry> {
  return discover(CHANNELS_FOLDER);
}

/** Beforehand, in a process that is to be ready soon. */
export function readChannels(): Promise<void> {
  return readAtOnce(CHANNELS_FOLDER);
}

/** The composition root: the one place where everything meets. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { settings, ambient, home, log, registry } = options;
  // Processes that share a database know each other by it.
  const lock = options.lock ?? (home.presence ? undefined : lockDataFolder(settings.data));
  const metrics = new Metrics();
  observeProcess(metrics);
  const metering = new Metering(home.store, ambient);
  const tracing = await openTracing(settings, ambient);
  const shared = await openSharedState(options);
  metrics.gauge('adhelm_degraded', '1 while Redis is configured and does not answer', () =>
    shared?.up === false ? 1 : 0,
  );
  const sender = createSender({
    ambient,
    pacing: shared?.pacing,
    onEvent: observeUpstream(metrics, log),
    ...(options.sleep && { sleep: options.sleep }),
  });
  const observe = observeTools(metrics, metering, log, settings.slowCallMs);
  const onEvent: Pipeline['onEvent'] = (event) => {
    observe(event);
    tracing?.trace(event);
  };
  metrics.gauge('adhelm_workers', 'Processes that serve', () => 1);
  metrics.gauge('adhelm_workers_wanted', 'Processes that should serve', () => settings.workers);
  const pipeline = pipelineOf(options, sender, shared, onEvent);
  const address = { url: '' };
  const server = serverOf(options, { pipeline, metrics, shared, address });
  const { port } = await listen(options, server).catch((error) => {
    lock?.release();
    throw error;
  });
  address.url = urlOf(settings.host, port);
  const stopBackgroundJobs = startBackgroundJobs(home, metering, log);
  void describeBeforehand([...registry.byAddress.values()].flat());
  return {
    url: address.url,
    metricsText: () => metrics.text(),
    retire: () => server.retire(settings.shutdownGraceMs),
    async close() {
      await drain(server, settings.shutdownGraceMs);
      stopBackgroundJobs();
      await sender.close();
      await tracing?.close();
      await shared?.close();
      await Promise.all([flush(home, metering), home.presence?.leave()])
        .catch((error: unknown) => log.write('error', 'background_job_failed', { detail: String(error) }))
        .finally(lock?.release);
      log.flush();
    },
  };
}

function pipelineOf(
  options: ServiceOptions,
  sender: Sender,
  shared: SharedState | undefined,
  onEvent: Pipeline['onEvent'],
): Pipeline {
  const { settings, ambient, home, registry } = options;
  return {
    ambient,
    store: home.store,
    admission: new Admission(home.directory),
    tools: [...registry.byAddress.values()].flat(),
    audit: home.audit,
    idempotency: home.idempotency,
    sessions: {
      sender,
      connections: home.connections,
      sandboxOrigins: options.sandboxOrigins,
      spreadsheetsOf: home.spreadsheetsOf,
      now: ambient.now,
      exclusively: shared?.exclusively,
    },
    signed: home.signed,
    callDeadlineMs: settings.callDeadlineMs,
    reports: {
      memory: new Memory({ sizeMax: settings.reportCacheBytes, lifeMs: CLOSED_DAYS_KEPT_MS, now: ambient.now }),
      channelDeadlineMs: settings.reportDeadlineMs,
    },
    checkOutput: options.checkOutput ?? false,
    onEvent,
  };
}

interface ServingParts {
  pipeline: Pipeline;
  metrics: Metrics;
  shared: SharedState | undefined;
  /** Known once the server listens. */
  address: { url: string };
}

function serverOf(options: ServiceOptions, { pipeline, metrics, shared, address }: ServingParts): Server {
  const { settings, ambient, home, log, registry, sandboxControl = () => undefined } = options;
  const limited = (name: string, limits: { points: number; windowS: number }) =>
    shared?.limiter(name, limits) ?? memoryLimiter({ ...limits, ambient });
  const limiter = limited('rate', { points: settings.ratePoints, windowS: settings.rateWindowS });
  const failures = limited('failures', { points: settings.authFailuresMax, windowS: AUTH_WINDOW_S });
  const usedUp = new RecentRefusals(ambient);
  const ownMetrics = () => metrics.text();
  const localUrl = () => address.url;
  const server = createServer({
    settings,
    endpoints: [...channelEndpoints(registry, pipeline), ...(options.extraEndpoints?.(pipeline) ?? [])],
    pages: [
      ...healthPages(
        () => readinessOf(options, server, shared),
        () => options.metricsText?.(ownMetrics) ?? ownMetrics(),
      ),
      sheetsReadPage(pipeline, sheetsRead),
      reportsCsvPage(pipeline, reportsCsv),
      ...documentPages(registry.byAddress, { [SHEETS_READ_PATH]: sheetsRead, [REPORTS_CSV_PATH]: reportsCsv }, () => ({
        publicUrl: settings.publicUrl,
        localUrl: localUrl(),
      })),
    ],
    keys: { keyRing: home.keyRing, failures, failuresWindowS: AUTH_WINDOW_S },
    rate: { limiter, windowS: settings.rateWindowS, onRefused: (id) => usedUp.note(id) },
    people: async () => {
      const { loadWebApplication } = await import('./web/load.ts');
      const parts = { settings, ambient, home, log, registry, pipeline, limiter, usedUp, localUrl, sandboxControl };
      return loadWebApplication(parts);
    },
    log,
    metrics,
    freshId: requestIds(ambient),
  });
  return server;
}

async function listen({ home, log, settings }: ServiceOptions, server: Server): Promise<{ port: number }> {
  const contradiction = await home.audit.contradiction();
  if (contradiction) log.write('error', 'audit_contradicted', { detail: contradiction });
  await home.presence?.beat();
  await home.idempotency.abandonStale();
  return server.listen(settings.host, settings.port);
}

function channelEndpoints({ channels, byAddress }: Registry, pipeline: Pipeline): Endpoint[] {
  return channels
    .filter((channel: Channel) => channel.servedAt === undefined)
    .map((channel) => new ChannelEndpoint(channel, byAddress.get(channel.name) ?? [], pipeline));
}

/** What several processes have in common; undefined, and nothing loaded for it, where this one is alone. */
async function openSharedState({ settings, ambient, home, log }: ServiceOptions): Promise<SharedState | undefined> {
  if (settings.redisUrl === '') return undefined;
  const { openRedisState } = await import('./redis/redis-state.ts');
  const shared = await openRedisState(settings.redisUrl, ambient, log, (changed) => {
    // A key is refused with its workspace.
    home.keyRing.forget();
    if (changed !== 'keys') home.directory.forget();
  });
  home.keyRing.whenChanged(() => shared.announce('keys'));
  home.directory.whenChanged(() => shared.announce('workspaces'));
  return shared;
}

async function readinessOf(
  { home, settings, workersServing = () => 1 }: ServiceOptions,
  server: Server,
  shared: SharedState | undefined,
): Promise<Readiness> {
  const store = await home.store.ready();
  const serving = workersServing();
  const closing = server.load.closing;
  return {
    ready: store.ok && !closing,
    degraded: shared?.up === false || serving < settings.workers,
    checks: {
      store: store.ok ? 'ok' : store.writable ? 'not up to date' : 'cannot be written to',
      migrations: store.pendingMigrations === 0 ? 'ok' : `${store.pendingMigrations} pending`,
      limiter: shared?.up === false ? 'degraded: Redis does not answer, each process allows its share' : 'ok',
      workers: serving < settings.workers ? `${serving} of ${settings.workers} serve` : 'ok',
      shutdown: closing ? 'under way' : 'no',
    },
  };
}

/** New requests get 503 while the ones under way finish. */
async function drain(server: Server, graceMs: number): Promise<void> {
  server.load.close();
  const deadline = performance.now() + graceMs;
  while (!server.idle && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
  await server.close();
}

function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
