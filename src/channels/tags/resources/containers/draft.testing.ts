import { z } from 'zod';
import type { Sandboxed } from '../../../../../test/sandboxed.ts';
import type { TagsClient } from '../../client.ts';
import { Tag, Trigger, Version, VersionHeader, VersionReply, Workspace } from '../../wire.ts';
import { ALL_PAGES } from '../objects/built-ins.ts';
import { OWN_DRAFT } from './draft.ts';

/** The website's container of the sandbox: its number, and as people name it. */
export const CONTAINER = '7001';
export const ACME = { container_id: 'GTM-ACME001' };
/** A draft of this name is never thrown away to make room. */
export const KEPT_DRAFT = 'Kept';
/** Deletes are answered by nothing. */
const Nothing = z.unknown();
let names = 0;

/** A draft of ours in it, made once for a test file. */
export async function ownDraft({ client: connect }: Pick<Sandboxed, 'client'>): Promise<string> {
  const { client, account } = await connect<TagsClient>();
  const path = `accounts/${account}/containers/${CONTAINER}/workspaces`;
  const known = (await client.every(path, 'workspace', Workspace)).find(({ name }) => name === OWN_DRAFT);
  const { workspaceId } = known ?? (await client.change('POST', path, Workspace, { json: { name: OWN_DRAFT } }));
  return workspaceId;
}

/** What people do in the platform's own pages, past our tools. */
export function outside(sandbox: Sandboxed, container = CONTAINER): Outside {
  return new Outside(sandbox, container);
}

class Outside {
  readonly #sandbox: Sandboxed;
  readonly #container: string;

  constructor(sandbox: Sandboxed, container: string) {
    this.#sandbox = sandbox;
    this.#container = container;
  }

  async #at() {
    // People do not use up our quota.
    await this.#sandbox.passTime(60_000);
    const { client, account } = await this.#sandbox.client<TagsClient>();
    return { client, path: `accounts/${account}/containers/${this.#container}` };
  }

  /** Free containers hold three drafts: the oldest is thrown away, but never the first, nor one that is kept. */
  async room(): Promise<void> {
    const { client, path } = await this.#at();
    const drafts = await client.every(`${path}/workspaces`, 'workspace', Workspace);
    const [oldest] = drafts
      .filter(({ name }) => name !== 'Default Workspace' && name !== KEPT_DRAFT)
      .sort((one, other) => Number(one.workspaceId) - Number(other.workspaceId));
    if (drafts.length > 2) await client.change('DELETE', oldest!.path, Nothing);
  }

  async throwAway(draft: string): Promise<void> {
    const { client, path } = await this.#at();
    await client.change('DELETE', `${path}/workspaces/${draft}`, Nothing);
  }

  async draft(name = `Draft ${++names}`): Promise<string> {
    await this.room();
    const { client, path } = await this.#at();
    return (await client.change('POST', `${path}/workspaces`, Workspace, { json: { name } })).workspaceId;
  }

  async addTag(draft: string, more: Record<string, unknown> = {}): Promise<Tag> {
    const { client, path } = await this.#at();
    const json = {
      name: `Probe ${++names}`,
      type: 'html',
      parameter: [{ type: 'template', key: 'html', value: `<p>${names}</p>` }],
      firingTriggerId: [ALL_PAGES],
      ...more,
    };
    return client.change('POST', `${path}/workspaces/${draft}/tags`, Tag, { json });
  }

  async addTrigger(draft: string, more: Record<string, unknown> = {}): Promise<Trigger> {
    const { client, path } = await this.#at();
    const json = { name: `Trigger ${++names}`, type: 'pageview', ...more };
    return client.change('POST', `${path}/workspaces/${draft}/triggers`, Trigger, { json });
  }

  async changeTag(draft: string, tagId: string, more: Record<string, unknown>): Promise<Tag> {
    const { client, path } = await this.#at();
    const place = `${path}/workspaces/${draft}/tags/${tagId}`;
    return client.change('PUT', place, Tag, { json: { ...(await client.get(place, Tag)), ...more } });
  }

  async removeTag(draft: string, tagId: string): Promise<void> {
    const { client, path } = await this.#at();
    await client.change('DELETE', `${path}/workspaces/${draft}/tags/${tagId}`, Nothing);
  }

  async tag(draft: string, tagId: string): Promise<Tag | undefined> {
    const { client, path } = await this.#at();
    return client.get(`${path}/workspaces/${draft}/tags/${tagId}`, Tag).catch(() => undefined);
  }

  /** Saves a draft as a version. */
  async save(draft: string, name = `Version ${++names}`): Promise<Version> {
    const { client, path } = await this.#at();
    const place = `${path}/workspaces/${draft}:create_version`;
    return (await client.change('POST', place, VersionReply, { json: { name } })).containerVersion!;
  }

  async publish(version: string): Promise<void> {
    const { client, path } = await this.#at();
    await client.change('POST', `${path}/versions/${version}:publish`, VersionReply);
  }

  async remove(version: string): Promise<void> {
    const { client, path } = await this.#at();
    await client.change('DELETE', `${path}/versions/${version}`, Nothing);
  }

  async rename(version: string, name: string): Promise<void> {
    const { client, path } = await this.#at();
    await client.change('PUT', `${path}/versions/${version}`, Version, { json: { name } });
  }

  async live(): Promise<string> {
    const { client, path } = await this.#at();
    return (await client.version(`${path}/versions:live`)).containerVersionId;
  }

  async latest(): Promise<string> {
    const { client, path } = await this.#at();
    return (await client.get(`${path}/version_headers:latest`, VersionHeader)).containerVersionId;
  }
}
