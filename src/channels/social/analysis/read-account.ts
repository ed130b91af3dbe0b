import { Failure } from '../../../errors.ts';
import type { Progress } from '../client/insights.ts';
import { accountNode, type SocialClient } from '../client.ts';
import { readReport } from '../report.ts';
import { AD_CREATIVE_USE, CREATIVES, type Creative, type InsightRow, type Kind } from '../wire.ts';

export interface AnalysisRequest {
  limit: number;
  date_preset: string;
  progress: Progress;
}

/** Ads are small enough to come in the platform's largest pages. */
const AD_PAGE_MAX = 500;
/** More than an account can hold. */
const ROWS_MAX = 200_000;

/** Everything the analysis needs, in as many calls as there are pages: never one for each creative. */
export async function readAccount(
  client: SocialClient,
  account: string,
  { limit, date_preset, progress }: AnalysisRequest,
) {
  let done = 0;
  const read = (count: number, what: string) => {
    done += count;
    progress(done, undefined, `${done} objects read, last ${what}`);
  };
  const [currency, creatives, ads, rows] = await Promise.all([
    client.currency(account),
    all(client, account, CREATIVES, { limit, tell: (count) => read(count, 'creatives') }),
    all(client, account, AD_CREATIVE_USE, { pageMax: AD_PAGE_MAX, tell: (count) => read(count, 'ads') }),
    adNumbers(client, account, date_preset, (_done, _total, message) => read(0, message)),
  ]);
  return { currency, creatives: creatives as Creative[], ads, rows };
}

async function all<T>(
  client: SocialClient,
  account: string,
  kind: Kind<T>,
  { limit = Number.POSITIVE_INFINITY, pageMax, tell }: { limit?: number; pageMax?: number; tell(count: number): void },
): Promise<T[]> {
  const found: T[] = [];
  for await (const items of client.pages(kind, accountNode(account), {}, account, pageMax)) {
    found.push(...items);
    tell(items.length);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

async function adNumbers(
  client: SocialClient,
  account: string,
  preset: string,
  progress: Progress,
): Promise<InsightRow[]> {
  const query = { date_preset: preset, level: 'ad', fields: 'ad_id,impressions,clicks,spend' };
  const report = await readReport(client, account, { query, limit: ROWS_MAX, heavy: false, progress });
  if (report.ready) return report.rows;
  throw new Failure({
    code: 'upstream_unavailable',
    message: 'The social platform did not finish the report of all ads in time.',
    nextStep: 'Call again with a shorter date_preset, or later.',
    retryable: true,
  });
}
