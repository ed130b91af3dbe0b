import type { ToolEvent } from '../pipeline/call.ts';
import type { SenderEvent } from '../upstream/call-timing.ts';
import type { Log, LogFields } from './log.ts';
import type { Metering } from './metering.ts';
import type { Metrics } from './metrics.ts';

/** Turns the events of tool calls and platform requests into metrics, usage counts and log lines. */
export function observeTools(
  metrics: Metrics,
  metering: Metering,
  log: Log,
  slowCallMs: number,
): (event: ToolEvent) => void {
  const calls = metrics.counter('adhelm_tool_calls_total', 'Tool calls by channel, tool and result', [
    'channel',
    'tool',
    'result',
  ]);
  const seconds = metrics.histogram('adhelm_tool_call_seconds', 'How long tool calls took', ['channel', 'tool']);
  const parts = metrics.counter(
    'adhelm_tool_time_seconds_total',
    'Where the time of tool calls went: own work, platforms (requests side by side each count), waiting for a turn',
    ['channel', 'part'],
  );
  return (event) => {
    const { tool, durationMs, timing, failure } = event;
    const channel = tool.channel.name;
    calls.add(1, channel, tool.name, failure?.code ?? 'ok');
    seconds.observe(durationMs / 1000, channel, tool.name);
    parts.add(timing.ownMs(durationMs) / 1000, channel, 'own');
    if (timing.requests > 0) {
      parts.add(timing.platformMs / 1000, channel, 'platform');
      parts.add(timing.waitedMs / 1000, channel, 'waiting');
    }
    metering.count(event);
    if (failure !== undefined) log.write(levelOf(event), 'tool_failed', { ...failureFields(event), ...times(event) });
    else if (durationMs >= slowCallMs) log.write('warn', 'slow_call', times(event));
  };
}

function levelOf({ failure, call }: ToolEvent): 'error' | 'info' {
  return failure?.code === 'internal' && !call.gone().aborted ? 'error' : 'info';
}

function failureFields({ failure }: ToolEvent): LogFields {
  return { code: failure?.code, outcome: failure?.outcome, detail: failure?.message };
}

/** The log line of a slow call says where the time went: in this service, at the platform, or waiting for a turn there. */
function times({ tool, call, durationMs, timing }: ToolEvent): LogFields {
  return {
    channel: tool.channel.name,
    tool: tool.name,
    request_id: call.requestId,
    key_id: call.principal.id,
    duration_ms: tenths(durationMs),
    own_ms: tenths(timing.ownMs(durationMs)),
    ...(timing.requests > 0 && {
      platform_ms: tenths(timing.platformMs),
      waited_ms: tenths(timing.waitedMs),
      requests: timing.requests,
      resends: timing.resends,
    }),
  };
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

export function observeUpstream(metrics: Metrics, log: Log): (event: SenderEvent) => void {
  const requests = metrics.counter('adhelm_upstream_calls_total', 'Calls to platforms by result', [
    'platform',
    'status',
    'outcome',
  ]);
  const seconds = metrics.histogram('adhelm_upstream_seconds', 'How long one attempt at a platform took', ['platform']);
  const resends = metrics.counter('adhelm_upstream_resends_total', 'Requests sent again', ['platform']);
  const waited = metrics.counter('adhelm_upstream_waited_seconds_total', 'Waiting before a request, by what for', [
    'platform',
    'reason',
  ]);
  return ({ platform, status, attempts, durationMs, steps, outcome }) => {
    requests.add(1, platform, String(status ?? 'none'), outcome);
    resends.add(Math.max(0, attempts - 1), platform);
    for (const step of steps) {
      if (step.kind === 'attempt') seconds.observe(step.durationMs / 1000, platform);
      else waited.add(step.durationMs / 1000, platform, step.kind);
    }
    log.write('debug', 'upstream', { platform, attempts, duration_ms: durationMs, outcome, status });
  };
}

/** The process itself, under the names that dashboards know from other services. */
export function observeProcess(metrics: Metrics): void {
  const startedAt = Date.now() / 1000 - process.uptime();
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss());
  metrics.gauge('process_start_time_seconds', 'When the process began', () => startedAt);
  metrics.total('process_cpu_seconds_total', 'Processor time used', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.total(
    'adhelm_event_loop_active_seconds_total',
    'How long the event loop was busy: 1 a second is all it can',
    () => performance.eventLoopUtilization().active / 1000,
  );
}
