import type { Directory, WorkspaceList, WorkspaceRecord } from '../auth/directory.ts';
import { inWords, type Principal } from '../auth/key-records.ts';
import { Failure, HttpError } from '../errors.ts';
import type { Tool } from '../tools/define-tool.ts';
import { lookupText } from '../tools/lookup-text.ts';

/** What a key may reach: a workspace, and through it a channel's connection. */
export class Admission {
  readonly #directory: Directory;

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  /** By channel, not by address: an address may serve tools of several channels. */
  mayUse({ channels }: Principal, channel: string): boolean {
    return !channels || channels.includes(channel);
  }

  /** What was planned in a sheet is about several channels: a key for some of them sees only its own. */
  mayUseSheet({ channels, id }: Principal, madeBy: string): boolean {
    return !channels || id === madeBy;
  }

  /** A key for some channels may stop what these spend, though the tool belongs to none of them. */
  checkTool(principal: Principal, { channel, stopsSpending }: Pick<Tool, 'channel' | 'stopsSpending'>): void {
    if (!stopsSpending && !channel.forEveryKey) this.checkChannel(principal, channel.name);
  }

  checkChannel(principal: Principal, channel: string): void {
    if (this.mayUse(principal, channel)) return;
    const way =
      principal.kind === 'grant'
        ? `Connect the client again and tick ${channel}.`
        : `Ask for a key that includes ${channel}.`;
    throw new HttpError(
      403,
      'FORBIDDEN',
      `${inWords(principal)} may not use the ${channel} channel. It may use: ${principal.channels?.join(', ')}. ${way}`,
    );
  }

  /** The workspace a call is about: the one it names by id or name, or the key's own. */
  async workspace(principal: Principal, named: unknown): Promise<WorkspaceRecord> {
    const isNamed = typeof named === 'string' && named !== '' && named !== principal.workspaceId;
    const found = await this.#directory.workspace(principal.organizationId, isNamed ? named : principal.workspaceId);
    return found && (!isNamed || principal.organizationWide)
      ? found
      : this.#namedOtherwise(principal, isNamed ? named : '');
  }

  /** No id: the name of a workspace the key can see, or nothing it may know of. */
  async #namedOtherwise(principal: Principal, named: string): Promise<WorkspaceRecord> {
    const workspaces = await this.everyVisible(principal);
    const wanted = lookupText(named);
    const alike = workspaces.filter(({ name }) => lookupText(name) === wanted);
    const found = alike.length === 1 ? alike[0] : alike.find(({ name }) => name === named);
    if (found) return found;
    if (alike.length > 0) throw severalNamed(named, alike);
    if (!principal.organizationWide)
      throw new HttpError(
        403,
        'FORBIDDEN',
        `${inWords(principal)} works in its own workspace only. Leave out workspaceId, or use an organization-wide key.`,
      );
    const shown = workspaces.slice(0, WORKSPACES_SHOWN_MAX);
    const more = workspaces.length > shown.length ? ` and ${workspaces.length - shown.length} more` : '';
    throw new Failure({
      code: 'not_found',
      message: `There is no such workspace. There are: ${shown.map(({ id, name }) => `${name} (${id})`).join(', ')}${more}.`,
      problems: [{ field: 'workspaceId', message: 'names no workspace', allowed_values: shown.map(({ id }) => id) }],
      nextStep: 'Name one of them by id or name, or leave workspaceId out. Nothing was sent.',
    });
  }

  /** What the key can see, as far as one reply holds it: its own workspace, or the organization's. */
  async visible(principal: Principal): Promise<WorkspaceList> {
    if (principal.organizationWide) return this.#directory.list(principal.organizationId);
    const own = await this.#directory.workspace(principal.organizationId, principal.workspaceId);
    return own ? { workspaces: [own], total: 1 } : { workspaces: [], total: 0 };
  }

  /** All of what the key can see, however many workspaces that are: a sum over some of them would pass for the whole. */
  async everyVisible(principal: Principal): Promise<readonly WorkspaceRecord[]> {
    return principal.organizationWide
      ? this.#directory.workspaces(principal.organizationId)
      : (await this.visible(principal)).workspaces;
  }

  /** Beyond one reply: those after a workspace; undefined when that is gone. */
  async visibleAfter(principal: Principal, id: string, limit: number): Promise<readonly WorkspaceRecord[] | undefined> {
    return principal.organizationWide ? this.#directory.listAfter(principal.organizationId, id, limit) : [];
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

function severalNamed(named: string, alike: readonly WorkspaceRecord[]): Failure {
  const shown = alike.slice(0, WORKSPACES_SHOWN_MAX);
  return new Failure({
    code: 'conflict',
    message: `Several workspaces could be meant by "${named}": ${shown.map(({ id, name }) => `${name} (${id})`).join(', ')}.`,
    problems: [
      { field: 'workspaceId', message: 'names several workspaces', allowed_values: shown.map(({ id }) => id) },
    ],
    nextStep: 'Name one of them by its id. Nothing was sent.',
  });
}

/** An error lists no more than these. */
const WORKSPACES_SHOWN_MAX = 50;
