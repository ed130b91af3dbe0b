import { hkdfSync } from 'node:crypto';
import { realAmbient } from '../ambient.ts';
import { MasterKeys } from './master-keys.ts';

/** The secrets of the service itself, each derived from the root secret for one purpose, and the master keys that wrap others. */
export interface Secrets {
  readonly keyPepper: Buffer;
  readonly auditKey: Buffer;
  readonly auditMarkKey: Buffer;
  /** The private key that audit checkpoints are signed with. */
  readonly checkpointSeed: Buffer;
  readonly cursorKey: Buffer;
  /** Signs the cookies and one-time links of the web application. */
  readonly webKey: Buffer;
  /** Marks people, so that they are found again without their addresses being kept. */
  readonly personKey: Buffer;
  /** By the master key that has wrapped `root`; without one, by the only key. */
  wrap(context: string, plain: Buffer, root?: Uint8Array): Buffer;
  unwrap(context: string, sealed: Uint8Array): Buffer;
}

/** Without `keys`, the root is the master key itself. */
export function deriveSecrets(root: Buffer, keys = new MasterKeys(() => [root], realAmbient)): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', root, '', `adhelm ${purpose}`, 32));
  return {
    keyPepper: derive('api keys'),
    auditKey: derive('audit'),
    auditMarkKey: derive('audit mark'),
    checkpointSeed: derive('audit checkpoints'),
    cursorKey: derive('cursors'),
    webKey: derive('web application'),
    personKey: derive('people'),
    wrap: (context, plain, wrappedRoot) => keys.wrap(context, plain, wrappedRoot),
    unwrap: (context, sealed) => keys.unwrap(context, sealed),
  };
}
