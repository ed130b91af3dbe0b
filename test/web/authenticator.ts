import { createHmac } from 'node:crypto';
import { type Browser, PASSWORD } from './browser.ts';

/** The code an authenticator shows now (RFC 6238). */
export function codeOf(addressOrSecret: string): string {
  const secret = /secret=(\w+)/.exec(addressOrSecret)?.[1] ?? addressOrSecret;
  const bits = [...secret].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'));
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Switches on the second factor of the person who is signed in; returns the address for their authenticator. */
export async function withSecondFactor(browser: Browser): Promise<string> {
  const begun = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD });
  const { totpURI } = (await begun.json()) as { totpURI: string };
  await browser.post('/api/auth/two-factor/verify-totp', { code: codeOf(totpURI) });
  return totpURI;
}
