import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Ambient } from '../ambient.ts';
import { openBytes, sealBytes } from './sealing.ts';

/** The context of the root secret, whose wrapping tells which master key is the one in use. */
export const ROOT = 'root secret';

/** The context of a workspace's data key. */
export function dataKeyContext(workspaceId: string): string {
  return `data key of ${workspaceId}`;
}

/**
 * The keys that stored secrets may be wrapped by: one, or two while the master key is replaced. A running service whose
 * keys open something no more loads them again, because another process may have replaced them.
 */
export class MasterKeys {
  readonly #load: () => readonly Buffer[];
  readonly #ambient: Pick<Ambient, 'randomBytes'>;
  #wrapKeys: readonly KeyObject[];

  constructor(load: () => readonly Buffer[], ambient: Pick<Ambient, 'randomBytes'>) {
    this.#load = load;
    this.#ambient = ambient;
    this.#wrapKeys = load().map(wrapKeyOf);
  }

  /** By the key that has wrapped `root`, so that all processes use the same one; without, by the first. */
  wrap(context: string, plain: Buffer, root?: Uint8Array): Buffer {
    const key = root ? this.#opened(ROOT, root).key : this.#wrapKeys[0]!;
    return sealBytes(key, context, plain, this.#ambient);
  }

  unwrap(context: string, sealed: Uint8Array): Buffer {
    return this.#opened(context, sealed).plain;
  }

  #opened(context: string, sealed: Uint8Array): { plain: Buffer; key: KeyObject } {
    try {
      return opening(this.#wrapKeys, context, sealed);
    } catch {
      this.#wrapKeys = this.#load().map(wrapKeyOf);
      return opening(this.#wrapKeys, context, sealed);
    }
  }
}

/** Bytes that lie in the store under one master key. */
export class OneMasterKey {
  readonly #wrapKey: KeyObject;

  constructor(master: Buffer) {
    this.#wrapKey = wrapKeyOf(master);
  }

  wrap(context: string, plain: Buffer, ambient: Pick<Ambient, 'randomBytes'>): Buffer {
    return sealBytes(this.#wrapKey, context, plain, ambient);
  }

  hasWrapped(context: string, sealed: Uint8Array): boolean {
    try {
      opening([this.#wrapKey], context, sealed);
      return true;
    } catch {
      return false;
    }
  }
}

function wrapKeyOf(master: Buffer): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', master, '', 'adhelm wrap', 32)));
}

/** By the first key that opens it, or the error of the last one. */
function opening(
  [key, ...others]: readonly KeyObject[],
  context: string,
  sealed: Uint8Array,
): { plain: Buffer; key: KeyObject } {
  try {
    return { plain: openBytes(key!, context, sealed), key: key! };
  } catch (error) {
    if (others.length === 0) throw error;
    return opening(others, context, sealed);
  }
}
