import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import definitions from 'otlp-definitions/build/src/generated/root.js';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: string;
  startMs: number;
  endMs: number;
  attributes: Record<string, unknown>;
  status: { code: string; message: string };
}

/** A collector on loopback that reads what arrives by the protocol's published definitions. */
export async function startCollector(): Promise<{
  url: string;
  spans(): readonly ReceivedSpan[];
  /** Everything received, as text, to look for what must not be in it. */
  text(): string;
  serviceNames(): Set<unknown>;
  close(): Promise<void>;
}> {
  // biome-ignore lint/suspicious/noExplicitAny: the package types its generated definitions as a bare root
  const request = (definitions as any).opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const services = new Set<unknown>();
  const server = createServer(async (incoming, reply) => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const raw = Buffer.concat(pieces);
    const body = incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
    if (incoming.url !== '/v1/traces' || incoming.headers['content-type'] !== 'application/x-protobuf') {
      reply.writeHead(415).end();
      return;
    }
    bodies.push(body.toString('latin1'));
    const { resourceSpans } = request.toObject(request.decode(body), {
      enums: String,
      longs: String,
      bytes: Array,
      defaults: true,
    }) as { resourceSpans: ResourceSpans[] };
    for (const { resource, scopeSpans } of resourceSpans) {
      services.add(attributesOf(resource.attributes)['service.name']);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map(received)));
    }
    reply.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => spans,
    text: () => bodies.join('\n'),
    serviceNames: () => services,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface KeyValue {
  key: string;
  value: Record<string, unknown>;
}

interface ResourceSpans {
  resource: { attributes: KeyValue[] };
  scopeSpans: { spans: RawSpan[] }[];
}

interface RawSpan {
  name: string;
  kind: string;
  status: { code: string; message: string } | null;
  attributes: KeyValue[];
  traceId: number[];
  spanId: number[];
  parentSpanId: number[];
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

function received({ name, kind, status, attributes, ...span }: RawSpan): ReceivedSpan {
  const hex = (bytes: number[]) => Buffer.from(bytes).toString('hex');
  return {
    name,
    kind,
    traceId: hex(span.traceId),
    spanId: hex(span.spanId),
    parentSpanId: hex(span.parentSpanId),
    startMs: Number(span.startTimeUnixNano) / 1e6,
    endMs: Number(span.endTimeUnixNano) / 1e6,
    attributes: attributesOf(attributes),
    status: status ?? { code: 'STATUS_CODE_UNSET', message: '' },
  };
}

function attributesOf(pairs: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map(({ key, value }) => {
      const [kind, held] = Object.entries(value).find(([name]) => name.endsWith('Value') && name !== 'value') ?? [];
      return [key, kind === 'intValue' ? Number(held) : held];
    }),
  );
}
