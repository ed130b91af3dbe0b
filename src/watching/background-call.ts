import type { WorkspaceRecord } from '../auth/directory.ts';
import { REPLY_BYTES_MAX } from '../pipeline/bound-reply.ts';
import type { Call, JobPlace, Pipeline } from '../pipeline/call.ts';
import { reachOf } from '../pipeline/reach.ts';
import type { Reach } from '../tools/reach.ts';
import { CallTiming } from '../upstream/call-timing.ts';

/** A call that the service makes for itself: it reads every channel of the workspace and changes nothing. */
export function serviceCall(workspace: WorkspaceRecord, requestId: string, signal: AbortSignal): Call {
  return {
    ...unattended(requestId, signal),
    principal: {
      kind: 'service',
      id: 'service',
      name: 'Adhelm',
      organizationId: workspace.organizationId,
      workspaceId: workspace.id,
      organizationWide: false,
      channels: undefined,
      readOnly: true,
      ratePoints: undefined,
      workspacePoints: undefined,
    },
    readOnly: true,
  };
}

/** Who asked for something that happens later, such as the pause of a monitor. */
export interface Creator {
  requester: string;
  organizationId: string;
  workspaceId: string;
}

/** A call in the name of the key or person that asked for it; undefined: they may no longer do anything there. */
export async function creatorCall(
  pipeline: Pipeline,
  creator: Creator,
  requestId: string,
  signal: AbortSignal,
): Promise<Call | undefined> {
  const principal = await pipeline.requester(creator);
  return principal && { ...unattended(requestId, signal), principal, readOnly: false };
}

/** The channels that have figures, as a call about all of them reaches them; undefined: this service has no workspace channel. */
export function reachFor({ pipeline, workspace, call }: JobPlace): Reach | undefined {
  const tool = pipeline.tools.find(({ name, channel }) => name === 'report' && channel.name === 'workspace');
  if (!tool) return undefined;
  const job = { pipeline, tool, args: {}, call, timing: new CallTiming(), workspace, connection: undefined };
  return reachOf(job, pipeline.sessions.sender);
}

function unattended(requestId: string, signal: AbortSignal) {
  return {
    requestId,
    gone: () => signal,
    room: { bytes: REPLY_BYTES_MAX, as: 'data' as const },
    charge: async () => {},
  };
}
