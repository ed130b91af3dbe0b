import { Failure } from '../../../errors.ts';
import { type Progress, readEitherWay } from '../../../tools/report/background.ts';
import type { Days } from '../../../tools/report/period.ts';
import { accountNode, type Params, type SocialClient } from '../client.ts';
import type { InsightRow } from '../resources/insights.ts';
import { INSIGHT_PAGE_MAX } from '../resources/insights.ts';
import { AD_CREATIVE_USE, CREATIVES, type Creative, type Kind } from '../wire.ts';
import { adNumbersQuery, STATUSES } from './request.ts';
import { reportOf, type Waiting } from './source.ts';

export interface AnalysisRequest extends Waiting {
  limit: number;
  days: Days;
}

/** Ads are small enough to come in the platform's largest pages. */
const AD_PAGE_MAX = 500;
/** More than an account can hold. */
const ROWS_MAX = 200_000;

/** Everything the analysis needs, in as many calls as there are pages: never one for each creative. */
export async function readAccount(client: SocialClient, account: string, { limit, days, ...waiting }: AnalysisRequest) {
  let done = 0;
  const read = (count: number, what: string) => {
    done += count;
    waiting.progress(done, undefined, `${done} objects read, last ${what}`);
  };
  const tell: Progress = (_done, _total, message) => read(0, message);
  // Numbers of archived ads are as good evidence as any.
  const query = { effective_status: STATUSES.ad };
  const [creatives, ads, rows] = await Promise.all([
    // One more than wanted tells whether there are more.
    all(client, account, CREATIVES, { limit: limit + 1, tell: (count) => read(count, 'creatives') }),
    all(client, account, AD_CREATIVE_USE, { query, pageMax: AD_PAGE_MAX, tell: (count) => read(count, 'ads') }),
    adNumbers(client, account, days, { ...waiting, progress: tell }),
  ]);
  return { creatives: creatives.slice(0, limit) as Creative[], areAll: creatives.length <= limit, ads, rows };
}

interface Wanted {
  limit?: number;
  query?: Params;
  pageMax?: number;
  tell(count: number): void;
}

async function all<T>(
  client: SocialClient,
  account: string,
  kind: Kind<T>,
  { limit = Number.POSITIVE_INFINITY, query = {}, pageMax, tell }: Wanted,
): Promise<T[]> {
  const found: T[] = [];
  for await (const items of client.pages(kind, accountNode(account), query, account, pageMax)) {
    found.push(...items);
    tell(items.length);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

async function adNumbers(client: SocialClient, account: string, days: Days, waiting: Waiting): Promise<InsightRow[]> {
  const report = reportOf(client, account, adNumbersQuery(days), false);
  const wait = { clock: client.session, progress: waiting.progress, limit: ROWS_MAX, pageMax: INSIGHT_PAGE_MAX };
  const { items, background } = await readEitherWay(report, undefined, wait);
  if (background?.ready !== false) return items;
  throw new Failure({
    code: 'upstream_unavailable',
    message: 'The social platform did not finish the report of all ads in time.',
    nextStep: 'Call again with a shorter period, or later.',
    retryable: true,
  });
}
