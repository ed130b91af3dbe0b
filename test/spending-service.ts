import { passingTime } from './passing-time.ts';
import { type ReportingService, startReportingService } from './reporting-service.ts';
import type { TestOptions } from './service.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
export type Any = any;

/** How each channel lists what is stopped, and how it calls on and off. */
export const STOPPED = {
  social: { list: 'list_social_campaigns', rows: 'campaigns', ids: 'campaign_ids', on: 'ACTIVE', off: 'PAUSED' },
  search: { list: 'list_campaigns', rows: 'campaigns', ids: 'campaign_ids', on: 'ENABLED', off: 'PAUSED' },
  professional: {
    list: 'list_campaign_groups',
    rows: 'campaign_groups',
    ids: 'campaign_group_ids',
    on: 'ACTIVE',
    off: 'PAUSED',
  },
  video: { list: 'list_campaigns', rows: 'campaigns', ids: 'campaign_ids', on: 'ENABLE', off: 'DISABLE' },
} as const;
export type StoppedChannel = keyof typeof STOPPED;
export const CHANNELS = Object.keys(STOPPED) as StoppedChannel[];

export interface SpendingService extends ReportingService {
  /** Everything of the configured account at the level that is stopped, by id. */
  objects(channel: StoppedChannel): Promise<Map<string, Any>>;
  /** The ids of those that are on. */
  live(channel: StoppedChannel): Promise<string[]>;
  switch(channel: StoppedChannel, ids: readonly string[], to: 'on' | 'off'): Promise<void>;
  /** What the store has of a stop's list. */
  list(stopId: string): Promise<Any[]>;
  /** How long calls have waited on their own clock. */
  waitedMs(): number;
  /** No faults any more, and time enough for breakers to close. */
  recover(): Promise<void>;
  /** After a test: no faults, breakers closed, and what it stopped runs again. */
  asBefore(): Promise<void>;
}

/** After it, a breaker that faults have opened lets requests through again. */
const BREAKER_OPEN_MS = 30_000;

/** The sandbox of the four channels, with questions about what spends there. The workspace Acme is fenced to its own accounts. */
export async function startSpendingService(options: TestOptions = {}): Promise<SpendingService> {
  const { ambient, sleep, waitedMs } = passingTime();
  const service = await startReportingService({
    ambient,
    sleep,
    settings: { ADHELM_STOP_DEADLINE_MS: '90000' },
    ...options,
  });
  const objects: SpendingService['objects'] = async (channel) => {
    const { list, rows } = STOPPED[channel];
    const found = new Map<string, Any>();
    let cursor: string | undefined;
    do {
      const { result } = await service.call(channel, list, { limit: 100, ...(cursor && { cursor }) });
      for (const one of result[rows]) found.set(one.id, one);
      cursor = result.next_cursor;
    } while (cursor);
    return found;
  };
  const recover = async () => {
    await service.control('/faults', 'DELETE');
    await sleep(BREAKER_OPEN_MS, new AbortController().signal);
  };
  return {
    ...service,
    objects,
    live: async (channel) =>
      [...(await objects(channel)).values()]
        // The default group of the professional platform cannot be paused: its campaigns are. What has ended spends nothing.
        .filter(
          ({ status, is_default, primary_status }) =>
            status === STOPPED[channel].on && !is_default && primary_status !== 'ENDED',
        )
        .map(({ id }) => id)
        .sort(),
    async switch(channel, ids, to) {
      const { ids: argument, [to]: status } = STOPPED[channel];
      for (let at = 0; at < ids.length; at += 20) {
        const args = { [argument]: ids.slice(at, at + 20), status };
        const { isError, result } = await service.call(channel, 'bulk_update', args);
        if (isError || result.refused > 0) throw new Error(JSON.stringify(result));
      }
    },
    waitedMs,
    recover,
    async asBefore() {
      await recover();
      const open = await service.home.store.db
        .selectFrom('stops')
        .select(['id', 'workspace_id'])
        .where('closed_at', 'is', null)
        .execute();
      for (const { id, workspace_id: workspaceId } of open)
        await service.ask('resume_spending', { stop_id: id, workspaceId });
    },
    list: (stopId) =>
      service.home.store.db.selectFrom('stop_objects').selectAll().where('stop_id', '=', stopId).execute(),
  };
}

export const idsOf = (rows: readonly Any[], channel: string): string[] =>
  rows
    .filter((one) => one.channel === channel)
    .map(({ id }) => id)
    .sort();
