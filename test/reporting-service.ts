import { forTests } from '../src/sandbox/for-tests.testing.ts';
import { startTestService, type TestOptions, type TestService } from './service.ts';

/** The four platforms that have numbers, over which one report is made, and how each channel's own tool is asked the same. */
export interface OwnReport {
  tool: string;
  account: string;
  levels: Readonly<Record<string, string>>;
}

export const OWN_REPORTS: Readonly<Record<string, OwnReport>> = {
  social: {
    tool: 'get_social_insights',
    account: 'account_id',
    levels: { account: 'account', campaign: 'campaign', ad_group: 'ad_set', ad: 'ad' },
  },
  search: { tool: 'get_campaign_performance', account: 'customer_id', levels: { campaign: '' } },
  professional: {
    tool: 'get_analytics',
    account: 'account_id',
    levels: { account: 'account', campaign: 'campaign_group', ad_group: 'campaign', ad: 'creative' },
  },
  video: {
    tool: 'get_report',
    account: 'advertiser_id',
    levels: { account: 'advertiser', campaign: 'campaign', ad_group: 'ad_group', ad: 'ad' },
  },
};

type Args = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: tests read replies as untyped JSON
export type Any = any;

export interface ReportingService extends TestService {
  /** A call on the workspace channel that has to succeed. */
  ask(tool: string, args?: Args): Promise<Any>;
  refusal(tool: string, args?: Args): Promise<Any>;
  /** What a channel's own report tool says of one account. */
  own(channel: string, account: string, level: string, args: Args): Promise<Any>;
  control(path: string, method?: string, body?: Args): Promise<void>;
  /** `GET /reports.csv`, read into fields. */
  csv(query: Record<string, string>): Promise<{ status: number; rows: string[][] }>;
  /** What the sandbox's control address answers. */
  controlled(path: string): Promise<Any>;
}

/** A day that many days before today, as the sandbox's clock has it. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** Over long since, on every calendar. */
export const PAST_DAYS = { start_date: daysAgo(40), end_date: daysAgo(10) };

/** One service for a whole test file. */
export const reportingForTests = (): ReportingService => forTests(startReportingService);

export async function startReportingService(options: TestOptions = {}): Promise<ReportingService> {
  const service = await startTestService({ platforms: Object.keys(OWN_REPORTS), ...options });
  const answer = async (channel: string, tool: string, args: Args, fails: boolean) => {
    const { isError, result } = await service.call(channel, tool, args);
    if (isError === fails) return result;
    const logged = result.error?.code === 'internal' ? `\n${service.logged().slice(-3000)}` : '';
    throw new Error(`${tool} ${JSON.stringify(args)}: ${JSON.stringify(result)}${logged}`);
  };
  return {
    ...service,
    ask: (tool, args = {}) => answer('workspace', tool, args, false),
    refusal: async (tool, args = {}) => (await answer('workspace', tool, args, true)).error,
    own(channel, account, level, args) {
      const { tool, account: argument, levels } = OWN_REPORTS[channel]!;
      const named = levels[level] ? { level: levels[level] } : {};
      return answer(channel, tool, { ...args, ...named, [argument]: account }, false);
    },
    async csv(query) {
      const reply = await fetch(`${service.url}/reports.csv?${new URLSearchParams(query)}`, {
        headers: { authorization: `Bearer ${service.key}` },
      });
      return { status: reply.status, rows: fieldsOf(await reply.text()) };
    },
    controlled: async (path) => (await fetch(service.sandbox.controlOrigin + path)).json(),
    async control(path, method = 'GET', body) {
      const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const reply = await fetch(service.sandbox.controlOrigin + path, { method, ...json });
      if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`);
    },
  };
}

/** RFC 4180, read by hand: our own reader would forgive our own writer. */
function fieldsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}
