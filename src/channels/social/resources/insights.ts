import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import type { PlatformPage } from '../../../tools/listing.ts';
import { failureOf } from '../../../upstream/dialect.ts';
import { pathOf } from '../../../upstream/path.ts';
import { API_VERSION, accountNode, type Params, type SocialClient } from '../client.ts';
import { complaintFrom, ERRORS, isTooMuchData } from '../errors.ts';

const Numeric = z.union([z.string(), z.number()]).transform(Number);

/** One action; besides `value` there is a key for every attribution window that was asked for. */
export const Action = z.object({ action_type: z.string(), value: Numeric.optional() }).catchall(z.unknown());
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

const ReportRun = z.object({
  async_status: z.string(),
  async_percent_completion: Numeric.default(0),
  error_code: z.number().optional(),
  error_subcode: z.number().optional(),
  error_message: z.string().optional(),
});
const ReportStarted = z.object({ report_run_id: z.string() });

export const INSIGHT_PAGE_MAX = 500;

/** Reports are paced apart from other calls, so that a throttled report never delays pausing a campaign. */
const reportsOf = (account: string) => `${account} reports`;

export function reportPage(client: SocialClient, account: string, query: Params): Promise<PlatformPage<InsightRow>> {
  const path = pathOf`/${API_VERSION}/${accountNode(account)}/insights`;
  return client.page(path, query, InsightRow, reportsOf(account));
}

export function finishedPage(client: SocialClient, account: string, runId: string, query: Params) {
  return client.page(pathOf`/${API_VERSION}/${runId}/insights`, query, InsightRow, reportsOf(account));
}

export async function startReport(client: SocialClient, account: string, query: Params): Promise<string> {
  const path = pathOf`/${API_VERSION}/${accountNode(account)}/insights`;
  return (await client.ask(path, query, ReportStarted, reportsOf(account))).report_run_id;
}

/** Progress of a report. Status and percent must both be final: the status alone comes before the last rows. */
export async function lookAtReport(client: SocialClient, account: string, runId: string) {
  const run = await client.get(pathOf`/${API_VERSION}/${runId}`, {}, ReportRun, reportsOf(account));
  const { async_status: state, async_percent_completion: percent } = run;
  if (state === 'Job Failed' || state === 'Job Skipped') throw failedRun(run);
  return { done: state === 'Job Completed' && percent >= 100, percent, state };
}

/** Subcodes for a report that is too large for a direct answer. */
const TOO_LARGE = new Set([1487534, 1504018, 1504038]);

export function isTooLarge(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  return TOO_LARGE.has(Number(error.details.upstream?.subcode)) || isTooMuchData(error);
}

function failedRun(run: {
  async_status: string;
  error_code?: number;
  error_subcode?: number;
  error_message?: string;
}): Failure {
  const error = {
    code: run.error_code ?? -2,
    error_subcode: run.error_subcode ?? 2490547,
    message: run.error_message ?? `The report ended as "${run.async_status}".`,
  };
  return failureOf('social', ERRORS, complaintFrom(error), 200);
}
