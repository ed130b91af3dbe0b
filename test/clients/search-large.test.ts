import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leastOfFive } from '../../src/event-loop/turn-length.testing.ts';
import { ACCOUNTS } from '../../src/sandbox/search/seed.ts';
import { type LargeSandbox, type LargeService, startLargeSandbox, startLargeService } from './search-large-reader.ts';

const PAGES = 25;
const HELD_MS_MAX = 50;
/** An order that the platform does not sort by, so that every row is looked at. */
const EVERY_ROW = { channels: ['search'], order_by: 'ctr DESC', limit: 1000, fresh: true };
/** A service that kept its pages would have grown by a hundred. */
const GROWN_MB_MAX = 50;

describe('the tool', () => {
  let sandbox: LargeSandbox;
  let service: LargeService;

  beforeAll(async () => {
    sandbox = await startLargeSandbox();
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
  ])('%s blocks no other request', async (name, read) => {
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
