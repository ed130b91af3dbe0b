import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adhelm, serve } from './command-line.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder();
const untouched = join(folder.path, 'untouched');
const file = (name: string, text: string) => {
  const path = join(folder.path, name);
  writeFileSync(path, text);
  return path;
};

const SHORT_KEY = 'c2hvcnQgYnV0IHNlY3JldA==';

describe('a wrong setting stops the start with its name, its value and what is allowed', () => {
  test.concurrent.each<[string, Record<string, string>, string[]]>([
    ['a port out of range', { ADHELM_PORT: '70000' }, ['ADHELM_PORT', '"70000"', '0 to 65535']],
    ['a port that is no number', { ADHELM_PORT: '48oo' }, ['ADHELM_PORT', '"48oo"', '0 to 65535']],
    ['an unknown log level', { ADHELM_LOG_LEVEL: 'loud' }, ['ADHELM_LOG_LEVEL', '"loud"', 'debug']],
    ['a path name of no channel', { ADHELM_PATH_NAMES: 'serach=x' }, ['ADHELM_PATH_NAMES', '"serach=x"', 'search=']],
    ['a path name that is no segment', { ADHELM_PATH_NAMES: 'search=../x' }, ['ADHELM_PATH_NAMES', '"search=../x"']],
    ['a public address with a path', { ADHELM_PUBLIC_URL: 'https://x/y' }, ['ADHELM_PUBLIC_URL', '"https://x/y"']],
    ['a misspelt setting', { ADHELM_PROT: '1' }, ['ADHELM_PROT', 'docs/configuration.md']],
    ['a value that is also a file', { ADHELM_HOST: 'x', ADHELM_HOST_FILE: '/y' }, ['ADHELM_HOST_FILE', 'both set']],
    ['a file that is not there', { ADHELM_HOST_FILE: '/nowhere/x' }, ['ADHELM_HOST_FILE', '"/nowhere/x"', 'readable']],
    ['a wrong value in a file', { ADHELM_RATE_POINTS_FILE: file('points', '-1\n') }, ['ADHELM_RATE_POINTS', '"-1"']],
  ])('%s', async (_, environment, named) => {
    const { code, stdout, stderr } = await adhelm(['serve', '--data', untouched], environment);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    for (const part of named) expect(stderr).toContain(part);
  });

  test.each<[string, Record<string, string>]>([
    ['in the environment', { ADHELM_MASTER_KEY: SHORT_KEY }],
    ['in a file', { ADHELM_MASTER_KEY_FILE: file('master', SHORT_KEY) }],
  ])('a master key of the wrong length %s, whose value is not shown', async (_, environment) => {
    const { code, stderr } = await adhelm(['serve', '--data', untouched], environment);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^ADHELM_MASTER_KEY .*hidden.*32 bytes.*\n$/);
    expect(stderr).not.toContain(SHORT_KEY);
  });

  test('a port that another program holds', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const { code, stderr } = await adhelm(['serve', '--data', join(folder.path, 'taken'), '--port', String(port)]);
    other.close();
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`^ADHELM_PORT is ${port}, .*free port`));
  });

  test("an address that is not this machine's", async () => {
    const { code, stderr } = await adhelm(['serve', '--data', join(folder.path, 'elsewhere'), '--host', '203.0.113.9']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^ADHELM_HOST is "203\.0\.113\.9", .*own addresses/);
  });

  test('the flag wins over the environment, and a wrong flag is named like its setting', async () => {
    const { code, stderr } = await adhelm(['serve', '--data', untouched, '--port', 'x'], { ADHELM_PORT: '0' });
    expect(code).toBe(2);
    expect(stderr).toContain('ADHELM_PORT (port) is "x"');
  });
});

test('a start that was refused for a setting has made no data folder', () => {
  expect(readdirSync(folder.path)).not.toContain('untouched');
});

test('a data folder under another master key is refused, and nothing in it is changed', async () => {
  const data = join(folder.path, 'keyed');
  mkdirSync(data);
  const settings = (digit: string) => ({ ADHELM_MASTER_KEY: digit.repeat(64), ADHELM_SANDBOX: 'off' });
  await (await serve(data, [], settings('1'))).stop();
  const { code, stderr } = await adhelm(['serve', '--data', data], settings('2'));
  expect(code).toBe(1);
  expect(stderr).toMatch(/master key/i);
  expect((await adhelm(['audit', 'verify', '--data', data], settings('1'))).code).toBe(0);
});

test('a setting can be read from a file', async () => {
  const service = await serve(join(folder.path, 'from-file'), [], {
    ADHELM_SANDBOX: 'off',
    ADHELM_LOG_LEVEL_FILE: file('level', 'silent\n'),
  });
  await fetch(`${service.url}/healthz`);
  await service.stop();
  expect(service.stderr()).toBe('');
});
