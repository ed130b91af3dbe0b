import { z } from 'zod';

/** The platform's answers, as far as we read them. What is unset comes as null. */

const Text = z.string().nullish();
const PageInfo = z.object({ total_number: z.number() });

/** How a kind of object is listed. */
export interface Kind<T> {
  path: string;
  pageMax: number;
  /** False where the list takes no `filtering`. */
  filters?: false;
  query?: Readonly<Record<string, unknown>>;
  page: z.ZodType<{ items: T[]; total: number }>;
}

function kind<T>(
  path: string,
  schema: z.ZodType<T>,
  more: { pageMax?: number; list?: string; filters?: false } = {},
): Kind<T> {
  const { pageMax = 1000, list = 'list', filters } = more;
  const page = z.looseObject({ [list]: z.array(z.unknown()), page_info: PageInfo }).transform((answer) => ({
    items: z.array(schema).parse((answer as Record<string, unknown>)[list]),
    total: (answer as { page_info: z.infer<typeof PageInfo> }).page_info.total_number,
  }));
  return { path, pageMax, page, ...(filters === false && { filters }) };
}

export const ADVERTISER_NAMES = z.object({
  list: z.array(z.object({ advertiser_id: z.string(), advertiser_name: z.string() })),
});

export const Advertiser = z.object({
  advertiser_id: z.string(),
  name: z.string(),
  company: Text,
  status: z.string(),
  currency: z.string(),
  country: Text,
  timezone: z.string(),
  language: Text,
  balance: z.number(),
  create_time: z.number().nullish(),
  owner_bc_id: Text,
  rejection_reason: Text,
});
export type Advertiser = z.infer<typeof Advertiser>;

export const Campaign = z.object({
  campaign_id: z.string(),
  advertiser_id: z.string(),
  campaign_name: z.string(),
  objective_type: z.string(),
  campaign_automation_type: Text,
  budget: z.number().nullish(),
  budget_mode: Text,
  budget_optimize_on: z.boolean().nullish(),
  operation_status: Text,
  secondary_status: Text,
  special_industries: z.array(z.string()).nullish(),
  campaign_product_source: Text,
  sales_destination: Text,
  app_promotion_type: Text,
  create_time: Text,
  modify_time: Text,
});
export type Campaign = z.infer<typeof Campaign>;
export const CAMPAIGNS = kind('campaign/get', Campaign);
