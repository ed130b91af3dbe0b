import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const computed = new Map<string, Promise<Buffer>>();

/**
 * Checking a password costs a tenth of a second on purpose, and tests check the same few against the same salts hundreds of times.
 * Each is computed by Node once in a process; `scrypt` gives the same for the same.
 */
export function keepPasswordHashes(): void {
  const { scrypt } = crypto;
  if (scrypt.name === kept.name) return;
  function kept(
    password: BinaryLike,
    salt: BinaryLike,
    bytes: number,
    options: ScryptOptions,
    done: (error: Error | null, key: Buffer) => void,
  ): void {
    const name = JSON.stringify([password, salt, bytes, options]);
    const key =
      computed.get(name) ??
      new Promise<Buffer>((resolve, reject) => {
        scrypt(password, salt, bytes, options, (error, made) => (error ? reject(error) : resolve(made)));
      });
    computed.set(name, key);
    key.then((made) => done(null, made), done as (error: Error) => void);
  }
  crypto.scrypt = kept as typeof crypto.scrypt;
  syncBuiltinESMExports();
}
