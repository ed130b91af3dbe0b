import type { ConnectionView, WorkspaceRecord } from '../auth/directory.ts';
import { Failure } from '../errors.ts';
import type { Sender } from '../upstream/sender.ts';
import type { Job } from './call.ts';
import { openSession } from './open-session.ts';

/** Asked on the way to a refusal only, so a few have to be enough. */
const WORKSPACES_ASKED_MAX = 5;
const IDS_ASKED_MAX = 3;

interface Elsewhere {
  workspace: WorkspaceRecord;
  connection: ConnectionView;
}

/**
 * An object that is not in this workspace may be in another one of the organization. An organization-wide key is told which;
 * any other key gets the same failure as for an unknown id.
 */
export async function withWhereabouts(
  failure: Failure,
  job: Job,
  reader: { sender: Sender; signal: AbortSignal },
): Promise<Failure> {
  const { tool, call, pipeline, workspace } = job;
  const isMissing = failure.code === 'not_found' || failure.code === 'permission_denied';
  if (!isMissing || failure.outcome !== 'not_applied' || !call.principal.organizationWide) return failure;
  const { workspaces } = await pipeline.admission.visible(call.principal);
  const others = workspaces.flatMap((other): Elsewhere[] => {
    const connection = other.connections.find(({ channel }) => channel === tool.channel.name);
    return connection && other.id !== workspace.id ? [{ workspace: other, connection }] : [];
  });
  const found = byAccount(job, others) ?? (await byObject(job, others, reader));
  return found ? toldOf(failure, found) : failure;
}

function byAccount({ tool, args }: Job, others: readonly Elsewhere[]): WorkspaceRecord | undefined {
  const named = tool.accountArguments.flatMap((argument) => [args[argument]].flat());
  const { account } = tool.channel;
  const idOf = (text: string) => account?.schema.safeParse(text).data;
  return others.find(({ connection: { account: configured, accounts = [] } }) =>
    [...(configured ? [configured] : []), ...accounts].some((id) => named.includes(idOf(id))),
  )?.workspace;
}

async function byObject(
  { tool, args, pipeline, call }: Job,
  others: readonly Elsewhere[],
  { sender, signal }: { sender: Sender; signal: AbortSignal },
): Promise<WorkspaceRecord | undefined> {
  const { channel } = tool;
  if (!channel.holds) return undefined;
  const ids = Object.entries(args)
    .filter(([name]) => /_ids?$/.test(name) && !tool.accountArguments.includes(name))
    .flatMap(([, value]) => [value].flat())
    .filter((id) => typeof id === 'string')
    .slice(0, IDS_ASKED_MAX);
  for (const { workspace, connection } of ids.length > 0 ? others.slice(0, WORKSPACES_ASKED_MAX) : []) {
    const sessions = { ...pipeline.sessions, sender };
    const reading = { channel, repeat: 'safe' as const };
    const session = openSession(sessions, reading, workspace.id, connection, signal, call.principal.id);
    const client = channel.connect(session, {});
    const account = channel.account?.schema.safeParse(connection.account).data ?? '';
    const held = await Promise.all(ids.map((id) => channel.holds?.(client, id, account).catch(() => false)));
    if (held.some(Boolean)) return workspace;
  }
  return undefined;
}

function toldOf({ details }: Failure, { name }: WorkspaceRecord): Failure {
  return new Failure({
    ...details,
    message: `${details.message} It belongs to the workspace "${name}".`,
    nextStep: `Nothing was changed. Call again with workspaceId ${JSON.stringify(name)}.`,
  });
}
