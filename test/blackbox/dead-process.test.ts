import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import type { Service } from '../../src/build.ts';
import { loadSettings } from '../../src/config.ts';
import { firstStart } from '../../src/process/first-start.ts';
import { type Home, openHome } from '../../src/process/home.ts';
import { BEAT_EVERY_MS } from '../../src/process/presence.ts';
import { findPostgres, temporaryDatabase } from '../../src/store/postgres/cluster.testing.ts';
import { type Rehearsal, rehearsal } from '../rehearsal.ts';
import { startRehearsalService } from '../rehearsal-service.ts';
import { temporaryFolder } from '../start/command-line.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
  vi.useRealTimers();
});

interface Process {
  home: Home;
  service: Service;
  fixture: Rehearsal;
}

/** As another process of the same installation would start, with timers that the test moves. */
async function startProcess(database: string): Promise<Process> {
  const settings = loadSettings({
    ADHELM_DATA: folder.path,
    ADHELM_PORT: '0',
    ADHELM_DATABASE_URL: database,
    ADHELM_DATABASE_CONNECTIONS_MAX: '4',
  });
  const home = await openHome(settings, realAmbient);
  ended.push(() => home.close());
  const fixture = rehearsal();
  const service = await startRehearsalService(settings, home, fixture.endpoints);
  return { home, service, fixture };
}

async function write({ service }: Process, key: string) {
  const reply = await fetch(`${service.url}/rehearsal/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'once' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'write_note', arguments: { note: 'of a process', wait: true } },
    }),
  });
  const body = (await reply.json()) as { result: { content: { text: string }[] } };
  return JSON.parse(body.result.content[0]!.text);
}

const processesIn = async ({ store }: Home) => (await store.db.selectFrom('processes').selectAll().execute()).length;
/** More beats than a process may miss. */
const BEATS = 20;

describe.runIf(findPostgres())('processes that share a database (needs PostgreSQL)', () => {
  test('leave the calls of a live one alone, and give up those of a dead one', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const database = await temporaryDatabase({ empty: true });
    const first = await startProcess(database);
    const { key } = (await firstStart(first.home, [], undefined))!;
    const underWay = write(first, key);
    await expect.poll(() => first.home.store.db.selectFrom('idempotency').selectAll().execute()).toHaveLength(1);

    // The second one starts while the first is at work, and looks after it from then on.
    const second = await startProcess(database);
    expect(await processesIn(second.home)).toBe(2);
    const sentAgain = async () => (await write(second, key)).error;
    for (let beat = 0; beat < BEATS; beat++) {
      expect(await sentAgain()).toMatchObject({ code: 'conflict', outcome: 'unknown', retryable: true });
      await vi.advanceTimersByTimeAsync(BEAT_EVERY_MS);
    }

    first.home.presence!.beat = async () => {};
    let told = await sentAgain();
    for (let beat = 0; beat < BEATS && told.code === 'conflict'; beat++) {
      await vi.advanceTimersByTimeAsync(BEAT_EVERY_MS);
      told = await sentAgain();
    }
    expect(told).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: false });
    expect(second.fixture.written).toEqual([]);

    first.fixture.release();
    await underWay;
    const flushed = vi.spyOn(second.home.keyRing, 'flush');
    await second.service.close();
    expect(flushed).toHaveBeenCalledOnce();
    expect(await processesIn(first.home)).toBe(0);
    const beat = vi.spyOn(second.home.presence!, 'beat');
    await vi.advanceTimersByTimeAsync(BEAT_EVERY_MS);
    expect(beat).not.toHaveBeenCalled();
    await first.service.close();
  });
});
