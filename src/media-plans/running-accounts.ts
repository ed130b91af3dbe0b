import { Failure } from '../errors.ts';
import type { Job, JobPlace } from '../pipeline/call.ts';
import { RunningCall } from '../pipeline/running-call.ts';
import { eachListed, knownAccount } from '../reports/fan-out.ts';
import type { Missing } from '../reports/missing-sources.ts';
import type { MissingPart } from '../tools/media-plan-files.ts';
import type { MediaPlanning, RunningCampaign } from '../tools/media-planning.ts';
import type { ReportAccount } from '../tools/report/reporting.ts';
import { CallTiming } from '../upstream/call-timing.ts';

/** An account and its campaigns, as they are now. */
export interface RunningAccount {
  channel: string;
  planning: MediaPlanning;
  account: ReportAccount;
  campaigns: readonly RunningCampaign[];
  /** By the platform's clock. */
  now: number;
}

interface Scope {
  channels?: readonly string[] | undefined;
  accounts?: readonly string[] | undefined;
  /** Of those in scope, only these, by `accountKey`; one that no connection reaches is no error. */
  only?: ReadonlySet<string> | undefined;
}

export function accountKey(channel: string | undefined, account: string | undefined): string {
  return `${channel} ${account}`;
}

export interface RunningAccounts {
  accounts: RunningAccount[];
  missing: MissingPart[];
}

/** Reads the campaigns of every account in scope, in the caller's name. What cannot be read stands in `missing`. */
export function runningAccounts(job: JobPlace, scope: Scope): Promise<RunningAccounts> {
  return asTool(job, 'report', async (context) => {
    const accounts: RunningAccount[] = [];
    const missing = await eachListed(scope, context, async ({ place, reporting, connect, signal }, listed) => {
      const { channel } = place;
      if (scope.only && !scope.only.has(accountKey(channel.name, listed.id))) return;
      const planning = channel.mediaPlanning;
      if (!planning) throw notPlanned(channel.name);
      const { client, platformNow } = connect(listed);
      const account = await knownAccount(reporting, client, listed);
      if (!account) return;
      const campaigns = await planning.running(client, account.id, signal);
      accounts.push({ channel: channel.name, planning, account, campaigns, now: platformNow() });
    });
    accounts.sort((a, b) => compareText(a.channel, b.channel) || compareText(a.account.id, b.account.id));
    return { accounts, missing: missing.map(withoutWorkspace) };
  });
}

/** Work with the rights, the reach and the deadline of one of the workspace channel's reads. */
export async function asTool<T>(
  { pipeline, call, workspace }: JobPlace,
  name: string,
  work: (context: RunningCall) => Promise<T>,
): Promise<T> {
  const tool = pipeline.tools.find((one) => one.name === name && !one.channel.needsConnection);
  if (!tool) throw new TypeError(`there is no tool ${name}`);
  const job: Job = { pipeline, tool, args: {}, call, timing: new CallTiming(), workspace, connection: undefined };
  const running = new RunningCall(job);
  try {
    return await work(running);
  } finally {
    running.end();
  }
}

export function withoutWorkspace({ workspaceId: _, ...line }: Missing): MissingPart {
  return line;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function notPlanned(channel: string): Failure {
  return new Failure({
    code: 'unsupported',
    message: `Media plans do not reach the ${channel} channel.`,
    nextStep: 'Name the other channels in `channels`.',
  });
}
