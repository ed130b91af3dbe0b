import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adhelm, callTool, resultOf, serve } from './command-line.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder();
const { run } = folder;
const file = join(folder.path, 'master.key');

test('the master key is replaced under a running service, which reads what it had not read before', async () => {
  const service = await serve(folder.path);
  await run('workspace', 'create', '--name', 'Globex');
  await run('connect', 'search', '--workspace', 'Globex', '--sandbox');
  const { key } = JSON.parse((await run('key', 'create', '--workspace', 'Globex', '--name', 'a', '--json')).stdout);
  const before = readFileSync(file, 'utf8');

  const rotated = await run('rotate-master-key', '--json');
  expect(rotated).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(rotated.stdout)).toEqual({ rewrapped: 3, previous: `${file}.previous` });
  expect(readFileSync(file, 'utf8')).not.toBe(before);
  expect(readFileSync(`${file}.previous`, 'utf8')).toBe(before);
  expect(existsSync(`${file}.next`)).toBe(false);
  const customer = await resultOf(await callTool(service.url, key));
  expect(customer).toHaveProperty('customer');
  await run('workspace', 'create', '--name', 'Initech');
  expect((await run('connect', 'search', '--workspace', 'Initech', '--sandbox')).code).toBe(0);
  await service.stop();

  rmSync(`${file}.previous`);
  const again = await serve(folder.path);
  expect(await resultOf(await callTool(again.url, key))).toEqual(customer);
  expect((await run('audit', 'verify')).code).toBe(0);
  expect((await run('doctor')).code).toBe(0);
  await again.stop();
});

test('configured keys are replaced when both are given, and one alone is refused in words', async () => {
  const present = Buffer.from(readFileSync(file, 'utf8'), 'base64').toString('hex');
  const next = 'ab'.repeat(32);
  const words = ['rotate-master-key', '--data', folder.path];
  const alone = await adhelm(words, { ADHELM_MASTER_KEY: present });
  expect(alone.code).toBe(2);
  expect(alone.stderr).toContain('ADHELM_MASTER_KEY_PREVIOUS');
  const wrong = await adhelm(words, { ADHELM_MASTER_KEY: next, ADHELM_MASTER_KEY_PREVIOUS: 'cd'.repeat(32) });
  expect(wrong.code).toBe(1);
  const both = { ADHELM_MASTER_KEY: next, ADHELM_MASTER_KEY_PREVIOUS: present };
  expect(await adhelm(words, both)).toMatchObject({ code: 0, stdout: expect.stringContaining('4 data keys') });
  const verify = ['audit', 'verify', '--data', folder.path];
  expect((await adhelm(verify, { ADHELM_MASTER_KEY: next })).code).toBe(0);
  expect((await adhelm(verify, { ADHELM_MASTER_KEY: present })).code).toBe(1);
});
