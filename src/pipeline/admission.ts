import type { Directory, WorkspaceRecord } from '../auth/directory.ts';
import type { Principal } from '../auth/key-records.ts';
import { HttpError } from '../errors.ts';

/** What a key may reach: a workspace, and through it a channel's connection. */
export class Admission {
  readonly #directory: Directory;

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  /** Whatever the address: an address may serve tools of several channels. */
  mayUse({ channels }: Principal, channel: string): boolean {
    return !channels || channels.includes(channel);
  }

  checkChannel(principal: Principal, channel: string): void {
    if (this.mayUse(principal, channel)) return;
    throw new HttpError(
      403,
      'FORBIDDEN',
      `The key "${principal.keyName}" may not use the ${channel} channel. It may use: ${principal.channels?.join(', ')}. Ask for a key that includes ${channel}.`,
    );
  }

  /** The workspace a call is about: the one it names, or the key's own. */
  workspace(principal: Principal, named: unknown): WorkspaceRecord | Promise<WorkspaceRecord> {
    const id = typeof named === 'string' && named !== '' ? named : principal.workspaceId;
    if (id !== principal.workspaceId && !principal.organizationWide) {
      throw new HttpError(
        403,
        'FORBIDDEN',
        `The key "${principal.keyName}" works in its own workspace only. Leave out workspaceId, or use an organization-wide key.`,
      );
    }
    const workspaces = this.#directory.workspaces(principal.organizationId);
    return workspaces instanceof Promise ? workspaces.then((loaded) => oneOf(loaded, id)) : oneOf(workspaces, id);
  }

  /** Every workspace the key can see: its own, or all of the organization's. */
  visible(principal: Principal): readonly WorkspaceRecord[] | Promise<readonly WorkspaceRecord[]> {
    const all = this.#directory.workspaces(principal.organizationId);
    return all instanceof Promise ? all.then((loaded) => seenBy(principal, loaded)) : seenBy(principal, all);
  }

  connection(workspace: WorkspaceRecord, channel: string): WorkspaceRecord['connections'][number] {
    const found = workspace.connections.find((connection) => connection.channel === channel);
    if (found) return found;
    throw new HttpError(
      403,
      'FORBIDDEN',
      `The ${channel} channel is not connected in the workspace "${workspace.name}". Connect it there, or name a workspace where it is (list_workspaces shows which).`,
    );
  }
}

function oneOf(workspaces: readonly WorkspaceRecord[], id: string): WorkspaceRecord {
  const found = workspaces.find((workspace) => workspace.id === id);
  if (found) return found;
  throw new HttpError(
    404,
    'NOT_FOUND',
    'There is no such workspace. list_workspaces on the workspace channel names the ones there are.',
  );
}

function seenBy(
  { organizationWide, workspaceId }: Principal,
  all: readonly WorkspaceRecord[],
): readonly WorkspaceRecord[] {
  return organizationWide ? all : all.filter(({ id }) => id === workspaceId);
}
