import type { WorkspaceRecord } from '../../auth/directory.ts';
import { inWords, type Principal } from '../../auth/key-records.ts';
import { Failure, type Problem } from '../../errors.ts';
import type { Channel } from '../../tools/channel.ts';
import { MONITOR_KINDS, type MonitorKind, type MonitorSpec } from '../../tools/monitor-desk.ts';
import { needs, notBoth, onlyWith } from '../../tools/rules.ts';
import type { HistoryAccount } from '../history/daily-history.ts';
import type { JudgingParts } from './judging-parts.ts';
import { KINDS } from './monitor-kinds.ts';

interface Asked {
  spec: MonitorSpec;
  workspace: WorkspaceRecord;
  channels: readonly Channel[];
  parts: JudgingParts;
  /** Of these ids, those that the platform has no campaign for; empty where it cannot be asked. */
  missingCampaigns(channel: string, account: string, ids: readonly string[]): Promise<string[]>;
}

/** What of the place, the action and the own rule does not fit the kind. */
export function specProblems(spec: MonitorSpec): Problem[] {
  const { kind, action, own } = spec;
  return [
    ...needs(spec, 'account', 'channel'),
    ...needs(spec, 'campaigns', 'account'),
    ...needs(spec, { kind: 'own' }, 'own'),
    ...onlyWith(spec, 'own', { kind: 'own' }),
    ...(NOT_TAKEN[kind] ?? []).flatMap((field) => notBoth(spec, { kind }, field)),
    ...(action === 'pause' ? pauseProblems(kind, own?.level) : []),
  ];
}

/** What kinds that look at something wider do not take; overspend is held to this by its rule. */
const NOT_TAKEN: Readonly<Partial<Record<MonitorKind, readonly string[]>>> = {
  account_problem: ['campaigns'],
  over_limit: ['channel', 'account', 'campaigns'],
  outcome_unknown: ['account', 'campaigns'],
  plan_waiting: ['account', 'campaigns'],
  token_expiry: ['account', 'campaigns'],
};

function pauseProblems(kind: MonitorKind, level: string | undefined): Problem[] {
  if (level === 'account') return [{ field: 'action', message: 'pause needs own.level campaign' }];
  if (KINDS[kind].pauses) return [];
  const pausing = MONITOR_KINDS.filter((one) => KINDS[one].pauses);
  return [
    { field: 'action', message: `pause needs a campaign that spends (${pausing.join(', ')}); ${kind} can only notify` },
  ];
}

/** The same against what the workspace has: channels, accounts, campaigns, endpoints. */
export async function placeProblems(asked: Asked): Promise<Problem[]> {
  const { spec, workspace, channels, parts } = asked;
  const { channel, account, campaigns, notify } = spec;
  const problems: Problem[] = [];
  const watchable = workspace.connections.filter(
    (one) => channels.some(({ name, reporting }) => name === one.channel && reporting) || spec.kind === 'token_expiry',
  );
  if (channel !== undefined && !watchable.some((one) => one.channel === channel))
    problems.push({
      field: 'channel',
      message: `${channel} is not connected in ${workspace.name}, or has nothing to watch`,
      allowed_values: [...new Set(watchable.map((one) => one.channel))],
    });
  else if (channel !== undefined && account !== undefined) {
    const known = (await parts.history.accounts(workspace.id)).filter((one) => one.channel === channel);
    const connection = watchable.find((one) => one.channel === channel);
    const ids = new Set([...known.map((one) => one.account), connection?.account, ...(connection?.accounts ?? [])]);
    ids.delete(undefined);
    if (connection?.accounts ? !connection.accounts.includes(account) : ids.size > 0 && !ids.has(account))
      problems.push({
        field: 'account',
        message: `names no account of ${channel} that the workspace can read`,
        allowed_values: [...ids].slice(0, 20) as string[],
      });
    else if (campaigns) problems.push(...(await campaignProblems(asked, known)));
  }
  const unknown = notify ? await parts.unknownEndpoints(workspace.id, notify) : [];
  if (unknown.length > 0)
    problems.push({ field: 'notify', message: `${unknown.join(', ')} names no endpoint of the workspace` });
  return problems;
}

/** The platform is asked only for those that no closed day tells of: one that was made just now has none yet. */
async function campaignProblems(
  { spec, workspace, parts, missingCampaigns }: Asked,
  known: readonly HistoryAccount[],
): Promise<Problem[]> {
  const { channel = '', account = '', campaigns = [] } = spec;
  const until = known.find((one) => one.account === account)?.completeUntil;
  const found = until
    ? await parts.history.campaigns(workspace.id, { channel, account, campaigns, from: until, to: until })
    : [];
  const unseen = campaigns.filter((id) => !found.some((one) => one.campaign.id === id));
  const missing = unseen.length > 0 ? await missingCampaigns(channel, account, unseen) : [];
  if (missing.length === 0) return [];
  return [{ field: 'campaigns', message: `${missing.slice(0, 5).join(', ')}: no such campaign in account ${account}` }];
}

/** A key for single channels makes and changes monitors of these only. */
export function refuseOtherChannels(principal: Principal, { channel }: Pick<MonitorSpec, 'channel'>): void {
  if (!principal.channels || (channel !== undefined && principal.channels.includes(channel))) return;
  const own = principal.channels.filter((name) => name !== 'workspace');
  throw new Failure({
    code: 'permission_denied',
    message: `\`channel\`: ${inWords(principal)} may watch only its own channels.`,
    problems: [{ field: 'channel', message: 'has to be one of the key', allowed_values: own }],
    nextStep: `Name one of them in channel: ${own.join(', ')}. Nothing was changed.`,
  });
}

/** Whether a caller sees what is about this channel; undefined: about all of them. */
export function sees({ channels }: Principal, channel: string | null | undefined): boolean {
  return !channels || (typeof channel === 'string' && channels.includes(channel));
}
