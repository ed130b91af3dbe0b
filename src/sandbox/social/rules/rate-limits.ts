import { HOUR_MS } from '../../../ambient.ts';
import { GraphError } from '../errors.ts';
import type { Method } from '../graph/request.ts';

type UseCase = 'ads_management' | 'ads_insights' | 'custom_audience';

const SCORE_MAX = 9000;
const SCORE_DRAIN_MS = 300_000;
const APP_CALLS_AN_HOUR = 200_000;
const HOURLY: Record<UseCase, number> = { ads_management: 100_000, ads_insights: 190_000, custom_audience: 190_000 };
const EXCEEDED: Record<UseCase, number> = { ads_management: 80004, ads_insights: 80000, custom_audience: 80003 };

/** Counts calls as the platform does for an app with full access. Kept in memory: it drains by itself. */
export class Usage {
  private readonly scores = new Map<string, { points: number; at: number }>();
  private readonly hours = new Map<string, { calls: number; from: number }>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  /** Counts one call and gives the headers that tell of it; refuses when a counter is full. */
  count(app: string, account: string | undefined, edge: string | undefined, method: Method): Record<string, string> {
    const appPercent = percent(this.inHour(`app ${app}`), APP_CALLS_AN_HOUR);
    const headers: Record<string, string> = {
      'x-app-usage': JSON.stringify({ call_count: appPercent, total_time: appPercent, total_cputime: appPercent }),
    };
    if (account === undefined) return headers;
    const points = this.score(`${app} ${account}`, method === 'GET' ? 1 : 3);
    const useCase = useCaseOf(edge);
    const used = percent(this.inHour(`${useCase} ${account}`), HOURLY[useCase]);
    Object.assign(headers, accountHeaders(account, points, useCase, used));
    if (points > SCORE_MAX) throw new GraphError(17, 'User request limit reached', { ...TOO_MANY, subcode: 2446079 });
    if (used > 100)
      throw new GraphError(EXCEEDED[useCase], `There have been too many calls to this ad-account.`, {
        ...TOO_MANY,
        subcode: 2446079,
      });
    return headers;
  }

  private score(key: string, cost: number): number {
    const now = this.now();
    const last = this.scores.get(key) ?? { points: 0, at: now };
    const drained = Math.max(0, now - last.at) * (SCORE_MAX / SCORE_DRAIN_MS);
    const points = Math.min(Math.max(0, last.points - drained) + cost, SCORE_MAX + cost);
    this.scores.set(key, { points, at: now });
    return points;
  }

  private inHour(key: string): number {
    const now = this.now();
    const hour = this.hours.get(key);
    const current = hour && now - hour.from < HOUR_MS && now >= hour.from ? hour : { calls: 0, from: now };
    current.calls++;
    this.hours.set(key, current);
    return current.calls;
  }
}

const TOO_MANY = {
  status: 400,
  transient: true,
  title: 'Ad Account Has Too Many API Calls',
  userMessage: 'There have been too many calls from this ad-account. Wait a bit and try again.',
};

function useCaseOf(edge: string | undefined): UseCase {
  if (edge === 'insights') return 'ads_insights';
  return edge === 'customaudiences' || edge === 'users' ? 'custom_audience' : 'ads_management';
}

function percent(used: number, most: number): number {
  return Math.ceil((used * 100) / most);
}

function accountHeaders(account: string, points: number, type: UseCase, used: number): Record<string, string> {
  const tier = 'standard_access';
  const filled = Math.round((points * 10_000) / SCORE_MAX) / 100;
  const resetSeconds = Math.ceil((points / SCORE_MAX) * (SCORE_DRAIN_MS / 1000));
  const regain = used > 100 ? 30 : 0;
  return {
    'x-ad-account-usage': JSON.stringify({
      acc_id_util_pct: filled,
      reset_time_duration: resetSeconds,
      ads_api_access_tier: tier,
    }),
    'x-business-use-case-usage': JSON.stringify({
      [account.replace(/^act_/, '')]: [
        {
          type,
          call_count: used,
          total_cputime: used,
          total_time: used,
          estimated_time_to_regain_access: regain,
          ads_api_access_tier: tier,
        },
      ],
    }),
    ...(type === 'ads_insights' && {
      'x-fb-ads-insights-throttle': JSON.stringify({
        app_id_util_pct: used,
        acc_id_util_pct: filled,
        ads_api_access_tier: tier,
      }),
    }),
  };
}
