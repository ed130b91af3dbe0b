import type { Store } from '../../store/store.ts';
import { plusDays } from '../../tools/days.ts';
import type { DailyHistory } from '../history/daily-history.ts';
import { daysLookedBack, judgeSpan, judgesFigures } from '../rules/figure-rules.ts';
import { findMonitor } from './monitor-records.ts';

/** Day by day what a monitor compares, and where it would have fired. */
export interface MonitorLine {
  values: (number | null)[];
  /** Of the last day. */
  threshold: number | null;
}

const DAYS = 28;
const CAMPAIGN = /^campaign (\S+) (\S+) (\S+) (\S+)$/;

/** The last weeks of the campaign that a monitor worries about most; undefined: it judges no campaign's figures, or none yet. */
export async function monitorLine(
  { store, history }: { store: Store; history: DailyHistory },
  monitorId: string,
): Promise<MonitorLine | undefined> {
  const monitor = await findMonitor(store.db, monitorId);
  if (!monitor || !judgesFigures(monitor.spec)) return undefined;
  const [, channel, mode, account, campaign] = CAMPAIGN.exec((await worstSubject(store, monitorId)) ?? '') ?? [];
  if (campaign === undefined) return undefined;
  const { workspaceId, spec } = monitor;
  const known = (await history.accounts(workspaceId)).find(
    (one) => one.channel === channel && one.mode === mode && one.account === account,
  );
  if (!known) return undefined;
  const first = plusDays(known.completeUntil, 1 - DAYS);
  const from = plusDays(first, -daysLookedBack(spec));
  const found = await history.campaigns(workspaceId, { channel, account, campaigns: [campaign], from });
  const series = found.find((one) => one.account.mode === mode);
  if (!series) return undefined;
  const verdicts = judgeSpan(spec, series, first, known.completeUntil);
  return {
    values: verdicts.map(({ value = null }) => value),
    threshold: verdicts.findLast(({ threshold }) => typeof threshold === 'number')?.threshold ?? null,
  };
}

/** One that fires before one that is quiet, of the newest day. */
async function worstSubject({ db }: Store, monitorId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('monitor_verdicts')
    .select('subject')
    .where('monitor_id', '=', monitorId)
    .orderBy((eb) => eb.case().when('state', '=', 'firing').then(0).when('state', '=', 'quiet').then(1).else(2).end())
    .orderBy('window', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.subject;
}
