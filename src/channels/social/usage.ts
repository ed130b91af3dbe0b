import type { UpstreamReply, Usage } from '../../upstream/session.ts';

const MINUTE_MS = 60_000;
const PERCENT = 100;

/** What the platform's headers say about how much of our limit is used. They come as JSON text, each in its own shape and unit. */
export function usageOf({ headers }: Pick<UpstreamReply, 'headers'>): Usage | undefined {
  const said = [
    ...objectsIn(headers['x-app-usage']),
    ...objectsIn(headers['x-ad-account-usage']),
    ...objectsIn(headers['x-fb-ads-insights-throttle']),
    ...Object.values(jsonIn(headers['x-business-use-case-usage'])).flat().filter(isObject),
  ];
  if (said.length === 0) return undefined;
  const waitMs = Math.max(...said.map(waitMsOf));
  return { fraction: Math.max(...said.map(fractionOf)), ...(waitMs > 0 && { waitMs }) };
}

const COUNTERS = ['call_count', 'total_time', 'total_cputime', 'acc_id_util_pct', 'app_id_util_pct'];

function fractionOf(said: Record<string, unknown>): number {
  return Math.max(0, ...COUNTERS.map((name) => numberIn(said[name]) / PERCENT));
}

/** One header counts in minutes and means it at once; the other counts in seconds and means it only at the limit. */
function waitMsOf(said: Record<string, unknown>): number {
  const regainMs = numberIn(said.estimated_time_to_regain_access) * MINUTE_MS;
  const resetMs = fractionOf(said) >= 1 ? numberIn(said.reset_time_duration) * 1000 : 0;
  return Math.max(regainMs, resetMs);
}

function objectsIn(text: string | undefined): Record<string, unknown>[] {
  const value = jsonIn(text);
  return Object.keys(value).length > 0 ? [value] : [];
}

function jsonIn(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function numberIn(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}
