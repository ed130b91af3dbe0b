import { createHmac, timingSafeEqual } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** How far the log had come when the mark was written. */
export interface Mark {
  seq: number;
  hash: string;
  at: number;
}

/** `forged`: not written with the master key. */
export type FoundMark = Mark | 'missing' | 'forged';

/** Less than a sector, and always written as a whole in the same place: no older mark is left on the disk. */
const MARK_BYTES = 256;
const READ_TRIES = 3;

/**
 * The high-water mark of the audit log: its newest entry, sealed with a key that is neither in the store nor beside it. It
 * stands in a file of its own because what it protects cannot be trusted to say how long it was.
 */
export class AuditMark {
  readonly #file: string;
  readonly #key: Buffer;
  #unsynced = false;

  constructor(file: string, markKey: Buffer) {
    this.#file = file;
    this.#key = markKey;
  }

  read(): FoundMark {
    // Another process may be writing at this very moment.
    for (let tries = 1; ; tries++) {
      const found = this.#readOnce();
      if (found !== 'forged' || tries === READ_TRIES) return found;
    }
  }

  /** Does not wait for the disk; `sync` does. Opens the file each time, because it may have been replaced. */
  write(mark: Mark): void {
    const { seq, hash, at } = mark;
    const line = JSON.stringify({ seq, hash, at, mac: this.#mac(mark) });
    const descriptor = openSync(this.#file, existsSync(this.#file) ? 'r+' : 'wx', 0o600);
    try {
      writeSync(descriptor, `${line.padEnd(MARK_BYTES - 1)}\n`, 0);
    } finally {
      closeSync(descriptor);
    }
    this.#unsynced = true;
  }

  async sync(): Promise<void> {
    if (!this.#unsynced) return;
    this.#unsynced = false;
    const file = await open(this.#file, 'r+');
    await file.sync().finally(() => file.close());
  }

  #readOnce(): FoundMark {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
      throw error;
    }
    try {
      const { mac, ...mark } = JSON.parse(text) as Mark & { mac: string };
      const expected = Buffer.from(this.#mac(mark));
      const given = Buffer.from(String(mac));
      return given.length === expected.length && timingSafeEqual(given, expected) ? mark : 'forged';
    } catch {
      return 'forged';
    }
  }

  #mac({ seq, hash, at }: Mark): string {
    return createHmac('sha256', this.#key).update(`${seq}\n${hash}\n${at}`).digest('hex');
  }
}
