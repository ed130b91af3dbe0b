import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNTS } from '../../src/sandbox/search/seed.ts';
import { isLong } from '../seed.ts';
import { type LargeSandbox, startLargeSandbox } from './search-large-reader.ts';

/** Less than the reply itself, which has some 80 MB: a program that builds it whole runs out of memory. */
const HEAP_MB = 100;
const QUERY =
  'SELECT campaign.id, campaign.name, campaign.status, segments.date, metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.ctr FROM campaign WHERE segments.date DURING LAST_30_DAYS';

async function stream({ origin, token }: LargeSandbox, query: string): Promise<{ rows: number; bytes: number }> {
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
  let sandbox: LargeSandbox;

  beforeAll(async () => {
    sandbox = await startLargeSandbox(`--max-old-space-size=${HEAP_MB}`);
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
