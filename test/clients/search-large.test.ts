import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNTS } from '../../src/sandbox/search/seed.ts';

/** Less than the reply itself, which has some 80 MB: whoever builds it whole runs out of memory. */
const HEAP_MB = 100;
const QUERY =
  'SELECT campaign.id, campaign.name, campaign.status, segments.date, metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.ctr FROM campaign WHERE segments.date DURING LAST_30_DAYS';

let child: ChildProcess;
let origin: string;
let token: string;

beforeAll(async () => {
  child = spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, join(import.meta.dirname, 'search-large-sandbox.ts')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  ({ origin, token } = JSON.parse(line));
});
afterAll(() => child.kill());

async function stream(query: string): Promise<{ rows: number; bytes: number }> {
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
  test('stream through a process that could not hold them', async () => {
    const { rows, bytes } = await stream(QUERY);
    expect(rows).toBe(300_000);
    expect(bytes).toBeGreaterThan(80_000_000);
  });

  test('stream in order through it, too', async () => {
    expect((await stream(`${QUERY} ORDER BY metrics.cost_micros DESC`)).rows).toBe(300_000);
    expect(child.exitCode).toBeNull();
  });
});

test('the tool reads a long report page by page, and the service does not grow with it', async () => {
  const program = join(import.meta.dirname, 'search-large-service.ts');
  const reader = spawn(process.execPath, [program, origin, token, ACCOUNTS.stranger, '12'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(reader.stdout!), 'line')) as [string];
  console.log(`report over 10,000 campaigns by day: ${line}`);
  const { memory, rows, more } = JSON.parse(line) as { memory: number[]; rows: number; more: boolean };
  expect({ rows, more }).toEqual({ rows: 12_000, more: true });
  expect(Math.max(...memory.slice(4))).toBeLessThan(Math.max(...memory.slice(0, 4)) + 100);
});
