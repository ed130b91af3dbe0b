import { hkdfSync } from 'node:crypto';
import { type Ambient, realAmbient } from '../ambient.ts';
import { openBytes, sealBytes } from './sealing.ts';

/** The secrets of the service itself, each derived from the one master key for one purpose. */
export interface Secrets {
  readonly keyPepper: Buffer;
  readonly auditKey: Buffer;
  readonly auditMarkKey: Buffer;
  /** The private key that audit checkpoints are signed with. */
  readonly checkpointSeed: Buffer;
  readonly cursorKey: Buffer;
  /** Signs the cookies and one-time links of the web application. */
  readonly webKey: Buffer;
  wrap(context: string, plain: Buffer): Buffer;
  unwrap(context: string, sealed: Uint8Array): Buffer;
}

export function deriveSecrets(master: Buffer, ambient: Pick<Ambient, 'randomBytes'> = realAmbient): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', `adhelm ${purpose}`, 32));
  const wrapKey = derive('wrap');
  return {
    keyPepper: derive('api keys'),
    auditKey: derive('audit'),
    auditMarkKey: derive('audit mark'),
    checkpointSeed: derive('audit checkpoints'),
    cursorKey: derive('cursors'),
    webKey: derive('web application'),
    wrap: (context, plain) => sealBytes(wrapKey, context, plain, ambient),
    unwrap: (context, sealed) => openBytes(wrapKey, context, sealed),
  };
}
