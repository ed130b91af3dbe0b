import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { conformanceEndpoint } from './endpoint.ts';
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts';
import { WireOracle } from './wire-oracle.ts';

const oracle = new WireOracle();
let service: TestService;
let proxy: RecordingProxy;
let results: string;

beforeAll(async () => {
  service = await startTestService({ emulators: [], extraEndpoints: (pipeline) => [conformanceEndpoint(pipeline)] });
  proxy = await startRecordingProxy(service.url, oracle, service.key);
  results = mkdtempSync(join(tmpdir(), 'adhelm-conformance-'));
});

afterAll(async () => {
  await proxy.close();
  await service.close();
  rmSync(results, { recursive: true, force: true });
});

async function suite(release: string, expectedFailures: string, ...options: string[]): Promise<void> {
  await run('conformance', release, expectedFailures, options);
}

/** Runs the official suite. Unlisted failures and stale entries of the list both make it exit with an error. */
async function run(channel: string, release: string, expectedFailures: string, options: string[]): Promise<void> {
  const program = join(import.meta.dirname, `../../node_modules/conformance-${release}/dist/index.js`);
  const list = join(import.meta.dirname, 'expected-failures', expectedFailures);
  const where = ['--url', `${proxy.url}/${channel}/mcp`, '-o', results, '--expected-failures', list];
  const child = spawn(process.execPath, [program, 'server', ...where, ...options], { cwd: results });
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ]);
  expect(code, `${output.slice(output.indexOf('=== SUMMARY'))}\n${errors}`).toBe(0);
}

test('0.1.16, every scenario', () => suite('0.1', '0.1.16.yml', '--suite', 'all'));

test('0.2, what 2025-11-25 requires', () =>
  suite('0.2', '0.2.0-alpha.12-2025-11-25.yml', '--requirements', '2025-11-25'));

test('0.2, what 2026-07-28 requires, with nothing excused', () =>
  suite('0.2', 'none.yml', '--requirements', '2026-07-28'));

// The requirement sets run these without counting them, because the suite's own example server fails them.
test.each([
  ['http-header-validation', '2026-07-28'],
  ['http-custom-header-server-validation', '2026-07-28'],
  ['json-schema-2020-12', '2026-07-28'],
  ['json-schema-2020-12', '2025-11-25'],
  ['server-session-lifecycle', '2025-11-25'],
])('0.2, %s of %s, though not required', (scenario, version) =>
  suite('0.2', 'none.yml', '--scenario', scenario, '--spec-version', version),
);

// What needs no fixture has to hold on an address that users call.
test.each([
  ['server-initialize', '2025-11-25'],
  ['ping', '2025-11-25'],
  ['tools-list', '2025-11-25'],
  ['tools-list', '2026-07-28'],
  ['caching', '2026-07-28'],
  ['http-header-validation', '2026-07-28'],
  ['dns-rebinding-protection', '2026-07-28'],
])('0.2, %s of %s, on the workspace channel', (scenario, version) =>
  run('workspace', '0.2', 'none.yml', ['--scenario', scenario, '--spec-version', version]),
);

test('every reply of the runs above is what the official wire schemas say', () => {
  expect(oracle.problems).toEqual([]);
  expect(oracle.checked).toBeGreaterThan(200);
});
