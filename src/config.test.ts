import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSettings } from './config.ts';

test('without anything said, the service stays on this machine', () => {
  const settings = loadSettings({});
  expect(settings).toMatchObject({ host: '127.0.0.1', port: 4800, ratePoints: 9000, rateWindowS: 300, sandbox: 'on' });
  expect(Object.isFrozen(settings)).toBe(true);
});

test('the command line wins over the environment, the environment over the default', () => {
  expect(loadSettings({ ADHELM_PORT: '5000' }).port).toBe(5000);
  expect(loadSettings({ ADHELM_PORT: '5000' }, { port: '6000' }).port).toBe(6000);
});

test.each([
  ['ADHELM_PORT', '70000', /ADHELM_PORT \(port\) is "70000"; allowed: a whole number from 0 to 65535/],
  ['ADHELM_PORT', '1e3', /a whole number/],
  ['ADHELM_LOG_LEVEL', 'loud', /"loud"; allowed: silent, error, warn, info, debug/],
  ['ADHELM_PUBLIC_URL', 'ftp://x', /http or https/],
  ['ADHELM_PATH_NAMES', 'search=../x', /pairs like/],
  ['ADHELM_PATH_NAMES', 'workspace=search', /no channel's own/],
  ['ADHELM_PATH_NAMES', 'search=ads,video=ads', /a name stands for one channel/],
  ['ADHELM_ALLOWED_ORIGINS', 'https://a.example/path', /origins like/],
  ['ADHELM_PROT', '1', /ADHELM_PROT is not a setting/],
])('%s=%s stops the start and says why', (name, value, words) => {
  expect(() => loadSettings({ [name]: value })).toThrow(words);
});

test('a value can come from a file, but not from both places', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'adhelm-config-')), 'key');
  writeFileSync(file, `${'ab'.repeat(32)}\n`);
  expect(loadSettings({ ADHELM_MASTER_KEY_FILE: file }).masterKey).toBe('ab'.repeat(32));
  expect(() => loadSettings({ ADHELM_MASTER_KEY_FILE: file, ADHELM_MASTER_KEY: 'x' })).toThrow(/both set/);
  expect(() => loadSettings({ ADHELM_MASTER_KEY_FILE: `${file}.no` })).toThrow(/cannot be read/);
});
