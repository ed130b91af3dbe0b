import type { Directory, WorkspaceList, WorkspaceRecord } from '../auth/directory.ts';
import { inWords, type Principal } from '../auth/key-records.ts';
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
      `${inWords(principal)} may not use the ${channel} channel. It may use: ${principal.channels?.join(', ')}. Ask for a key that includes ${channel}.`,
    );
  }

  /** The workspace a call is about: the one it names, or the key's own. */
  workspace(principal: Principal, named: unknown): WorkspaceRecord | Promise<WorkspaceRecord> {
    const id = typeof named === 'string' && named !== '' ? named : principal.workspaceId;
    if (id !== principal.workspaceId && !principal.organizationWide) {
      throw new HttpError(
        403,
        'FORBIDDEN',
        `${inWords(principal)} works in its own workspace only. Leave out workspaceId, or use an organization-wide key.`,
      );
    }
    const found = this.#directory.workspace(principal.organizationId, id);
    return found instanceof Promise ? found.then(existing) : existing(found);
  }

  /** What the key can see, as far as one reply holds it: its own workspace, or the organization's. */
  visible(principal: Principal): WorkspaceList | Promise<WorkspaceList> {
    if (principal.organizationWide) return this.#directory.list(principal.organizationId);
    const own = this.#directory.workspace(principal.organizationId, principal.workspaceId);
    return own instanceof Promise ? own.then(listOf) : listOf(own);
  }

  /** Whether the key reaches the channel in any workspace. */
  async reaches(principal: Principal, channel: string): Promise<boolean> {
    if (principal.organizationWide) return this.#directory.isConnected(principal.organizationId, channel);
    const own = await this.#directory.workspace(principal.organizationId, principal.workspaceId);
    return own?.connections.some((connection) => connection.channel === channel) ?? false;
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

function existing(found: WorkspaceRecord | undefined): WorkspaceRecord {
  if (found) return found;
  throw new HttpError(
    404,
    'NOT_FOUND',
    'There is no such workspace. list_workspaces on the workspace channel names the ones there are.',
  );
}

function listOf(own: WorkspaceRecord | undefined): WorkspaceList {
  return own ? { workspaces: [own], total: 1 } : { workspaces: [], total: 0 };
}
