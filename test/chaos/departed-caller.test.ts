import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { loadSettings } from '../../src/config.ts';
import { firstStart } from '../../src/process/first-start.ts';
import { openHome } from '../../src/process/home.ts';
import { rehearsal } from '../rehearsal.ts';
import { startRehearsalService } from '../rehearsal-service.ts';
import { storeEnvironment } from '../start/command-line.ts';

test('a write whose caller has gone is finished and recorded before the service ends', async () => {
  const data = mkdtempSync(join(tmpdir(), 'adhelm-departed-'));
  const settings = loadSettings({ ADHELM_DATA: data, ADHELM_PORT: '0', ...(await storeEnvironment()) });
  const home = await openHome(settings, realAmbient);
  try {
    const made = await firstStart(home, [], undefined);
    const fixture = rehearsal();
    const service = await startRehearsalService(settings, home, fixture.endpoints);
    const leaving = new AbortController();
    const call = fetch(`${service.url}/rehearsal/mcp`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { authorization: `Bearer ${made?.key}`, 'content-type': 'application/json', 'idempotency-key': 'k' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'write_note', arguments: { note: 'kept', wait: true } },
      }),
    }).catch(() => 'gone');
    while ((await home.audit.verify()).openIntents === 0) await sleep(5);
    leaving.abort();
    expect(await call).toBe('gone');

    const closed = service.close();
    await sleep(50);
    fixture.release();
    await closed;
    expect(fixture.written).toEqual(['kept']);
    expect(await home.audit.verify()).toMatchObject({ ok: true, openIntents: 0 });
    expect(await home.store.db.selectFrom('idempotency').select('state').execute()).toEqual([{ state: 'done' }]);
  } finally {
    await home.close();
    rmSync(data, { recursive: true, force: true });
  }
});
