import type { WorkspaceRecord } from '../../auth/directory.ts';
import { Turns } from '../../event-loop/turns.ts';
import { plusDays } from '../../tools/days.ts';
import type { MonitorSpec } from '../../tools/monitor-desk.ts';
import { connectedAccounts } from '../history/connected-accounts.ts';
import type { CampaignDays, HistoryAccount } from '../history/daily-history.ts';
import { daysLookedBack, type FigureSpec, judgeDay } from '../rules/figure-rules.ts';
import type { Subject, Verdict } from '../rules/verdict.ts';
import { accountSeries } from './account-series.ts';
import { accountKey, campaignKey, type Finding, type Look } from './finding.ts';
import type { JudgingParts } from './judging-parts.ts';

/** The accounts of the history that a monitor looks at. */
export async function watchedAccounts(
  { history }: Pick<JudgingParts, 'history'>,
  workspace: WorkspaceRecord,
  { channel, account }: Pick<MonitorSpec, 'channel' | 'account'>,
): Promise<HistoryAccount[]> {
  return connectedAccounts(workspace, await history.accounts(workspace.id)).filter(
    (one) => (channel === undefined || one.channel === channel) && (account === undefined || one.account === account),
  );
}

/** What can be judged of these accounts: the same again means that there is nothing new. */
export function markOf(version: number, accounts: readonly HistoryAccount[]): string {
  const days = accounts.map(({ channel, mode, account, completeUntil, notFresh }) =>
    [channel, mode, account, notFresh ?? completeUntil].join(' '),
  );
  return [version, ...days.sort()].join('\n');
}

/** The campaigns, or the account as one, whose days are judged, with what each is called. */
export async function seriesOf(
  parts: JudgingParts,
  workspaceId: string,
  spec: MonitorSpec,
  account: HistoryAccount,
  from: string,
): Promise<{ subject: Subject; series: CampaignDays }[]> {
  const days = await parts.history.campaigns(workspaceId, {
    channel: account.channel,
    account: account.account,
    ...(spec.campaigns && { campaigns: spec.campaigns }),
    from,
    to: account.completeUntil,
  });
  const own = days.filter((one) => one.account.mode === account.mode);
  if (spec.own?.level !== 'account') return own.map((series) => ({ subject: subjectOf(series), series }));
  const whole = await accountSeries(account, own);
  return whole ? [{ subject: wholeAccount(account), series: whole }] : [];
}

function subjectOf({ account, campaign }: CampaignDays): Subject {
  const place = { channel: account.channel, mode: account.mode, account: account.account, campaign: campaign.id };
  return {
    ...place,
    key: campaignKey(place),
    name: campaign.name,
    accountName: account.name,
    currency: account.currency.code,
  };
}

function wholeAccount({ channel, mode, account, name, currency }: HistoryAccount): Subject {
  return {
    key: accountKey({ channel, mode, account }),
    name,
    channel,
    mode,
    account,
    accountName: name,
    currency: currency.code,
  };
}

/** Judges the newest closed day of every campaign. Days that were missed in between are not told of one by one. */
export async function lookAtFigures(
  parts: JudgingParts,
  workspaceId: string,
  spec: FigureSpec,
  accounts: readonly HistoryAccount[],
  signal: AbortSignal,
): Promise<Look> {
  const turns = new Turns(signal);
  const fresh = accounts.filter(({ notFresh }) => notFresh === undefined);
  const findings: Finding[] = [];
  for (const account of fresh) {
    const day = account.completeUntil;
    const series = await seriesOf(parts, workspaceId, spec, account, plusDays(day, -daysLookedBack(spec)));
    const judged = await turns.map(series, ({ subject, series: one }) => ({
      subject,
      verdict: ofStopped(one, judgeDay(spec, one, day)),
    }));
    findings.push(...judged);
  }
  const stale = accounts.flatMap(({ channel, name, notFresh }) =>
    notFresh === undefined ? [] : [`${channel}, ${name}: ${notFresh}`],
  );
  return {
    findings,
    reasons: accounts.length === 0 ? ['No closed day of what it looks at is known yet.'] : stale,
    isOver: (subject) =>
      accounts.length > 0 && !accounts.some((one) => isOf(one, subject) && one.notFresh !== undefined),
  };
}

function isOf(one: HistoryAccount, { channel, mode, account }: Subject): boolean {
  return one.channel === channel && one.mode === mode && one.account === account;
}

/** What is switched off cannot be judged and does no harm. */
function ofStopped({ campaign }: CampaignDays, verdict: Verdict): Verdict {
  if (campaign.isLive || verdict.state !== 'no_verdict') return verdict;
  return { ...verdict, state: 'quiet', sentence: `It is not switched on (${campaign.status}).` };
}
