import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ambient } from './ambient.ts';
import type { AuthorizationServer } from './authorization-server/authorization-server.ts';
import type { Network } from './authorization-server/metadata-documents.ts';
import { protectedResources } from './authorization-server/protected-resources.ts';
import { sheetsRead } from './channels/office/addresses/sheets-read.ts';
import { planFiles } from './channels/workspace/addresses/plan-files.ts';
import { reportsCsv } from './channels/workspace/addresses/reports-csv.ts';
import type { Settings } from './config.ts';
import { healthPages } from './http/pages/health.ts';
import { page } from './http/pages/page-style.ts';
import { plainReadPages } from './http/pages/plain-reads.ts';
import { readinessOf } from './http/pages/readiness.ts';
import { requestIds } from './http/request-ids.ts';
import { createServer, type Server } from './http/server.ts';
import { signInPlaces } from './http/sign-in-places.ts';
import type { Limited } from './limits/limiter.ts';
import { processLimiter } from './limits/memory-limiter.ts';
import { RecentRefusals } from './limits/recent-refusals.ts';
import { launching } from './media-plans/launch/launching.ts';
import { mediaPlanDesk } from './media-plans/media-plan-desk.ts';
import { ReplyCache } from './memory/reply-cache.ts';
import type { Log } from './observe/log.ts';
import { Metering } from './observe/metering.ts';
import { Metrics } from './observe/metrics.ts';
import { observeProcess, observeTools, observeUpstream } from './observe/observe-calls.ts';
import { observeJobs } from './observe/observe-jobs.ts';
import { secretPattern } from './observe/secret-pattern.ts';
import { Admission } from './pipeline/admission.ts';
import { applyApproved } from './pipeline/apply-approved.ts';
import type { Pipeline } from './pipeline/call.ts';
import { describeBeforehand } from './pipeline/describe.ts';
import { ChannelEndpoint, type Endpoint } from './pipeline/endpoint.ts';
import { endpointDesk } from './pipeline/endpoint-desk.ts';
import { historyDesk } from './pipeline/history-desk.ts';
import { LeadPushes } from './pipeline/lead-pushes.ts';
import { ObjectTurns } from './pipeline/object-turns.ts';
import { OneAddress } from './pipeline/one-address.ts';
import { planDesk } from './pipeline/plan-desk.ts';
import { discover, type Registry, readAtOnce } from './pipeline/registry.ts';
import { runTool } from './pipeline/run-tool.ts';
import { flush, startBackgroundJobs } from './process/background-jobs.ts';
import { type DataFolderLock, lockDataFolder } from './process/data-folder-lock.ts';
import type { Home } from './process/home.ts';
import type { SharedState } from './redis/redis-state.ts';
import { openSharedState } from './redis/shared-state.ts';
import type { Channel } from './tools/channel.ts';
import { openTracing } from './tracing/open-tracing.ts';
import type { Sleep } from './upstream/backoff.ts';
import { createSender } from './upstream/sender.ts';
import { budgetDesk } from './watching/budgets/budget-desk.ts';
import { ensureHistoryJobs } from './watching/history/history-jobs.ts';
import { jobKinds } from './watching/job-kinds.ts';
import { monitorDesk } from './watching/monitors/monitor-desk.ts';
import { scheduleDesk } from './watching/schedules/schedule-desk.ts';
import { requesterOf } from './web/requester.ts';

const READS = { sheets: sheetsRead, reports: reportsCsv, planFiles };

const CHANNELS_FOLDER = join(import.meta.dirname, 'channels');

const AUTH_WINDOW_S = 60;
const COUNTING_MS = 500;
/** From one sender; a platform repeats what was refused. */
const PUSHES_A_MINUTE = 600;
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
  /** The lock of a caller that locked the data folder before opening it; released with the service. */
  lock?: DataFolderLock;
  /** How a call waits for its turn at a platform; tests let the time pass instead. */
  sleep?: Sleep;
  /** Tests hold every result to its output schema. */
  checkOutput?: boolean;
  /** What `/metrics` shows; left out: those of this process. */
  metricsText?: (own: () => string) => Promise<string>;
  /** `stepped`: due jobs run only when `runJobs` is called; left out: by themselves. */
  jobs?: 'stepped';
  /** How many worker processes serve; left out: this process is the only one. */
  workersServing?: () => number;
  /** How the addresses that clients name are fetched; left out: over the internet. */
  network?: Network;
  /** Further endpoints, for suites that need tools no user should see. */
  extraEndpoints?: (pipeline: Pipeline) => readonly Endpoint[];
}

export interface Service {
  readonly url: string;
  /** Of this process alone. */
  metricsText(): string;
  /** Runs the jobs that are due now; returns how many ran. */
  runJobs(): Promise<number>;
  /** Before `close`, when another process has taken its place: open connections end with their next reply, none is refused. */
  retire(): Promise<void>;
  /** Refuses new requests, lets those under way finish, then closes everything. */
  close(): Promise<void>;
}

export function findChannels(): Promise<Registry> {
  return discover(CHANNELS_FOLDER);
}

/** Imports the channels' files ahead of `findChannels`, in a process that has other things to do first. */
export function readChannels(): Promise<void> {
  return readAtOnce(CHANNELS_FOLDER);
}

/** The composition root: opens the parts of a service, joins them and listens. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { settings, home, log, registry } = options;
  // Processes that share a database know each other by it.
  const lock = options.lock ?? (home.presence ? undefined : lockDataFolder(settings.data));
  let url = '';
  const parts = await openParts(options, () => url);
  const { metrics, metering } = parts;
  const server = serverOf(options, parts, () => url);
  const { port } = await listen(options, server).catch((error) => {
    lock?.release();
    throw error;
  });
  const stopBackgroundJobs = startBackgroundJobs(options, metering, () => applyApproved(parts.pipeline));
  if (settings.jobs === 'on' && options.jobs !== 'stepped') home.jobs.start(parts.jobKinds);
  url = urlOf(settings.host, port);
  void describeBeforehand([...registry.byAddress.values()].flat());
  void ensureHistoryJobs(parts.pipeline).catch((error: unknown) =>
    log.write('error', 'background_job_failed', { detail: String(error) }),
  );
  return {
    url,
    metricsText: () => metrics.text(),
    runJobs: () => home.jobs.runDue(parts.jobKinds),
    retire: () => server.retire(settings.shutdownGraceMs),
    async close() {
      const deadline = performance.now() + settings.shutdownGraceMs;
      await Promise.all([drain(server, deadline), home.jobs.close(settings.shutdownGraceMs)]);
      stopBackgroundJobs();
      await parts.leadPushes.close();
      // What no caller and no job waits for any more, such as the renewal of a token, has the rest of the time.
      await parts.sender.close(Math.max(0, deadline - performance.now()));
      await parts.tracing?.close();
      await parts.shared?.close();
      await Promise.all([flush(home, metering), home.presence?.leave()])
        .catch((error: unknown) => log.write('error', 'background_job_failed', { detail: String(error) }))
        .finally(lock?.release);
      log.flush();
    },
  };
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** Everything between the data folder and the server. */
async function openParts(options: ServiceOptions, localUrl: () => string) {
  const { settings, ambient, home, log } = options;
  const metrics = new Metrics();
  observeProcess(metrics);
  const metering = new Metering(home.store, ambient);
  const tracing = await openTracing(settings, ambient);
  const shared = await openSharedState(options);
  const sender = createSender({
    ambient,
    pacing: shared?.pacing,
    onEvent: observeUpstream(metrics, log),
    ...(options.sleep && { sleep: options.sleep }),
  });
  const observe = observeTools(metrics, metering, log, settings.slowCallMs);
  const onEvent: Pipeline['onEvent'] = tracing
    ? (event) => {
        observe(event);
        tracing.trace(event);
      }
    : observe;
  metrics.gauge('adhelm_degraded', '1 while Redis is configured and does not answer', () =>
    shared?.up === false ? 1 : 0,
  );
  metrics.gauge('adhelm_workers', 'Processes that serve', () => 1);
  metrics.gauge('adhelm_workers_wanted', 'Processes that should serve', () => settings.workers);
  const limited: Limited = (name, limits) => shared?.limiter(name, limits) ?? processLimiter({ ...limits, ambient });
  const pipeline = pipelineOf(options, sender, shared, onEvent, localUrl);
  const kinds = jobKinds(pipeline);
  const secrets = secretPattern(options.registry.channels);
  home.jobs.observe(
    observeJobs(
      metrics,
      log,
      secrets,
      kinds.map(({ kind }) => kind),
    ),
  );
  return {
    metrics,
    metering,
    tracing,
    shared,
    sender,
    pipeline,
    jobKinds: kinds,
    leadPushes: leadPushesOf(options, pipeline),
    pushLimiter: limited('pushes', { points: PUSHES_A_MINUTE, windowS: 60 }),
    limited,
    limiter: limited('rate', { points: settings.ratePoints, windowS: settings.rateWindowS }),
    failures: limited('failures', { points: settings.authFailuresMax, windowS: AUTH_WINDOW_S }),
    signInLimits: {
      '/authorize': { limiter: limited('authorize', { points: 120, windowS: 60 }), windowS: 60 },
      '/token': { limiter: limited('token', { points: 120, windowS: 60 }), windowS: 60 },
      '/register': { limiter: limited('register', { points: 10, windowS: 3_600 }), windowS: 3_600 },
      '/revoke': { limiter: limited('revoke', { points: 120, windowS: 60 }), windowS: 60 },
    },
    usedUp: new RecentRefusals(ambient),
  };
}

function pipelineOf(
  options: ServiceOptions,
  sender: Pipeline['sessions']['sender'],
  shared: SharedState | undefined,
  onEvent: Pipeline['onEvent'],
  localUrl: () => string,
): Pipeline {
  const { settings, ambient, home, registry } = options;
  return {
    ambient,
    store: home.store,
    admission: new Admission(home.directory),
    tools: [...registry.byAddress.values()].flat(),
    audit: home.audit,
    idempotency: home.idempotency,
    plans: home.plans,
    mediaPlans: home.mediaPlans,
    policies: home.policies,
    approvalUrl: (planId) => `${settings.publicUrl || localUrl()}/approvals/${planId}`,
    requester: (plan) => requesterOf(home, plan),
    spendLimits: home.spendLimits,
    leads: home.leads,
    historyDays: settings.historyDays,
    jobs: home.jobs,
    notices: home.notices,
    jobsBelow: home.noticeJobs,
    desks: {
      plans: planDesk,
      history: historyDesk,
      monitors: monitorDesk,
      endpoints: endpointDesk(home.endpoints),
      budgets: budgetDesk,
      schedules: scheduleDesk,
      mediaPlans: mediaPlanDesk,
    },
    launching,
    runsJobs: settings.jobs === 'on',
    runTool,
    sessions: {
      sender,
      connections: home.connections,
      sandboxOrigins: options.sandboxOrigins,
      spreadsheetsOf: home.spreadsheetsOf,
      now: ambient.now,
      sleep: options.sleep,
      exclusively: shared?.exclusively,
    },
    turns: new ObjectTurns(home.store),
    signed: home.signed,
    callDeadlineMs: settings.callDeadlineMs,
    reports: {
      memory: new ReplyCache({ bytesMax: settings.reportCacheBytes, lifeMs: CLOSED_DAYS_KEPT_MS, now: ambient.now }),
      channelDeadlineMs: settings.reportDeadlineMs,
      stopDeadlineMs: settings.stopDeadlineMs,
    },
    checkOutput: options.checkOutput ?? false,
    onEvent,
  };
}

function leadPushesOf({ home, log }: ServiceOptions, pipeline: Pipeline): LeadPushes {
  return new LeadPushes({
    pipeline,
    addresses: home.leadAddresses,
    workspaceOf: (organizationId, id) => home.directory.workspace(organizationId, id),
    onProblem: (channel, detail) => log.write('warn', 'lead_push', { channel, detail }),
  });
}

function serverOf(options: ServiceOptions, parts: Parts, localUrl: () => string): Server {
  const { settings, ambient, home, log, registry } = options;
  const { pipeline, metrics, limiter, failures, usedUp, shared } = parts;
  const metricsText = () => metrics.text();
  const signIn = signInOf(options, localUrl);
  const servers = () => ({ publicUrl: settings.publicUrl, localUrl: localUrl() });
  const server: Server = createServer({
    settings,
    ...(signIn && { signIn: { ...signIn, limits: parts.signInLimits } }),
    endpoints: [...toolEndpoints(registry, pipeline), ...(options.extraEndpoints?.(pipeline) ?? [])],
    pages: [
      ...healthPages(
        async () =>
          readinessOf({
            store: await home.store.ready(),
            isRedisUp: shared?.up,
            serving: options.workersServing?.() ?? 1,
            wanted: settings.workers,
            isClosing: server.load.closing,
          }),
        async () => {
          // A store that does not answer at once leaves the counts as they were.
          await Promise.race([home.jobs.tellCounts().catch(() => {}), sleep(COUNTING_MS, undefined, { ref: false })]);
          return options.metricsText?.(metricsText) ?? metricsText();
        },
      ),
      ...plainReadPages(pipeline, READS, registry.byAddress, servers),
    ],
    leadPushes: { pushes: parts.leadPushes, limiter: parts.pushLimiter },
    keys: { keyRing: home.keyRing, failures, failuresWindowS: AUTH_WINDOW_S },
    rate: { limiter, windowS: settings.rateWindowS, onRefused: (id) => usedUp.note(id) },
    people: async () => {
      const { loadWebApplication } = await import('./web/load.ts');
      const sandboxControl = options.sandboxControl ?? (() => undefined);
      return loadWebApplication({
        settings,
        ambient,
        home,
        log,
        registry,
        pipeline,
        limiter,
        limited: parts.limited,
        usedUp,
        localUrl,
        sandboxControl,
        consents: signIn && (async () => (await signIn.load()).consents),
      });
    },
    log,
    metrics,
    freshId: requestIds(ambient),
  });
  return server;
}

/** Undefined where clients cannot sign in. The authorization server is loaded with the first of them. */
function signInOf({ settings, home, ambient, log, registry, network }: ServiceOptions, localUrl: () => string) {
  const places = signInPlaces(settings, localUrl);
  if (!places) return undefined;
  let loading: Promise<AuthorizationServer> | undefined;
  const load = async () => {
    const { loadAuthorizationServer } = await import('./authorization-server/load.ts');
    const resources = { origin: places.issuer(), ...protectedResources(registry, settings.pathNames) };
    return loadAuthorizationServer({ settings, home, ambient, log, page, resources, ...(network && { network }) });
  };
  return {
    places,
    load: () => {
      loading ??= load().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
  };
}

async function listen({ settings, home, log }: ServiceOptions, server: Server): Promise<{ port: number }> {
  const contradiction = await home.audit.contradiction();
  if (contradiction) log.write('error', 'audit_contradicted', { detail: contradiction });
  await home.presence?.beat();
  await home.idempotency.abandonStale();
  await home.plans.abandonStale();
  return server.listen(settings.host, settings.port);
}

/** An address for each channel, and one for all of them. */
function toolEndpoints({ channels, byAddress }: Registry, pipeline: Pipeline): Endpoint[] {
  const own = channels
    .filter((channel: Channel) => channel.servedAt === undefined)
    .map((channel) => new ChannelEndpoint(channel, byAddress.get(channel.name) ?? [], pipeline));
  return [...own, new OneAddress(channels, pipeline)];
}

/** New requests get 503 while the ones under way finish. */
async function drain(server: Server, deadline: number): Promise<void> {
  server.load.close();
  while (!server.idle && performance.now() < deadline) await sleep(10);
  await server.close();
}

function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
