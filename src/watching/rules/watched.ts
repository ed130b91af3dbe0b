import { isMoney } from '../../reports/vocabulary.ts';
import type { Parts } from '../../tools/report/metrics.ts';
import type { CampaignDays, HistoryDay } from '../history/daily-history.ts';
import type { FigureSpec } from './figure-rules.ts';
import type { Subject } from './verdict.ts';

/** One thing that a monitor judges, with its days. */
export interface Watched {
  subject: Subject;
  series: CampaignDays;
}

/** What a monitor judges, of the campaigns that it looks at. A rule about money leaves out accounts in another currency. */
export function watchedBy(spec: FigureSpec, campaigns: readonly CampaignDays[]): Watched[] {
  const { own } = spec;
  if (!own) return campaigns.map(watchedCampaign);
  const fitting = campaigns.filter(({ account }) => !isMoney(own.metric) || account.currency.code === own.currency);
  if (own.level === 'campaign') return fitting.map(watchedCampaign);
  const accounts = Map.groupBy(fitting, ({ account }) => `${account.channel} ${account.mode} ${account.account}`);
  return [...accounts.values()].map(watchedAccount);
}

export function watchedCampaign(series: CampaignDays): Watched {
  const { account, campaign } = series;
  const place = placeOf(series);
  return {
    subject: {
      ...place,
      key: `${place.key}/${campaign.id}`,
      name: campaign.name,
      campaign: campaign.id,
      accountName: account.name,
    },
    series,
  };
}

function watchedAccount(campaigns: readonly CampaignDays[]): Watched {
  const series = accountDays(campaigns);
  return { subject: { ...placeOf(series), name: series.account.name, accountName: series.account.name }, series };
}

function placeOf({ account: { channel, mode, account, currency } }: CampaignDays) {
  return { key: `${channel}/${mode}/${account}`, channel, mode, account, currency: currency.code };
}

/** The campaigns of one account added up, day by day. A figure that one of them does not tell is not told of the account. */
function accountDays(campaigns: readonly CampaignDays[]): CampaignDays {
  const { account } = campaigns[0]!;
  const byDay = new Map<string, HistoryDay[]>();
  for (const { days } of campaigns) {
    for (const day of days) byDay.set(day.day, [...(byDay.get(day.day) ?? []), day]);
  }
  const days = [...byDay].sort(([a], [b]) => (a < b ? -1 : 1));
  const since = campaigns.map(({ campaign }) => campaign.liveSince).filter((day) => day !== undefined);
  return {
    account,
    campaign: {
      id: account.account,
      name: account.name,
      status: 'account',
      isLive: campaigns.some(({ campaign }) => campaign.isLive),
      liveSince: since.sort()[0],
      budget: undefined,
    },
    days: days.map(([day, of]) => ({
      day,
      parts: added(of.map(({ parts }) => parts)),
      ...(of.some(({ first }) => first) && { first: added(of.map(({ first, parts }) => first ?? parts)) }),
    })),
  };
}

function added(rows: readonly Parts[]): Parts {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return Object.fromEntries(
    [...names].map((name) => {
      const values = rows.map((row) => row[name]).filter((value) => typeof value === 'bigint');
      return [name, values.length === rows.length ? values.reduce((sum, value) => sum + value, 0n) : null];
    }),
  );
}
