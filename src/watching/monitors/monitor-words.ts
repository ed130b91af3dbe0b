import type { MonitorSpec, ShownMonitor } from '../../tools/monitor-desk.ts';
import type { HistoryAccount } from '../history/daily-history.ts';
import { KINDS } from './monitor-kinds.ts';
import type { Monitor } from './monitor-records.ts';

const NAMED_MAX = 3;

/** When a monitor fires, in words. */
export function ruleWords(spec: MonitorSpec, firesWhen: (spec: MonitorSpec) => string): string {
  const { days_before = [14, 7, 3, 1], hours = 4 } = spec.thresholds ?? {};
  switch (spec.kind) {
    case 'ad_rejected':
      return 'Fires when the platform has rejected an ad.';
    case 'account_problem':
      return 'Fires when an account is closed, restricted, unpaid or low on balance.';
    case 'token_expiry':
      return `Fires when a sign-in that does not renew itself ends in ${list(days_before.toSorted((a, b) => b - a).map(String), 'or')} days.`;
    case 'over_limit':
      return 'Fires when a spend limit of the workspace or its organization is used up.';
    case 'outcome_unknown':
      return 'Fires when a change was sent and its outcome is not known.';
    case 'plan_waiting':
      return `Fires when a plan has waited for approval for more than ${hours} ${hours === 1 ? 'hour' : 'hours'}.`;
    default:
      return firesWhen(spec);
  }
}

/** What a monitor looks at, in words. */
export function whereWords(
  spec: Pick<MonitorSpec, 'kind' | 'channel' | 'account' | 'campaigns'>,
  workspace: string,
  accounts: readonly Pick<HistoryAccount, 'channel' | 'account' | 'name'>[] = [],
): string {
  const { kind, channel, account, campaigns } = spec;
  if (KINDS[kind].wide) return `The workspace ${workspace}`;
  if (channel === undefined) return `Every channel of ${workspace}`;
  if (account === undefined) return `Every account of ${channel} in ${workspace}`;
  const name = accounts.find((one) => one.channel === channel && one.account === account)?.name;
  const place = `account ${name === undefined ? account : `“${name}” (${account})`} of ${channel}`;
  if (!campaigns) return `All of ${place}`;
  const named = campaigns.slice(0, NAMED_MAX);
  const rest = campaigns.length - named.length;
  const words = rest > 0 ? `${named.join(', ')} and ${rest} more` : list(named, 'and');
  return `${campaigns.length === 1 ? 'Campaign' : 'Campaigns'} ${words} in ${place}`;
}

function list(items: readonly string[], joint: 'and' | 'or'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${joint} ${items.at(-1)}`;
}

/** How it stands, in words: the reason for no verdict, or how many of what it watches fire. */
export function stateWords({ state, stateWords }: Pick<Monitor, 'state' | 'stateWords'>, firing: number): string {
  if (state === 'new') return 'Not judged yet';
  if (firing > 0 && state !== 'firing') return `${firing} still open; ${stateWords}`;
  return stateWords;
}

interface Around {
  firesWhen(spec: MonitorSpec): string;
  workspace: string;
  accounts: readonly HistoryAccount[];
  firing: number;
  nextCheck: number | undefined;
  createdBy: ShownMonitor['created_by'];
}

export function shownMonitor(monitor: Monitor, around: Around): ShownMonitor {
  const { id, spec, state, watched, judgedAt, createdAt } = monitor;
  const { firing, nextCheck, createdBy, workspace, accounts } = around;
  const { kind, name, channel, account, campaigns, thresholds, own, notify, action } = spec;
  return {
    id,
    kind,
    name,
    fires_when: ruleWords(spec, around.firesWhen),
    where: whereWords(spec, workspace, accounts),
    ...(channel !== undefined && { channel }),
    ...(account !== undefined && { account }),
    ...(campaigns && { campaigns }),
    ...(thresholds && { thresholds }),
    ...(own && { own }),
    ...(notify && { notify }),
    action,
    state: firing > 0 ? 'firing' : state === 'firing' ? 'quiet' : state,
    state_words: stateWords(monitor, firing),
    firing,
    watched,
    ...(judgedAt !== undefined && { judged_at: new Date(judgedAt).toISOString() }),
    ...(nextCheck !== undefined && { next_check: new Date(nextCheck).toISOString() }),
    created_by: createdBy,
    created_at: new Date(createdAt).toISOString(),
  };
}
