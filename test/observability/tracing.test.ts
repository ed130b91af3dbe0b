import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { type ReceivedSpan, startCollector } from './collector.ts';

let collector: Awaited<ReturnType<typeof startCollector>>;
let service: TestService;

beforeAll(async () => {
  collector = await startCollector();
  service = await startTestService({
    platforms: ['search'],
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
});

afterAll(async () => {
  await service?.close();
  await collector?.close();
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

async function spansOf(traceId: string): Promise<readonly ReceivedSpan[]> {
  for (let tries = 0; tries < 100; tries++) {
    const found = collector.spans().filter((span) => span.traceId === traceId);
    if (found.some(({ name }) => name.startsWith('tools/call'))) return found;
    await sleep(100);
  }
  throw new Error('no trace came');
}

function fault(kind: string, more: object): Promise<Response> {
  return fetch(`${service.sandbox.controlOrigin}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ platform: 'search', kind, match: 'googleAds:search', ...more }),
  });
}

test('a call is one span in the trace of its caller, with its requests, their attempts and waits below it', async () => {
  expect((await fault('unavailable', { times: 1 })).status).toBeLessThan(300);
  const traceparent = `00-${TRACE}-${CALLER}-01`;
  const { isError } = await service.call('search', 'get_customer', {}, { headers: { traceparent } });
  expect(isError).toBe(false);
  const spans = await spansOf(TRACE);
  const call = spans.find(({ name }) => name === 'tools/call get_customer')!;
  expect(call).toMatchObject({ parentSpanId: CALLER, kind: 'SPAN_KIND_SERVER' });
  expect(call.attributes).toMatchObject({ 'adhelm.channel': 'search', 'adhelm.resends': 1 });
  const requests = spans.filter(({ parentSpanId }) => parentSpanId === call.spanId);
  const resent = requests.find(({ attributes }) => attributes['http.request.resend_count'] === 1)!;
  expect(resent).toMatchObject({
    name: 'search read',
    kind: 'SPAN_KIND_CLIENT',
    attributes: { 'http.response.status_code': 200 },
  });
  const steps = spans.filter(({ parentSpanId }) => parentSpanId === resent.spanId);
  expect(steps.map(({ name, attributes }) => [name, attributes['http.response.status_code']])).toEqual([
    ['attempt', 503],
    ['wait for resend', undefined],
    ['attempt', 200],
  ]);
  for (const span of spans) {
    expect(span.startMs).toBeGreaterThanOrEqual(call.startMs - 1);
    expect(span.endMs).toBeLessThanOrEqual(call.endMs + 1);
    expect(Math.abs(span.endMs - Date.now())).toBeLessThan(60_000);
  }
  expect(collector.serviceNames()).toEqual(new Set(['adhelm']));
});

test('a failed call says so by its code', async () => {
  const traceId = TRACE.replace('0af', '1af');
  const traceparent = `00-${traceId}-${CALLER}-01`;
  await service.call('search', 'get_customer', { customer_id: 'nonsense' }, { headers: { traceparent } });
  const [call] = await spansOf(traceId);
  expect(call).toMatchObject({
    status: { code: 'STATUS_CODE_ERROR', message: 'invalid_arguments' },
    attributes: { 'error.type': 'invalid_arguments' },
  });
});

test('a caller that does not want to be traced is not, and one that says nothing begins a trace of its own', async () => {
  const before = collector.spans().length;
  const unsampled = `00-${TRACE.replace('0af', '2af')}-${CALLER}-00`;
  await service.call('search', 'get_customer', {}, { headers: { traceparent: unsampled } });
  await service.call('workspace', 'list_workspaces', {}, { headers: { traceparent: 'nonsense' } });
  await sleep(2_500);
  const roots = collector.spans().slice(before);
  expect(roots.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([['tools/call list_workspaces', '']]);
});

test('no span holds a secret, an address or an argument', async () => {
  expect(collector.spans().length).toBeGreaterThan(5);
  expect(collector.text()).not.toMatch(
    /sk_live_|Bearer|access_token|refresh_token|http:\/\/|googleAds:search|nonsense/,
  );
  expect(collector.text()).not.toContain(service.key);
});

test('the reply says where its time went, when a platform was asked', async () => {
  const ask = (channel: string, name: string) =>
    service.post(channel, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } });
  expect((await ask('search', 'get_customer')).headers.get('server-timing')).toMatch(
    /^own;dur=[\d.]+, platform;dur=[\d.]+;desc="\d+ requests, 0 resent", waiting;dur=[\d.]+$/,
  );
  expect((await ask('workspace', 'list_workspaces')).headers.get('server-timing')).toBeNull();
});
