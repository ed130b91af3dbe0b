import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { type ServiceOptions, startService } from '../../src/build.ts';
import { loadSettings } from '../../src/config.ts';
import { fingerprint } from '../../src/idempotency/fingerprint.ts';
import { readableLog } from '../../src/observe/log.testing.ts';
import { createLog } from '../../src/observe/log.ts';
import { storeFile } from '../../src/process/data-files.ts';
import { firstStart } from '../../src/process/first-start.ts';
import { openHome } from '../../src/process/home.ts';
import { rehearsal } from '../rehearsal.ts';
import { startRehearsalService } from '../rehearsal-service.ts';

test('what an earlier process left running is told apart at the next start, and never done again', async () => {
  const data = mkdtempSync(join(tmpdir(), 'adhelm-abandoned-'));
  const settings = loadSettings({ ADHELM_DATA: data, ADHELM_PORT: '0' });
  const earlier = await openHome(settings, realAmbient);
  const { key } = (await firstStart(earlier, [], undefined))!;
  const args = { note: 'cut off', wait: false, fail: 'no' };
  const { id: workspaceId } = (await earlier.directory.find('Acme'))!;
  await earlier.store.transaction((tx) =>
    earlier.idempotency.claim(tx, {
      workspaceId,
      key: 'once',
      fingerprint: fingerprint('rehearsal/write_note', args),
      callId: 'req_1',
      owner: 'key_1',
      deadlineMs: 3_600_000,
    }),
  );
  await earlier.close();

  const home = await openHome(settings, realAmbient);
  const fixture = rehearsal();
  const start = (extraEndpoints?: ServiceOptions['extraEndpoints']) =>
    startRehearsalService(settings, home, extraEndpoints);
  const service = await start(fixture.endpoints);
  try {
    const reply = await fetch(`${service.url}/rehearsal/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'once' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'write_note', arguments: { note: 'cut off' } },
      }),
    });
    const body = (await reply.json()) as { result: { content: { text: string }[] } };
    expect(JSON.parse(body.result.content[0]!.text).error).toMatchObject({
      code: 'outcome_unknown',
      outcome: 'unknown',
      retryable: false,
    });
    expect(fixture.written).toEqual([]);
    await expect(start()).rejects.toMatchObject({ code: 'conflict' });
  } finally {
    await service.close();
    await home.close();
    rmSync(data, { recursive: true, force: true });
  }
});

test('a start that cannot listen, and a service that was closed, give the data folder back', async () => {
  const data = mkdtempSync(join(tmpdir(), 'adhelm-given-back-'));
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const settings = loadSettings({ ADHELM_DATA: data, ADHELM_PORT: '0' });
  const home = await openHome(settings, realAmbient);
  const start = (port: number) =>
    startService({
      settings: { ...settings, port },
      ambient: realAmbient,
      home,
      log: createLog('silent', () => {}, Date.now),
      registry: { channels: [], byAddress: new Map() },
      sandboxOrigins: () => ({}),
    });
  try {
    await expect(start((taken.address() as AddressInfo).port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    for (let times = 0; times < 2; times++) await (await start(0)).close();
  } finally {
    await home.close();
    taken.close();
    rmSync(data, { recursive: true, force: true });
  }
});

test('an audit log that contradicts its mark is told at the start', async () => {
  const data = mkdtempSync(join(tmpdir(), 'adhelm-contradicted-'));
  const settings = loadSettings({ ADHELM_DATA: data, ADHELM_PORT: '0' });
  const told = async () => {
    const { log, text } = readableLog();
    const home = await openHome(settings, realAmbient);
    const registry = { channels: [], byAddress: new Map() };
    const service = await startService({
      settings,
      ambient: realAmbient,
      home,
      log,
      registry,
      sandboxOrigins: () => ({}),
    });
    await firstStart(home, [], undefined);
    await service.close();
    await home.close();
    return text();
  };
  try {
    expect(await told()).not.toContain('audit_contradicted');
    expect(await told()).not.toContain('audit_contradicted');
    rmSync(`${storeFile(settings)}.mark`);
    expect(await told()).toContain('"event":"audit_contradicted"');
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
