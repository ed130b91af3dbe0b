import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** What every update reports besides the resource. */
export const writeReport = {
  applied: z.record(z.string(), z.looseObject({})).describe('{field: {from, to}} for what changed'),
  not_applied: z.array(z.string()).describe('accepted, yet not changed'),
};

export interface WriteReport {
  applied: Record<string, { from: unknown; to: unknown }>;
  not_applied: string[];
}

export type Shown = Readonly<Record<string, unknown>>;

/**
 * What a write really did, judged by the resource as it was shown before and after it. A field that already had the
 * wanted value is in neither list. `null` stands for a value the platform does not hold.
 */
export function reportWrite(before: Shown, after: Shown, wanted: Shown): WriteReport {
  const report: WriteReport = { applied: {}, not_applied: [] };
  for (const [field, value] of Object.entries(wanted)) {
    if (value === undefined) continue;
    const [from, to] = [before[field] ?? null, after[field] ?? null];
    if (!isDeepStrictEqual(from, to)) report.applied[field] = { from, to };
    else if (!isDeepStrictEqual(from, value)) report.not_applied.push(field);
  }
  return report;
}
