import { z } from 'zod';
import { brokenCursor } from '../../../tools/listing.ts';

export type Sums = Record<string, unknown>;

/** Where a report's next page begins, and what the whole selection adds up to, so that it is asked for only once. */
export interface Place {
  position: string;
  sums?: Sums | undefined;
}

const Packed = z.tuple([z.string(), z.record(z.string(), z.unknown()).optional()]);

/** A cursor has to stay short; sums that are too long are asked for again on the next page. */
const PACKED_CHARACTERS_MAX = 2500;

export function packPlace({ position, sums }: Place): string {
  const packed = JSON.stringify([position, sums]);
  return packed.length <= PACKED_CHARACTERS_MAX ? packed : JSON.stringify([position]);
}

export function unpackPlace(text: string): Place {
  const packed = Packed.safeParse(parsed(text));
  if (!packed.success) throw brokenCursor();
  const [position, sums] = packed.data;
  return { position, sums };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
