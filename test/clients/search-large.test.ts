import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leastOfFive } from '../../src/event-loop/turn-length.testing.ts';
import { ACCOUNTS } from '../../src/sandbox/search/seed.ts';
import { isLong } from '../seed.ts';
import { type LargeService, startLargeService } from './search-large-reader.ts';

/** Less than the reply itself, which has some 80 MB: a program that builds it whole runs out of memory. */
const HEAP_MB = 100;
const QUERY =
  'SELECT campaign.id, campaign.name, campaign.status, segments.date, metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.ctr FROM campaign WHERE segments.date DURING LAST_30_DAYS';

const PAGES = 25;
const HELD_MS_MAX = 50;
/** An order that the platform does not sort by, so that every row is looked at. */
const EVERY_ROW = { channels: ['search'], order_by: 'ctr DESC', limit: 1000, fresh: true };
/** A service that kept its pages would have grown by a hundred. */
const GROWN_MB_MAX = 50;

interface Sandbox {
  child: ChildProcess;
  origin: string;
  token: string;
}

async function startSandbox(...flags: string[]): Promise<Sandbox> {
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, 'search-large-sandbox.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return { child, ...(JSON.parse(line) as { origin: string; token: string }) };
}

async function stream({ origin, token }: Sandbox, query: string): Promise<{ rows: number; bytes: number }> {
  const reply = await fetch(`${origin}/v25/customers/${ACCOUNTS.stranger}/googleAds:searchStream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  let rows = 0;
  let bytes = 0;
  let rest = '';
  for await (const piece of reply.body!.pipeThrough(new TextDecoderStream())) {
    bytes += piece.length;
    const parts = (rest + piece).split('"segments"');
    rows += parts.length - 1;
    rest = parts.at(-1)!.slice(-10);
  }
  return { rows, bytes };
}

describe('thirty days of ten thousand campaigns', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startSandbox(`--max-old-space-size=${HEAP_MB}`);
  });
  afterAll(() => sandbox.child.kill());

  test('stream through a process that could not hold them', async () => {
    const { rows, bytes } = await stream(sandbox, QUERY);
    expect(rows).toBe(300_000);
    expect(bytes).toBeGreaterThan(80_000_000);
  });

  test('stream in order through it, too', async () => {
    // Sorting walks over the data once for each portion of the rows; a long run sorts all of them.
    const days = isLong ? 30 : 7;
    const query = QUERY.replace('LAST_30_DAYS', `LAST_${days}_DAYS`);
    expect((await stream(sandbox, `${query} ORDER BY metrics.cost_micros DESC`)).rows).toBe(days * 10_000);
    expect(sandbox.child.exitCode).toBeNull();
  });
});

describe('the tool', () => {
  let sandbox: Sandbox;
  let service: LargeService;

  beforeAll(async () => {
    sandbox = await startSandbox();
    service = await startLargeService({ ...sandbox, account: ACCOUNTS.stranger });
  });
  afterAll(async () => {
    await service.stop();
    sandbox.child.kill();
  });

  /** A platform's page of ten thousand rows has some 4 MB, the whole report more than 80. */
  const PAGE_BYTES_MAX = 5_000_000;

  test.each([
    ['by day in the usual order', { segments: ['date'] }],
    ['by day, the dearest first', { segments: ['date'], order_by: 'cost DESC' }],
    ['by week', { segments: ['week'] }],
    ['by device', { segments: ['device'] }],
  ])('has the first page of a report %s without reading the report', async (name, split) => {
    const page = await service.page({ limit: 1000, ...split });
    console.log(`first page over 10,000 campaigns ${name}: ${page.ms} ms, ${page.bytes} bytes`);
    expect(page.rows).toHaveLength(1000);
    expect(page.bytes).toBeLessThan(PAGE_BYTES_MAX);
    // Every campaign has cost every day, so this is about all three hundred thousand days.
    expect(Number(page.totals.clicks)).toBeGreaterThan(300_000);
  });

  test.each<[string, (service: LargeService) => Promise<{ rows: unknown[] }>]>([
    ['a page by day', ({ page }) => page({ segments: ['date'], limit: 1000 })],
    ['a page beside earlier days', ({ page }) => page({ compare_to: 'previous_period', limit: 1000 })],
    ['a report over all rows', ({ overChannels }) => overChannels('report', EVERY_ROW)],
    ['a comparison of all rows', ({ overChannels }) => overChannels('compare', EVERY_ROW)],
  ])('%s holds up nobody', async (name, read) => {
    const held = async () => {
      await service.heldMs();
      expect((await read(service)).rows.length).toBeGreaterThan(500);
      return service.heldMs();
    };
    // What has run once is compiled.
    await held();
    const heldMs = await leastOfFive(HELD_MS_MAX, held);
    console.log(`${name} over 10,000 campaigns: the event loop was held for ${heldMs.toFixed(1)} ms at most`);
    expect(heldMs).toBeLessThan(HELD_MS_MAX);
  });

  test('reads page after page without a gap or a repetition, and the service does not grow with it', async () => {
    const seen = new Set<string>();
    const memory: number[] = [];
    let [cursor, slowestMs]: [string | undefined, number] = [undefined, 0];
    let previous = '';
    for (let read = 0; read < PAGES; read++) {
      const page = await service.page({ segments: ['date'], limit: 1000, ...(cursor && { cursor }) });
      for (const { campaign, segments } of page.rows) {
        const place = `${segments.date} ${campaign.id}`;
        expect(place > previous).toBe(true);
        previous = place;
        seen.add(place);
      }
      cursor = page.next_cursor;
      slowestMs = Math.max(slowestMs, page.ms);
      memory.push(await service.memoryMb());
    }
    console.log(`${PAGES} pages: the slowest took ${slowestMs} ms; memory of the service in MB: ${memory.join(' ')}`);
    expect(seen.size).toBe(PAGES * 1000);
    expect(cursor).toBeDefined();
    expect(Math.max(...memory) - memory[0]!).toBeLessThan(GROWN_MB_MAX);
  });
});
