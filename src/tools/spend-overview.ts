import { z } from 'zod';

/** A limit and how much of it is used, or a sum without one. Amounts are decimal text in major units of the currency. */
export const LimitRow = z.object({
  scope: z.enum(['key', 'workspace', 'organization']),
  kind: z.enum(['daily', 'worst_day', 'month', 'single', 'step', 'day_step']),
  mode: z.enum(['sandbox', 'live']).describe('Counted apart'),
  currency: z.string().optional(),
  limit: z.string().optional().describe('Step and day_step: per cent. None: shown, not enforced'),
  used: z.string().optional(),
  held: z.string().optional().describe('By changes under way or of unknown outcome'),
  headroom: z.string().optional().describe('None while something that counts is unreadable'),
  at_least: z.literal(true).optional().describe('Something that counts is unreadable: used is more'),
});
export type LimitRow = z.infer<typeof LimitRow>;

export const LimitOverview = z.object({
  limits: z.array(LimitRow),
  unreadable: z
    .array(
      z.object({
        channel: z.string(),
        account: z.string().optional(),
        mode: z.enum(['sandbox', 'live']),
        why: z.string(),
      }),
    )
    .describe('While any is here, raises under a limit of its mode are refused'),
});
export type LimitOverview = z.infer<typeof LimitOverview>;

const FromTo = z.object({ from: z.string(), to: z.string() });

/** What a change does to what its account may spend, in major units of the currency. */
export const SpendEffect = z.object({
  account: z.string(),
  currency: z.string(),
  daily: FromTo,
  worst_day: FromTo.describe('A platform may spend more than the budget on a day'),
  month: FromTo.describe('Spent, and what budgets still allow'),
  unknown: z.array(z.string()).optional().describe('Not in these sums: what it costs cannot be told'),
  refused: z.object({ code: z.string(), message: z.string() }).optional().describe('The limit that would be passed'),
});
export type SpendEffect = z.infer<typeof SpendEffect>;
