import { once } from 'node:events';
import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { connect as tlsConnect } from 'node:tls';

/** Where to connect to, after the address has been found to be public. */
export interface CheckedTarget {
  address: string;
  port: number;
  /** Whose certificate is expected. */
  host: string;
}

/** Opens a connection to exactly the given address: looking the name up again could give another one. */
export type Connect = (target: CheckedTarget, signal: AbortSignal) => Promise<Socket>;

export const connectTls: Connect = async ({ address, port, host }, signal) => {
  const socket = tlsConnect({
    host: address,
    port,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
  });
  addAbortSignal(signal, socket);
  await once(socket, 'secureConnect');
  return socket;
};
