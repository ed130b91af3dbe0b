import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** What every update reports besides the resource. */
export const writeReport = {
  applied: z.record(z.string(), z.looseObject({})).describe('{field: {from, to}}'),
  not_applied: z.array(z.string()).describe('accepted, yet not changed'),
};

export interface WriteReport {
  applied: Record<string, { from: unknown; to: unknown }>;
  not_applied: string[];
}

/** For a change that sends back a whole object: what another program changed of it at the same time. */
export const meanwhileReport = {
  changed_meanwhile: z
    .record(z.string(), z.looseObject({}))
    .optional()
    .describe('{field: {from, to}} that another program changed during this call'),
};

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

/** Of `fields`, those that were not asked for and are shown otherwise after the write than before it. */
export function changedMeanwhile(before: Shown, after: Shown, wanted: Shown, fields: readonly string[]) {
  const others = fields.filter((field) => wanted[field] === undefined);
  const { applied } = reportWrite(before, after, Object.fromEntries(others.map((field) => [field, null])));
  return Object.keys(applied).length > 0 ? { changed_meanwhile: applied } : {};
}
