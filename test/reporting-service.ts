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

export type Args = Record<string, unknown>;

export interface ReportingService extends TestService {
  /** A call on the workspace channel that has to succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  ask(tool: string, args?: Args): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  refusal(tool: string, args?: Args): Promise<any>;
  /** What a channel's own report tool says of one account. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  own(channel: string, account: string, level: string, args: Args): Promise<any>;
  control(path: string, method?: string, body?: Args): Promise<void>;
}

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
    async control(path, method = 'GET', body) {
      const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const reply = await fetch(service.sandbox.controlOrigin + path, { method, ...json });
      if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`);
    },
  };
}
