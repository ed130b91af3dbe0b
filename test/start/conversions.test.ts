import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ADHELM, adhelm, cleanEnvironment } from './command-line.ts';
import { servedFolder } from './data-folder.ts';

const folder = servedFolder();
const OWN = ['--set', 'event=purchase,value.currency=EUR,source=store', '--channels', 'social'];

const run = (file: string, ...args: string[]) =>
  adhelm(['conversions', 'import', file, ...args, '--data', folder.path], { ADHELM_URL: folder.service.url });

const yesterday = () => new Date(Date.now() - 86_400_000).toISOString();
const orders = (count: number, more: readonly string[] = []) => [
  'Order ID,Time,E-Mail,Total',
  ...Array.from({ length: count }, (_, n) => `ord-${n},${yesterday()},person${n}@acme.example,${n + 1}.50`),
  ...more,
];
const written = (name: string, text: string | Buffer) => {
  const file = join(folder.path, name);
  writeFileSync(file, text);
  return file;
};
const linesOf = (file: string) => readFileSync(`${file}.result.csv`, 'utf8').trim().split('\r\n');

test('a file is sent row by row, bad rows are named by row and field, and a second run sends nothing twice', async () => {
  const bad = [
    `ord-x,17/11/26,a@acme.example,3`,
    `=1+1,${yesterday()},b@acme.example,4`,
    `ord-0,${yesterday()},c@acme.example,5`,
  ];
  const file = written('orders.csv', orders(3, bad).join('\n'));
  const dry = await run(file, ...OWN, '--dry-run', '--result', join(folder.path, 'dry.csv'));
  expect(dry.stdout, dry.stderr).toContain('3 good, 3 refused. Nothing was sent.');
  const { code, stdout, stderr } = await run(file, ...OWN);
  expect(code, stdout + stderr).toBe(1);
  expect(stdout).toContain('Order ID');
  const [head, ...lines] = linesOf(file);
  expect(head).toBe('row,event_id,problem,social');
  expect(lines.map((line) => line.split(',')[0])).toEqual(['2', '3', '4', '5', '6', '7']);
  expect(lines[0]).toMatch(/^2,ord-0,,sent/);
  expect(lines[3]).toMatch(/^5,ord-x,"?happened_at must be a time/);
  expect(lines[4]).toMatch(/^6,,"?event_id is a formula/);
  expect(lines[5]).toMatch(/^7,ord-0,"?event_id is the event_id of event 0/);
  expect(lines.join()).not.toContain('acme.example');
  const again = await run(file, ...OWN, '--result', join(folder.path, 'again.csv'), '--json');
  expect(JSON.parse(again.stdout)).toEqual({ already_sent: 3, refused: 3 });
});

test('a run that is killed goes on behind its last line, without gap or repeat', async () => {
  const file = written('many.csv', orders(3000).join('\n').replaceAll('ord-', 'many-'));
  const args = ['conversions', 'import', file, ...OWN, '--data', folder.path];
  const child = spawn(process.execPath, [ADHELM, ...args], {
    env: cleanEnvironment({ ADHELM_URL: folder.service.url }),
  });
  const ended = new Promise((done) => child.once('close', done));
  await vi.waitFor(() => expect(linesOf(file).length).toBeGreaterThan(500), { timeout: 60_000, interval: 5 });
  child.kill('SIGKILL');
  await ended;
  const cut = linesOf(file).length;
  // The last line may be cut in the middle of a write.
  writeFileSync(`${file}.result.csv`, readFileSync(`${file}.result.csv`, 'utf8').slice(0, -7));
  const rest = await run(file, ...OWN, '--json');
  expect(rest.code, rest.stdout + rest.stderr).toBe(0);
  const rows = linesOf(file).slice(1);
  expect(rows.map((line) => Number.parseInt(line, 10))).toEqual(Array.from({ length: 3000 }, (_, n) => n + 2));
  expect(rows.every((line) => /,(sent|already_sent)/.test(line))).toBe(true);
  expect(cut).toBeLessThan(3001);
});

test('other encodings, heads that are missing, wide files and wrong use are refused in words', async () => {
  const latin = written('latin.csv', Buffer.from('Order ID,Time,E-Mail,Stra\xdfe\n1,2,3,4\n', 'latin1'));
  expect((await run(latin, ...OWN)).stderr).toMatch(/UTF-8|encoding/i);
  const blind = await run(written('blind.csv', 'a,b\n1,2\n'), '--channels', 'social');
  expect(blind.code).toBe(2);
  expect(blind.stderr).toMatch(/event: has no column.*event_id: has no column/);
  const wide = await run(written('wide.csv', `${'x,'.repeat(5000)}x\n${'1,'.repeat(5000)}1\n`), ...OWN);
  expect(wide.stdout + wide.stderr).toContain('5001 columns');
  expect((await run(join(folder.path, 'none.csv'), ...OWN)).code).toBe(2);
  expect((await run(latin, '--time-zone', 'Mars')).stderr).toContain('there is no zone "Mars"');
  const other = await run(written('orders2.csv', orders(1).join('\n')), ...OWN, '--result', latin);
  expect(other.stderr).toContain('is not the result of an import of this file');
});
