import { DAY_MS } from '../../ambient.ts';
import { readChanges } from '../../audit/recorded-changes.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import type { Channel } from '../../tools/channel.ts';
import type { SuggestedMonitor } from '../../tools/monitor-desk.ts';
import { tokenHealth } from '../../tools/token-health.ts';
import type { Monitor } from './monitor-records.ts';

const LAUNCHED_MS = 7 * DAY_MS;
const LAUNCHES_READ = 50;
const SUGGESTED_MAX = 10;

/** Monitors that make sense now and that nothing watches yet: after a connect, and after a launch. */
export async function suggestedMonitors(job: JobPlace, monitors: readonly Monitor[]): Promise<SuggestedMonitor[]> {
  const found = [...(await afterConnect(job)), ...(await afterLaunch(job))];
  return found
    .filter(({ arguments: wanted }) => !monitors.some(({ spec }) => covers(spec, wanted)))
    .slice(0, SUGGESTED_MAX);
}

/** Whether a monitor already looks at everything that a suggested one would. */
function covers(spec: Monitor['spec'], wanted: SuggestedMonitor['arguments']): boolean {
  if (spec.kind !== wanted.kind) return false;
  if (spec.channel !== undefined && spec.channel !== wanted.channel) return false;
  if (spec.account !== undefined && spec.account !== wanted.account) return false;
  return !spec.campaigns || (wanted.campaigns ?? []).every((id) => spec.campaigns?.includes(id));
}

function channelsOf({ pipeline, call }: JobPlace): Map<string, Channel> {
  const usable = pipeline.tools.filter(({ channel }) => pipeline.admission.mayUse(call.principal, channel.name));
  return new Map(usable.map(({ channel }) => [channel.name, channel]));
}

/** Sign-ins with an end that nothing renews. */
async function afterConnect(job: JobPlace): Promise<SuggestedMonitor[]> {
  const { pipeline, workspace } = job;
  const channels = channelsOf(job);
  const suggested: SuggestedMonitor[] = [];
  for (const { id, version, channel: name } of workspace.connections) {
    const channel = channels.get(name);
    if (!channel) continue;
    const held = await pipeline.sessions.connections.credentials(id, version);
    const { expiresAt, renewsItself } = tokenHealth(channel, held, pipeline.ambient.now());
    if (expiresAt === null || renewsItself) continue;
    suggested.push({
      arguments: { kind: 'token_expiry', channel: name },
      purpose: `Be told before the sign-in of ${channel.title} ends on ${expiresAt.slice(0, 10)}`,
    });
  }
  return suggested;
}

/** Campaigns that were made through this service in the last days. */
async function afterLaunch(job: JobPlace): Promise<SuggestedMonitor[]> {
  const { pipeline, workspace } = job;
  const suggested: SuggestedMonitor[] = [];
  for (const [name, channel] of channelsOf(job)) {
    const level = channel.levels?.[0];
    const connection = workspace.connections.find((one) => one.channel === name);
    if (!level || !connection || !channel.reporting) continue;
    const { changes } = await readChanges(pipeline.store.db, workspace.id, {
      since: pipeline.ambient.now() - LAUNCHED_MS,
      channels: [name],
      entries: { tool: [level.tool.replace('update_', 'create_')], outcome: ['applied'] },
      limit: LAUNCHES_READ,
    });
    for (const { ids, names, args } of changes) {
      const [[part, campaign] = []] = Object.entries(ids);
      const account = args[channel.account?.argument ?? ''] ?? connection.account;
      if (part === undefined || campaign === undefined || typeof account !== 'string') continue;
      suggested.push({
        arguments: { kind: 'zero_delivery', channel: name, account, campaigns: [campaign] },
        purpose: `Be told when the new campaign “${names[part] ?? args.name ?? campaign}” is not shown`,
      });
    }
  }
  return suggested;
}
