import { expect, test } from 'vitest';
import { adhelm } from './command-line.ts';
import { servedFolder } from './data-folder.ts';

const folder = servedFolder();

const run = (...args: string[]) =>
  adhelm(['report', ...args, '--data', folder.path], { ADHELM_URL: folder.service.url });
const CLOSED = ['--range', 'LAST_MONTH', '--channels', 'search,professional'];

test('report prints a table with a small picture of each row, totals and notes', async () => {
  const { code, stdout } = await run(...CLOSED, '--limit', '5');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^channel +account +name +status +impressions .*cost by day$/m);
  expect(stdout.match(/^(search|professional) .*[▁▂▃▄▅▆▇█]{5,}$/gm)).toHaveLength(5);
  expect(stdout).toMatch(/^total +EUR /m);
  expect(stdout).toMatch(/^total +USD /m);
  expect(stdout).toContain('There are more rows');
});

test('--csv prints every row, --json the result, and wrong use is said', async () => {
  const csv = await run(...CLOSED, '--csv');
  const [head, ...lines] = csv.stdout.trim().split('\r\n');
  expect(head).toMatch(/^channel,mode,account,.*,problem,next_step$/);
  expect(lines.length).toBeGreaterThan(10);
  const json = JSON.parse((await run(...CLOSED, '--json', '--limit', '3')).stdout);
  expect(json.rows).toHaveLength(3);
  expect(json.totals.map(({ currency }: { currency: string }) => currency)).toEqual(['EUR', 'USD']);
  const wrong = await run('--channels', 'radio');
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toMatch(/channels.*radio/);
  expect((await run('--csv', '--json')).code).toBe(2);
});
