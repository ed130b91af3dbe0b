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
