import type { MonitorKind, MonitorSpec, ShownMonitor } from '../../tools/monitor-desk.ts';
import { firesWhen } from '../rules/rule-words.ts';
import type { Monitor } from './monitor-records.ts';

const LOOKS_AT: Readonly<Partial<Record<MonitorKind, string>>> = {
  overspend: 'rows of the budget plan',
  budget_nearly_gone: 'campaigns with a lifetime budget',
  ad_rejected: 'ads',
  account_problem: 'accounts',
  token_expiry: 'connections',
  over_limit: 'limits',
  outcome_unknown: 'changes',
  plan_waiting: 'plans',
};

/** What a monitor looks at, in words. */
function whereWords({
  kind,
  channel,
  account,
  campaigns,
  own,
}: Pick<MonitorSpec, 'kind' | 'channel' | 'account' | 'campaigns' | 'own'>): string {
  const objects = LOOKS_AT[kind] ?? (own?.level === 'account' ? 'accounts' : 'campaigns');
  if (channel === undefined) return `all ${objects}, all channels`;
  if (account === undefined) return `all ${objects}, ${channel}`;
  if (campaigns === undefined)
    return `${objects === 'accounts' ? 'account' : `all ${objects} of account`} ${account}, ${channel}`;
  return `${campaigns.length === 1 ? `campaign ${campaigns[0]}` : `${campaigns.length} campaigns`} of account ${account}, ${channel}`;
}

/** How it stands, in words: the reason for no verdict, or how many of what it watches fire. */
function stateWords({ state, stateWords }: Pick<Monitor, 'state' | 'stateWords'>, firing: number): string {
  if (state === 'new') return 'Not judged yet';
  if (firing > 0 && state !== 'firing') return `${firing} still open; ${stateWords}`;
  return stateWords;
}

interface Around {
  firing: number;
  nextCheck: number | undefined;
  createdBy: ShownMonitor['created_by'];
}

export function shownMonitor(monitor: Monitor, around: Around): ShownMonitor {
  const { id, spec, state, watched, judgedAt, createdAt } = monitor;
  const { firing, nextCheck, createdBy } = around;
  const { kind, name, channel, account, campaigns, thresholds, own, notify, action } = spec;
  return {
    id,
    kind,
    name,
    fires_when: firesWhen(spec),
    where: whereWords(spec),
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
