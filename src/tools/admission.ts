import type { Directory, WorkspaceRecord } from '../auth/directory.ts';
import type { Principal } from '../auth/key-records.ts';
import { HttpError } from '../errors.ts';

/** What a key may reach: a workspace, and through it a channel's connection. */
export class Admission {
  readonly #directory: Directory;

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  /** Refuses a key that is not meant for this address at all. */
  checkAddress(principal: Principal, address: string): void {
    if (principal.channels && !principal.channels.includes(address)) {
      throw new HttpError(
        403,
        'FORBIDDEN',
        `The key "${principal.keyName}" may not use the ${address} channel. It may use: ${principal.channels.join(', ')}. Ask for a key that includes ${address}.`,
      );
    }
  }

  /** The workspace a call is about: the one it names, or the key's own. */
  async workspace(principal: Principal, named: unknown): Promise<WorkspaceRecord> {
    const id = typeof named === 'string' && named !== '' ? named : principal.workspaceId;
    if (id !== principal.workspaceId && !principal.organizationWide) {
      throw new HttpError(
        403,
        'FORBIDDEN',
        `The key "${principal.keyName}" works in its own workspace only. Leave out workspaceId, or use an organization-wide key.`,
      );
    }
    const workspaces = await this.#directory.workspaces(principal.organizationId);
    const found = workspaces.find((workspace) => workspace.id === id);
    if (found) return found;
    throw new HttpError(
      404,
      'NOT_FOUND',
      'There is no such workspace. list_workspaces on the workspace channel names the ones there are.',
    );
  }

  /** Every workspace the key can see: its own, or all of the organization's. */
  async visible(principal: Principal): Promise<readonly WorkspaceRecord[]> {
    const all = await this.#directory.workspaces(principal.organizationId);
    return principal.organizationWide ? all : all.filter((workspace) => workspace.id === principal.workspaceId);
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
