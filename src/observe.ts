import type { Log } from './log.ts';
import type { Metering } from './metering.ts';
import type { Metrics } from './metrics.ts';
import type { ToolEvent } from './pipeline/call.ts';
import type { SenderEvent } from './upstream/sender.ts';

/** What metrics, usage counts and the log are told about calls of tools and of platforms. */
export function observeTools(metrics: Metrics, metering: Metering, log: Log): (event: ToolEvent) => void {
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
      key_id: call.principal.id,
      code: failure.code,
      outcome: failure.outcome,
      detail: failure.message,
    });
  };
}

export function observeUpstream(metrics: Metrics, log: Log): (event: SenderEvent) => void {
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
