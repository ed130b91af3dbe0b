import type { NewEvent } from '../../notices/events.ts';
import { type Bed, pipelineBed, toolOf, trains } from '../../pipeline/pipeline.testing.ts';
import type { Channel } from '../../tools/channel.ts';
import type { MonitorSpec } from '../../tools/monitor-desk.ts';
import type { CampaignDays, DailyHistory } from '../history/daily-history.ts';
import { campaignOf, type Figures, steady } from '../rules/hand-made-days.testing.ts';
import { monitorJob } from './judge-monitor.ts';
import type { JudgingParts } from './judging-parts.ts';
import { monitorDesk } from './monitor-desk.ts';

/** A workspace with one connected channel, whose closed days a test writes, and the events that it told of. */
export interface Watched extends Bed {
  told: NewEvent[];
  days: CampaignDays[];
  parts: JudgingParts;
  /** Makes a monitor and returns its id. */
  monitor(spec: Partial<MonitorSpec> & Pick<MonitorSpec, 'kind'>): Promise<string>;
  /** One run of its job; returns when it runs next. */
  judge(id: string): Promise<number | undefined>;
  alerts(): Promise<Record<string, unknown>[]>;
  /** Reconnects the channel with a token that ends then. */
  endsOn(expires_at: string): Promise<void>;
}

export async function watchedBed(): Promise<Watched> {
  const bed = await pipelineBed();
  await bed.connect({ mode: 'live', account: '1234567890' });
  const told: NewEvent[] = [];
  const days: CampaignDays[] = [];
  bed.pipeline.notices = {
    put: async (_tx, event) => {
      if (!told.some(({ id }) => id === event.id)) told.push(event);
    },
  };
  const parts: JudgingParts = {
    history: historyOf(days),
    unknownEndpoints: async (_workspaceId, ids) => ids.filter((id) => !id.startsWith('end_')),
  };
  const place = async () => ({
    pipeline: bed.pipeline,
    call: bed.call(),
    workspace: (await bed.directory.workspace(bed.organizationId, bed.workspaceId))!,
  });
  return {
    ...bed,
    told,
    days,
    parts,
    async monitor(spec) {
      const desk = monitorDesk(await place(), parts);
      return (await desk.create({ action: 'notify', ...spec })).id;
    },
    judge: (key) => {
      const job = { id: 'job_1', kind: 'monitor', key, runAt: 0, payload: {}, attempts: 0 };
      const { signal } = new AbortController();
      return monitorJob(bed.pipeline, parts).run({ ...job, workspaceId: bed.workspaceId, signal });
    },
    async endsOn(expires_at) {
      bed.pipeline.tools = [toolOf(trains as Channel)];
      await bed.connections.put({
        workspaceId: bed.workspaceId,
        channel: 'trains',
        mode: 'live',
        account: '1234567890',
        credentials: { access_token: 'a-secret-token', expires_at },
      });
      bed.directory.refresh();
    },
    async alerts() {
      const { alerts } = await monitorDesk(await place(), parts).alerts({ limit: 100 });
      return alerts;
    },
  };
}

function historyOf(days: CampaignDays[]): DailyHistory {
  return {
    async accounts() {
      return [...new Map(days.map(({ account }) => [account.account, account])).values()];
    },
    async campaigns(_workspaceId, { campaigns, from = '', to = '9999' }) {
      return days
        .filter(({ campaign }) => !campaigns || campaigns.includes(campaign.id))
        .map((one) => ({ ...one, days: one.days.filter(({ day }) => day >= from && day <= to) }));
    },
  };
}

/** A campaign with four quiet weeks of a hundred dollars a day, and these days after them. */
export function spending(until: string, last: readonly Figures[], more: Partial<CampaignDays['campaign']> = {}) {
  const quiet = { cost: 100, impressions: 10_000, clicks: 200, conversions: 20 };
  return campaignOf([...steady(35, quiet), ...last], {
    until,
    account: { channel: 'trains', mode: 'live', account: '1234567890', name: 'North' },
    campaign: more,
  });
}
