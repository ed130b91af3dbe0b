import { Failure } from '../errors.ts';
import type { Job, JobPlace } from '../pipeline/call.ts';
import { RunningCall } from '../pipeline/running-call.ts';
import { eachAccount } from '../reports/fan-out.ts';
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
}

export interface RunningAccounts {
  accounts: RunningAccount[];
  missing: MissingPart[];
}

/** Reads the campaigns of every account in scope, in the caller's name. What cannot be read stands in `missing`. */
export function runningAccounts(job: JobPlace, scope: Scope): Promise<RunningAccounts> {
  return asTool(job, 'report', async (context) => {
    const accounts: RunningAccount[] = [];
    const missing = await eachAccount(scope, context, async ({ place, account, client, platformNow, signal }) => {
      const planning = place.channel.mediaPlanning;
      if (!planning) throw notPlanned(place.channel.name);
      const campaigns = await planning.running(client, account.id, signal);
      accounts.push({ channel: place.channel.name, planning, account, campaigns, now: platformNow() });
    });
    accounts.sort((a, b) => compareText(a.channel, b.channel) || compareText(a.account.id, b.account.id));
    return { accounts, missing: missing.map(withoutWorkspace) };
  });
}

/** Work with the rights, the reach and the deadline of one of the workspace channel's reads. */
async function asTool<T>(
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

function withoutWorkspace({ workspaceId: _, ...line }: Missing): MissingPart {
  return line;
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function notPlanned(channel: string): Failure {
  return new Failure({
    code: 'unsupported',
    message: `Media plans do not reach the ${channel} channel.`,
    nextStep: 'Name the other channels in `channels`.',
  });
}
