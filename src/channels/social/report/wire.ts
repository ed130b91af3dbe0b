import { z } from 'zod';

/** What a report answers with. */
const Numeric = z.union([z.string(), z.number()]).transform(Number);

/** One action; besides `value` there is a key for every attribution window that was asked for. */
const Action = z.object({ action_type: z.string(), value: Numeric.optional() }).catchall(z.unknown());
export type Action = z.infer<typeof Action>;

/** Reports give every number as text. Breakdowns come as further keys of the row. */
export const InsightRow = z
  .object({
    date_start: z.string(),
    date_stop: z.string(),
    impressions: Numeric.default(0),
    clicks: Numeric.default(0),
    spend: z.string().default('0'),
    reach: Numeric.optional(),
    frequency: Numeric.optional(),
    actions: z.array(Action).default([]),
    action_values: z.array(Action).default([]),
  })
  .catchall(z.unknown());
export type InsightRow = z.infer<typeof InsightRow>;

export const ReportRun = z.object({
  async_status: z.string(),
  async_percent_completion: Numeric.default(0),
  error_code: z.number().optional(),
  error_subcode: z.number().optional(),
  error_message: z.string().optional(),
});
