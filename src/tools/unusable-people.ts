import { z } from 'zod';
import { type Failure, invalidArguments } from '../errors.ts';

/** Entries that are named one by one; of more the number is told. */
const NAMED_MAX = 20;

/** The place of an entry that is no e-mail address or phone number. What stands there is never repeated. */
export interface Unusable {
  argument: string;
  position: number;
}

/** What every change of a list of people tells of entries that were left out. The others are sent. */
export const unusableReport = {
  unusable: z.array(z.unknown()).describe('{argument, position} of what was not sent'),
  unusable_total: z.number().optional(),
};

export function reportUnusable(unusable: readonly Unusable[]) {
  const isCut = unusable.length > NAMED_MAX;
  return { unusable: unusable.slice(0, NAMED_MAX), ...(isCut && { unusable_total: unusable.length }) };
}

/** The places of values whose hash is missing. */
export function unusableIn(argument: string, hashes: readonly (string | undefined)[]): Unusable[] {
  return hashes.flatMap((hash, position) => (hash === undefined ? [{ argument, position }] : []));
}

export function refuseAllUnusable(unusable: readonly Unusable[]): Failure {
  return invalidArguments(
    unusable.slice(0, NAMED_MAX).map(({ argument, position }) => ({
      field: `${argument}.${position}`,
      message:
        argument === 'phones'
          ? 'must be a phone number with its country code, or the SHA-256 of one'
          : 'must be an e-mail address or its SHA-256',
    })),
  );
}
