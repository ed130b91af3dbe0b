import { z } from 'zod';
import { brokenCursor } from '../listing.ts';
import type { Parts } from './metrics.ts';
import type { Period } from './period.ts';

/** Where a report's next page begins, what days it is about, and what the whole selection adds up to. */
export interface Place {
  position: string;
  period: Period;
  /** Left out when it would make the cursor too long: then it is asked for again. */
  totals?: Parts | undefined;
}

const Packed = z.tuple([
  z.string(),
  z.tuple([z.string(), z.string(), z.string()]),
  // Quantities are digits, what the platform told stands in a list of its own.
  z.record(z.string(), z.union([z.string().regex(/^-?\d+$/), z.tuple([z.unknown()]), z.null()])).optional(),
]);

const PACKED_CHARACTERS_MAX = 2500;

export function packPlace({ position, period, totals }: Place): string {
  const days = [period.start_date, period.end_date, period.time_zone];
  const packed = JSON.stringify([position, days, ...(totals ? [packedParts(totals)] : [])]);
  return packed.length <= PACKED_CHARACTERS_MAX ? packed : JSON.stringify([position, days]);
}

export function unpackPlace(text: string): Place {
  const packed = Packed.safeParse(parsed(text));
  if (!packed.success) throw brokenCursor();
  const [position, [start_date, end_date, time_zone], totals] = packed.data;
  return { position, period: { start_date, end_date, time_zone }, totals: totals && unpackedParts(totals) };
}

function packedParts(parts: Parts): Record<string, unknown> {
  return mapped(parts, (value) => (typeof value === 'bigint' ? String(value) : value === null ? null : [value]));
}

function unpackedParts(packed: Record<string, unknown>): Parts {
  return mapped(packed, (value) =>
    typeof value === 'string' ? BigInt(value) : Array.isArray(value) ? value[0] : null,
  ) as Parts;
}

function mapped<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
