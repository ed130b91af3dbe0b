import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realAmbient } from '../ambient.ts';
import { outputOf, spawnScript } from '../store/store.testing.ts';
import { syncedDuring } from '../synced-files.testing.ts';
import { adoptNextMasterKey, createNextMasterKey, loadMasterKey, loadMasterKeys } from './master-key.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adhelm-key-'));
  file = join(folder, 'data', 'master.key');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is made once, for its owner only, and found again', () => {
  const made = loadMasterKey({ file }, realAmbient);
  expect(made).toHaveLength(32);
  expect(loadMasterKey({ file }, realAmbient)).toEqual(made);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(folder, 'data'))).toEqual(['master.key']);
});

it('is the same for all of several processes that start at once', async () => {
  const script = `import { realAmbient } from 'ambient.ts';
    import { loadMasterKey } from 'vault/master-key.ts';
    console.log(loadMasterKey({ file: process.argv[1]! }, realAmbient).toString('hex'));`;
  const keys = await Promise.all([1, 2, 3, 4].map(() => outputOf(spawnScript(script, [file]))));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toHaveLength(65);
});

it('is taken as given, in hex or base64, without touching the file', () => {
  const key = realAmbient.randomBytes(32);
  for (const masterKey of [
    key.toString('hex'),
    key.toString('base64'),
    key.toString('base64url'),
    ` ${key.toString('hex')}\n`,
  ]) {
    expect(loadMasterKey({ masterKey, file }, realAmbient)).toEqual(key);
  }
  expect(readdirSync(folder)).toEqual([]);
});

it('is refused with the accepted forms, and never repeated, when it is no key', () => {
  for (const masterKey of [
    '',
    'hunter2',
    'ab'.repeat(31),
    Buffer.alloc(31).toString('base64'),
    Buffer.alloc(33).toString('base64'),
  ]) {
    expect(() => loadMasterKey({ masterKey, file }, realAmbient)).toThrow(
      'The master key must be 32 bytes, written as 64 hex digits or as base64 (openssl rand -base64 32)',
    );
  }
  expect(() => loadMasterKey({ masterKey: 'hunter2', file }, realAmbient)).not.toThrow(/hunter2/);
});

it('is never replaced when its file is damaged', () => {
  loadMasterKey({ file }, realAmbient);
  writeFileSync(file, 'damaged');
  expect(() => loadMasterKey({ file }, realAmbient)).toThrow(`The master key in ${file} must be 32 bytes`);
  expect(readFileSync(file, 'utf8')).toBe('damaged');
});

it('is not created again where data was sealed with it, and no file is left behind', () => {
  expect(() => loadMasterKey({ file, needed: true }, realAmbient)).toThrow(
    expect.objectContaining({
      details: {
        code: 'conflict',
        message: `The master key ${file} is missing, and what is stored beside it can be opened with that key only.`,
        nextStep: 'Put the key back, or give it as ADHELM_MASTER_KEY; to begin anew, name another folder with --data.',
      },
    }),
  );
  expect(readdirSync(folder)).toEqual([]);
  const made = loadMasterKey({ file }, realAmbient);
  expect(loadMasterKey({ file, needed: true }, realAmbient)).toEqual(made);
});

it('that cannot be read or made for another reason says that reason, and leaves no draft', () => {
  expect(() => loadMasterKey({ file: folder }, realAmbient)).toThrow('EISDIR');
  writeFileSync(join(folder, 'data'), '');
  expect(() => loadMasterKey({ file }, realAmbient)).toThrow(/ENOTDIR|EEXIST/);
});

it('that cannot be made for want of randomness says so, and leaves no draft', () => {
  const ambient = {
    ...realAmbient,
    randomBytes(count: number) {
      if (count === 32) throw new Error('no randomness left');
      return realAmbient.randomBytes(count);
    },
  };
  expect(() => loadMasterKey({ file }, ambient)).toThrow('no randomness left');
  expect(readdirSync(join(folder, 'data'))).toEqual([]);
});

it('is the one that another process has written in the meantime', () => {
  const other = realAmbient.randomBytes(32);
  const ambient = {
    ...realAmbient,
    randomBytes(count: number) {
      if (count === 32) writeFileSync(file, other.toString('hex'));
      return realAmbient.randomBytes(count);
    },
  };
  expect(loadMasterKey({ file }, ambient)).toEqual(other);
  expect(readdirSync(join(folder, 'data'))).toEqual(['master.key']);
});

describe('while it is replaced', () => {
  const parsed = (path: string) => Buffer.from(readFileSync(path, 'utf8'), 'base64');

  it('the configured key comes first, then the one before it', () => {
    const [one, other] = [randomBytes(32), randomBytes(32)];
    const options = { masterKey: one.toString('hex'), file };
    expect(loadMasterKeys(options, realAmbient)).toEqual([one]);
    expect(loadMasterKeys({ ...options, previous: other.toString('base64') }, realAmbient)).toEqual([one, other]);
    expect(() => loadMasterKeys({ ...options, previous: 'short' }, realAmbient)).toThrow(
      'The master key before must be',
    );
  });

  it('the next key is made once, takes the place of the old one, and the old one stays beside it', () => {
    const first = loadMasterKey({ file }, realAmbient);
    expect(loadMasterKeys({ file }, realAmbient)).toEqual([first]);
    const second = createNextMasterKey(file, realAmbient);
    expect(createNextMasterKey(file, realAmbient)).toEqual(second);
    expect(loadMasterKeys({ file }, realAmbient)).toEqual([first, second]);
    expect(parsed(adoptNextMasterKey(file))).toEqual(first);
    expect(loadMasterKeys({ file }, realAmbient)).toEqual([second, first]);
    const third = createNextMasterKey(file, realAmbient);
    expect(loadMasterKeys({ file }, realAmbient)).toEqual([second, third, first]);
    adoptNextMasterKey(file);
    expect(loadMasterKeys({ file }, realAmbient)).toEqual([third, second]);
  });

  it('a key file that is none is told as such, not as missing', () => {
    mkdirSync(join(folder, 'data'));
    writeFileSync(file, 'garbled');
    expect(() => loadMasterKey({ file, needed: true }, realAmbient)).toThrow(`The master key in ${file} must be`);
  });
});

it('is on disk before it has its name, so that nothing is sealed with a key that a power cut takes', async () => {
  const synced = await syncedDuring(() => loadMasterKey({ file }, realAmbient));
  expect(synced).toEqual([expect.stringMatching(/master\.key\.[0-9a-f]{16}$/)]);
});
