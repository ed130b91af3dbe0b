import { afterAll, beforeAll } from 'vitest';
import { passingTime } from '../../../test/passing-time.ts';
import { startTestService, type TestService } from '../../../test/service.ts';
import { type Ambient, DAY_MS } from '../../ambient.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import { plusDays } from '../../tools/days.ts';
import { StoredHistory } from '../history/stored-history.ts';
import { monitorJob } from './judge-monitor.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

export interface Campaign {
  channel: string;
  account: string;
  id: string;
  name: string;
  status: string;
}

const QUIET_DAYS = 35;

/** A service with platforms beside it, whose closed days a test writes and whose monitors it has judged. */
export function watchedService(platforms: readonly string[]) {
  let service: TestService;
  let pipeline: Pipeline;
  const { ambient, sleep } = passingTime();
  beforeAll(async () => {
    service = await startTestService({
      platforms,
      ambient,
      sleep,
      extraEndpoints: (opened) => {
        pipeline = opened;
        return [];
      },
    });
  });
  afterAll(() => service?.close());

  const answer = async (channel: string, tool: string, args: Any, isError: boolean, key?: string): Promise<Any> => {
    const reply = await service.call(channel, tool, args, key === undefined ? {} : { key });
    if (reply.isError !== isError)
      throw new Error(`${tool}: ${JSON.stringify(reply.result)}\n${service.logged().slice(-2_000)}`);
    return isError ? reply.result.error : reply.result;
  };
  const yesterday = () => plusDays(new Date(ambient.now()).toISOString().slice(0, 10), -1);
  return {
    call: (channel: string, tool: string, args: Any = {}, key?: string) => answer(channel, tool, args, false, key),
    ask: (tool: string, args: Any = {}, key?: string) => answer('workspace', tool, args, false, key),
    refusal: (tool: string, args: Any = {}, key?: string) => answer('workspace', tool, args, true, key),
    service: () => service,
    pipeline: () => pipeline,
    now: () => ambient.now(),
    yesterday,
    passTime: (ms: number) => sleep(ms, new AbortController().signal),
    key: async (more: Any = {}) => {
      const workspaceId = await service.workspaceId('Acme');
      return (await service.home.keyRing.create({ workspaceId, name: 'Night agent', actor: 'test', ...more })).key;
    },
    /** Four quiet weeks of a campaign, and the last closed day with so many times as much of everything. */
    days: (campaign: Campaign, times: number) => keepDays(service, ambient, yesterday(), campaign, times),
    judge: (key: string) => {
      const { signal } = new AbortController();
      const job = { id: 'job_1', kind: 'monitor', key, runAt: 0, payload: {}, attempts: 0, workspaceId: undefined };
      return monitorJob(pipeline).run({ ...job, signal });
    },
    told: () => toldBy(service),
  };
}

/** What receivers are told, oldest first. */
async function toldBy({ home }: TestService): Promise<Any[]> {
  const rows = await home.store.db
    .selectFrom('notice_events')
    .select(['type', 'data', 'words'])
    .where('type', 'like', 'alert.%')
    .orderBy('kept_at')
    .execute();
  return rows.map(({ type, data, words }) => ({ type, data: JSON.parse(data), words: JSON.parse(words) }));
}

async function keepDays(
  service: TestService,
  ambient: Ambient,
  last: string,
  { channel, account, id, name, status }: Campaign,
  times: number,
): Promise<void> {
  const first = plusDays(last, -QUIET_DAYS);
  const rows = Array.from({ length: QUIET_DAYS + 1 }, (_, index) => {
    const factor = index === QUIET_DAYS ? BigInt(times) : 1n;
    const parts = { cost: 100n, impressions: 10_000n, clicks: 200n, conversions: 20n };
    const told = Object.entries(parts).map(([of, value]) => [of, value * factor * 1_000_000n]);
    return { campaign: id, day: plusDays(first, index), parts: Object.fromEntries(told) };
  });
  const workspaceId = await service.workspaceId('Acme');
  await new StoredHistory(service.home.store, ambient).keep(
    { workspaceId, channel, mode: 'sandbox' },
    {
      account: { id: account, name: `Account ${account}`, currency: { code: 'USD', digits: 2 }, timeZone: 'UTC' },
      days: { start_date: first, end_date: last },
      sums: ['cost', 'impressions', 'clicks', 'conversions'],
      rows,
      campaigns: [{ id, name, status, isLive: true }],
      today: plusDays(last, 1),
      dueAt: ambient.now() + DAY_MS,
    },
  );
}

/** A campaign of the sandbox that is switched on, as each channel lists them. */
const LISTS: Readonly<Record<string, { tool: string; list: string; account: string; on: string }>> = {
  search: { tool: 'list_campaigns', list: 'campaigns', account: 'customer_id', on: 'ENABLED' },
  social: { tool: 'list_social_campaigns', list: 'campaigns', account: 'account_id', on: 'ACTIVE' },
  video: { tool: 'list_campaigns', list: 'campaigns', account: 'advertiser_id', on: 'ENABLE' },
  professional: { tool: 'list_campaign_groups', list: 'campaign_groups', account: 'account_id', on: 'ACTIVE' },
};

export async function runningCampaign(
  bed: Pick<ReturnType<typeof watchedService>, 'call' | 'service'>,
  channel: string,
): Promise<Campaign> {
  const { tool, list, on } = LISTS[channel]!;
  const { home, workspaceId } = bed.service();
  const connection = (await home.connections.get(await workspaceId('Acme'), channel))!;
  const found = (await bed.call(channel, tool, { limit: 100 }))[list];
  const campaign = found.find(({ status, name }: Any) => status === on && !name.startsWith('Default'));
  return { channel, account: connection.account!, id: campaign.id, name: campaign.name, status: on };
}
