import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ambient } from '../ambient.ts';
import { openStore, type Store } from './store.ts';

/** A clock that stands still until a test moves it. */
export interface StillAmbient extends Ambient {
  advance(ms: number): void;
}

export function stillAmbient(startMs = Date.UTC(2026, 0, 15, 12)): StillAmbient {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    randomBytes,
    advance(ms) {
      nowMs += ms;
    },
  };
}

export interface TemporaryStore extends Store {
  readonly folder: string;
  readonly file: string;
  /** Closes the store and deletes its folder. */
  discard(): Promise<void>;
}

/** A real store on disk for one test. */
export async function temporaryStore(): Promise<TemporaryStore> {
  const folder = mkdtempSync(join(tmpdir(), 'adhelm-store-'));
  const file = join(folder, 'adhelm.db');
  const store = await openStore({ file });
  return {
    ...store,
    folder,
    file,
    async discard() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
