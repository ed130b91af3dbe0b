import type { WorkspaceRecord } from '../auth/directory.ts';
import { inWords, type Principal } from '../auth/key-records.ts';
import { Failure, HttpError } from '../errors.ts';
import { storedStops } from '../store/stored-stops.ts';
import type { Channel } from '../tools/channel.ts';
import { withConnectLine } from '../tools/connect-line.ts';
import { maySpendLess } from '../tools/less-spending.ts';
import type { Reach, Reached, Unreached } from '../tools/reach.ts';
import { CallTiming } from '../upstream/call-timing.ts';
import { PlatformClock } from '../upstream/platform-clock.ts';
import type { Sender } from '../upstream/sender.ts';
import { REPLY_BYTES_MAX } from './bound-reply.ts';
import type { Call, Job } from './call.ts';
import { asFailure, refusedBy } from './call-failures.ts';
import { ownAccounts } from './fence.ts';
import { openSession } from './open-session.ts';

/**
 * Other channels for a tool that speaks of several. Each is admitted as its own tools are: by the key's channels, the
 * workspace's connection and its fence, on sessions of the same factory.
 */
export function reachOf(job: Job, sender: Sender): Reach {
  const { pipeline, call, workspace } = job;
  const byName = new Map(pipeline.tools.map(({ channel }) => [channel.name, channel]));
  const channels = [...byName.values()].filter(({ reporting }) => reporting);
  const stopsOf = (workspaceId: string) =>
    storedStops(pipeline.store, pipeline.ambient, { workspaceId, by: call.principal.name });
  return {
    ...pipeline.reports,
    call: callsOf(job),
    stops: stopsOf(workspace.id),
    stopsOf,
    unexpected(error) {
      const failure = asFailure(error, job.tool, call);
      const startedAt = pipeline.ambient.elapsedMs();
      pipeline.onEvent({ tool: job.tool, call, startedAt, durationMs: 0, timing: new CallTiming(), failure });
      return failure;
    },
    async channels(which) {
      if (which === 'all' && !call.principal.organizationWide) throw ownWorkspaceOnly(call.principal);
      const found = which === 'own' ? [workspace] : await pipeline.admission.everyVisible(call.principal);
      return found.flatMap((one) => channels.map((channel) => reached(job, sender, one, channel)));
    },
  };
}

/**
 * Every channel of the workspace, and every workspace of the organization, whatever the key may use: a spend limit counts
 * what runs, not what its caller sees.
 */
export function wholeReach(job: Job, sender: Sender): Reach {
  const { call } = job;
  const principal: Principal = { ...call.principal, channels: undefined, organizationWide: true };
  return reachOf({ ...job, call: { ...call, principal } }, sender);
}

/**
 * Calls that a tool makes as its own caller. Each is a call with an id of its own, made of the first one's, so that the audit
 * log shows which belong together.
 */
function callsOf(job: Job): Reach['call'] {
  const { pipeline, call } = job;
  let count = 0;
  return async (place, name, args, { id, through }) => {
    const tool = pipeline.tools.find((one) => one.channel.name === place.channel.name && one.name === name);
    if (!tool) throw new TypeError(`the ${place.channel.name} channel has no tool ${name}`);
    count += 1;
    const account = tool.needsAccount && { [tool.channel.account?.argument ?? '']: id };
    const given = { ...args, ...through, ...account, workspaceId: place.workspace.id };
    const { json, failure } = await pipeline
      .runTool(pipeline, tool, given, innerCall(job, `${call.requestId}.${count}`))
      .catch((error: unknown) => {
        throw error instanceof HttpError ? refusedBy(error) : error;
      });
    if (failure) throw failure;
    return JSON.parse(json);
  };
}

function innerCall({ tool, args, call }: Job, requestId: string): Call {
  const { principal, readOnly, gone, traceparent, charge } = call;
  return {
    principal,
    requestId,
    readOnly,
    gone,
    traceparent,
    room: { bytes: REPLY_BYTES_MAX, as: 'data' },
    charge: maySpendLess(tool, args) ? async () => {} : charge,
  };
}

function reached(
  { pipeline, tool, args, call }: Job,
  sender: Sender,
  workspace: WorkspaceRecord,
  channel: Channel,
): Reached | Unreached {
  const { principal } = call;
  const { id, name } = workspace;
  if (!pipeline.admission.mayUse(principal, channel.name)) return forbidden(principal, workspace, channel);
  const connection = workspace.connections.find((one) => one.channel === channel.name);
  if (!connection) return unconnected(workspace, channel);
  // One clock for all sessions of a connection: what one of them heard, the others know.
  const clock = new PlatformClock(pipeline.sessions.now);
  return {
    workspace: { id, name },
    channel,
    mode: connection.mode,
    ...ownAccounts(channel, connection),
    identity: `${connection.id} ${connection.version}`,
    connect(signal, shared) {
      const sessions = { ...pipeline.sessions, sender };
      const asking = { channel, repeat: 'safe' as const, urgent: maySpendLess(tool, args) };
      const session = openSession(sessions, asking, id, connection, signal, principal.id, clock);
      return { client: channel.connect(session, { ...shared }), platformNow: session.platformNow };
    },
  };
}

function ownWorkspaceOnly(principal: Principal): Failure {
  return new Failure({
    code: 'permission_denied',
    message: `\`workspaces\`: the ${principal.kind} "${principal.name}" works in its own workspace only.`,
    problems: [{ field: 'workspaces', message: 'needs an organization-wide key' }],
    nextStep: 'Leave out workspaces, or use an organization-wide key.',
  });
}

function forbidden(principal: Principal, { id, name }: WorkspaceRecord, channel: Channel): Unreached {
  return {
    workspace: { id, name },
    channel,
    code: 'permission_denied',
    reason: `${inWords(principal)} may not use the ${channel.name} channel.`,
    nextStep: `Use a key that includes ${channel.name}, or name the other channels in \`channels\`.`,
  };
}

function unconnected({ id, name }: WorkspaceRecord, channel: Channel): Unreached {
  return {
    workspace: { id, name },
    channel,
    code: 'not_connected',
    reason: `The ${channel.name} channel is not connected in the workspace "${name}".`,
    nextStep: withConnectLine(
      `Connect it (adhelm connect ${channel.name}), or name the other channels in \`channels\`.`,
      { channel: channel.name, workspace: name, mode: 'live' },
    ),
  };
}
