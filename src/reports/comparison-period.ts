import { z } from 'zod';
import type { Problem } from '../errors.ts';
import { Day } from '../tools/fields.ts';
import { COMPARISONS } from '../tools/report/comparison.ts';
import type { Against } from './window.ts';

/** The argument that says which days a span is compared with. */
export const againstArgument = {
  against: z
    .union(
      [
        z.enum(COMPARISONS),
        z.strictObject({ start_date: Day.describe('First day'), end_date: Day.describe('Last day, counted too') }),
      ],
      `must be ${COMPARISONS.map((name) => `"${name}"`).join(', ')} or {start_date, end_date}`,
    )
    .default('previous_period')
    .describe('As many days right before, the same days a month or a year earlier, or {start_date, end_date}'),
};

export function againstProblems(against: Against): Problem[] {
  if (typeof against === 'string' || against.start_date <= against.end_date) return [];
  return [{ field: 'against', message: `must not end (${against.end_date}) before it begins (${against.start_date})` }];
}
