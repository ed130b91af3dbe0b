import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Ambient } from '../ambient.ts';
import { Failure } from '../errors.ts';

const KEY_BYTES = 32;

export interface MasterKeyOptions {
  masterKey?: string;
  /** The configured key before that one, while it is replaced. */
  previous?: string;
  file: string;
  /** Whether the store holds sealed data: a new key would open none of it. */
  needed?: boolean;
}

/** The configured key, else the one in `file`, else a new one, written to disk before anything is encrypted with it. */
export function loadMasterKey({ masterKey, file, needed = false }: MasterKeyOptions, ambient: Ambient): Buffer {
  if (masterKey !== undefined) return parseMasterKey(masterKey, 'The master key');
  const kept = readMasterKey(file);
  if (kept) return kept;
  if (needed) {
    throw new Failure({
      code: 'conflict',
      message: `The master key ${file} is missing, and what is stored beside it can be opened with that key only.`,
      nextStep: 'Put the key back, or give it as ADHELM_MASTER_KEY; to begin anew, name another folder with --data.',
    });
  }
  return createMasterKey(file, ambient);
}

/**
 * The key of `loadMasterKey` and those that secrets may be wrapped by besides while it is replaced: the configured one
 * before it, or in the data folder the next and the one before.
 */
export function loadMasterKeys(options: MasterKeyOptions, ambient: Ambient): Buffer[] {
  const { masterKey, previous, file } = options;
  const current = loadMasterKey(options, ambient);
  if (masterKey !== undefined)
    return [current, ...(previous === undefined ? [] : [parseMasterKey(previous, 'The master key before')])];
  const others = [nextFile(file), previousFile(file)].map(readMasterKey);
  return [current, ...others.filter((key) => key !== undefined)];
}

/** A new key beside the one in `file`, or the one that a rotation which was cut off has left there. */
export function createNextMasterKey(file: string, ambient: Ambient): Buffer {
  return createMasterKey(nextFile(file), ambient);
}

/** Puts the next key in its place. The one before stays beside it, for backups that were made until now. */
export function adoptNextMasterKey(file: string): string {
  const previous = previousFile(file);
  rmSync(previous, { force: true });
  linkSync(file, previous);
  renameSync(nextFile(file), file);
  return previous;
}

function nextFile(file: string): string {
  return `${file}.next`;
}

function previousFile(file: string): string {
  return `${file}.previous`;
}

function readMasterKey(file: string): Buffer | undefined {
  try {
    return parseMasterKey(readFileSync(file, 'utf8'), `The master key in ${file}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Linking a finished file to its name never overwrites: of two processes that start at once, the later takes the earlier's key. */
function createMasterKey(file: string, ambient: Ambient): Buffer {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${ambient.randomBytes(8).toString('hex')}`;
  try {
    writeDurably(draft, `${ambient.randomBytes(KEY_BYTES).toString('base64')}\n`);
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return parseMasterKey(readFileSync(file, 'utf8'), `The master key in ${file}`);
}

function writeDurably(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function parseMasterKey(text: string, what: string): Buffer {
  const trimmed = text.trim();
  if (/^[0-9a-fA-F]{64}$/.test(trimmed)) return Buffer.from(trimmed, 'hex');
  if (/^[0-9A-Za-z+/_-]{43}=?$/.test(trimmed)) return Buffer.from(trimmed, 'base64');
  throw new Error(
    `${what} must be ${KEY_BYTES} bytes, written as 64 hex digits or as base64 (openssl rand -base64 32)`,
  );
}
