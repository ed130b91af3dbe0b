import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conformanceEndpoint } from '../conformance/endpoint.ts';
import { type RecordingProxy, startRecordingProxy } from '../conformance/recording-proxy.ts';
import { WireOracle } from '../conformance/wire-oracle.ts';
import { seed, times } from '../seed.ts';
import { startTestService, type TestService } from '../service.ts';
import { compare, type Sides } from './compare.ts';
import { DIFFERENCES, LENIENCES } from './differences.ts';
import { generatedRequest } from './generated.ts';
import { type Reference, startReference } from './reference.ts';
import { TABLE } from './table.ts';

const oracle = new WireOracle();
let service: TestService;
let proxy: RecordingProxy;
let reference: Reference;
let sides: Sides;

beforeAll(async () => {
  service = await startTestService({
    emulators: [],
    settings: { ADHELM_RATE_POINTS: '1000000' },
    extraEndpoints: (pipeline) => [conformanceEndpoint(pipeline)],
  });
  reference = await startReference();
  proxy = await startRecordingProxy(service.url, oracle);
  sides = { ours: { url: `${proxy.url}/conformance/mcp`, key: service.key }, theirs: reference };
});

afterAll(async () => {
  await reference.close();
  await proxy.close();
  await service.close();
});

test(`${TABLE.length} chosen requests get the status and code of the official server, or a written reason why not`, async () => {
  const needed = new Set<object>();
  const disagreements: string[] = [];
  for (const request of TABLE) {
    const { disagreement, reasons } = await compare(sides, request);
    if (disagreement) disagreements.push(disagreement);
    for (const reason of reasons) needed.add(reason);
  }
  expect(disagreements).toEqual([]);
  expect([...LENIENCES, ...DIFFERENCES].filter((reason) => !needed.has(reason))).toEqual([]);
  expect(TABLE.length).toBeGreaterThanOrEqual(80);
});

test('generated requests do too', async () => {
  await fc.assert(
    fc.asyncProperty(generatedRequest, async (request) => {
      const { disagreement } = await compare(sides, request);
      expect(disagreement).toBeUndefined();
    }),
    { seed, numRuns: times(1500) },
  );
});

test('every reply of ours to the above is what the official wire schemas say', () => {
  expect(oracle.problems).toEqual([]);
  expect(oracle.checked).toBeGreaterThan(times(1000));
});
