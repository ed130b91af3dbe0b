import { createHash } from 'node:crypto';
import type { Day } from '../metrics/calendar.ts';

/** A click on an ad of this sandbox. */
export interface Click {
  customer: string;
  /** The ad group or asset group whose ad was clicked. */
  unit: string;
  day: Day;
}

const BYTES = 28;
const PROOF_BYTES = 6;

/** The id that the platform adds to the address of a clicked ad: it tells the click and proves that it was given out here. */
export function gclidOf({ customer, unit, day }: Click, nonce: number): string {
  const bytes = Buffer.alloc(BYTES);
  bytes.writeBigUInt64BE(BigInt(customer), 0);
  bytes.writeBigUInt64BE(BigInt(unit), 8);
  bytes.writeUInt16BE(day, 16);
  bytes.writeUInt32BE(nonce >>> 0, 18);
  proofOf(bytes).copy(bytes, BYTES - PROOF_BYTES);
  return `EAIaIQobChMI${bytes.toString('base64url')}`;
}

/** Undefined: no id of a click here. */
export function clickOf(gclid: string): Click | undefined {
  const bytes = Buffer.from(gclid.replace(/^EAIaIQobChMI/, ''), 'base64url');
  if (bytes.length !== BYTES || !proofOf(bytes).equals(bytes.subarray(BYTES - PROOF_BYTES))) return undefined;
  return {
    customer: String(bytes.readBigUInt64BE(0)),
    unit: String(bytes.readBigUInt64BE(8)),
    day: bytes.readUInt16BE(16),
  };
}

function proofOf(bytes: Buffer): Buffer {
  return createHash('sha256')
    .update(bytes.subarray(0, BYTES - PROOF_BYTES))
    .digest()
    .subarray(0, PROOF_BYTES);
}
