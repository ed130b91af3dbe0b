import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Ambient } from '../ambient.ts';
import type { Settings } from '../config.ts';
import type { ToolEvent } from '../pipeline/call.ts';
import type { SenderEvent } from '../upstream/call-timing.ts';
import { parseTraceparent } from './traceparent.ts';

/** Exports finished calls as traces. */
export interface Tracing {
  trace(event: ToolEvent): void;
  /** Sends the spans that are still waiting. */
  close(): Promise<void>;
}

/**
 * A span for each tool call, below it one for each request to a platform, below that its attempts and waits. They are made
 * when the call is over, from the times it noted anyway: nothing follows a call around while it runs. Addresses, arguments
 * and replies have no place in a span: they can carry secrets.
 */
export function otlpTracing(settings: Settings, ambient: Ambient): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${settings.otlpEndpoint}/v1/traces` });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'adhelm' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.traceRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000 })],
  });
  const tracer = provider.getTracer('adhelm');
  return {
    trace(event) {
      // Spans use the wall clock, which jumps when it is set; calls are timed by one that does not.
      const sinceEpochMs = ambient.now() - ambient.elapsedMs();
      traceCall(tracer, event, (elapsedMs) => sinceEpochMs + elapsedMs);
    },
    close: () => provider.shutdown().catch(() => {}),
  };
}

type At = (elapsedMs: number) => number;

function traceCall(tracer: Tracer, { tool, call, startedAt, durationMs, timing, failure }: ToolEvent, at: At): void {
  const span = tracer.startSpan(
    `tools/call ${tool.name}`,
    {
      kind: SpanKind.SERVER,
      startTime: at(startedAt),
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': tool.name,
        'adhelm.channel': tool.channel.name,
        'adhelm.request_id': call.requestId,
        'adhelm.caller_id': call.principal.id,
        'adhelm.own_ms': timing.ownMs(durationMs),
        'adhelm.platform_ms': timing.platformMs,
        'adhelm.waited_ms': timing.waitedMs,
        'adhelm.requests': timing.requests,
        'adhelm.resends': timing.resends,
        ...(failure && { 'error.type': failure.code, 'adhelm.outcome': failure.outcome }),
      },
    },
    contextOf(call.traceparent),
  );
  if (failure) span.setStatus({ code: SpanStatusCode.ERROR, message: failure.code });
  const below = trace.setSpan(ROOT_CONTEXT, span);
  for (const request of timing.detailed) traceRequest(tracer, request, below, at);
  span.end(at(startedAt + durationMs));
}

function traceRequest(tracer: Tracer, event: SenderEvent, above: Context, at: At): void {
  const { platform, effect, status, attempts, startedAt, durationMs, steps, outcome } = event;
  const span = tracer.startSpan(
    `${platform} ${effect}`,
    {
      kind: SpanKind.CLIENT,
      startTime: at(startedAt),
      attributes: {
        'adhelm.platform': platform,
        'adhelm.effect': effect,
        'http.request.resend_count': Math.max(0, attempts - 1),
        ...(status !== undefined && { 'http.response.status_code': status }),
        ...(outcome !== 'replied' && { 'error.type': outcome }),
      },
    },
    above,
  );
  const below = trace.setSpan(ROOT_CONTEXT, span);
  for (const step of steps) {
    const name = step.kind === 'attempt' ? 'attempt' : `wait for ${step.kind}`;
    const attributes = step.status === undefined ? {} : { 'http.response.status_code': step.status };
    const startTime = at(step.startedAt);
    tracer.startSpan(name, { startTime, attributes }, below).end(startTime + step.durationMs);
  }
  if (outcome !== 'replied') span.setStatus({ code: SpanStatusCode.ERROR, message: outcome });
  span.end(at(startedAt + durationMs));
}

function contextOf(traceparent: string | undefined): Context {
  const parent = parseTraceparent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}
