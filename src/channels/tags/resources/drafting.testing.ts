import type { Sandboxed } from '../../../../test/sandboxed.ts';
import type { TagsClient } from '../client.ts';
import { Tag, Trigger, Version, VersionReply, Workspace } from '../wire.ts';

export const CONTAINER = '7001';
export const ALL_PAGES = '2147479553';

let names = 0;

/** What people do in the platform's own pages, past our tools. */
export function outside(sandbox: Sandboxed, container = CONTAINER) {
  const at = async () => {
    // People do not use up our quota.
    await sandbox.passTime(60_000);
    const { client, account } = await sandbox.client<TagsClient>();
    return { client, path: `accounts/${account}/containers/${container}` };
  };
  return {
    /** A new draft; its name is new too. Free containers hold three: older ones are thrown away. */
    async draft(name = `Draft ${++names}`): Promise<string> {
      const { client, path } = await at();
      const drafts = await client.every(`${path}/workspaces`, 'workspace', Workspace);
      const [first] = drafts
        .filter((one) => one.name !== 'Default Workspace')
        .sort((one, other) => Number(one.workspaceId) - Number(other.workspaceId));
      if (drafts.length > 2) await client.change('DELETE', first!.path, Workspace.partial().or(Workspace).catch({}));
      return (await client.change('POST', `${path}/workspaces`, Workspace, { json: { name } })).workspaceId;
    },
    async addTag(draft: string, more: Record<string, unknown> = {}): Promise<Tag> {
      const { client, path } = await at();
      const json = {
        name: `Probe ${++names}`,
        type: 'html',
        parameter: [{ type: 'template', key: 'html', value: `<p>${names}</p>` }],
        firingTriggerId: [ALL_PAGES],
        ...more,
      };
      return client.change('POST', `${path}/workspaces/${draft}/tags`, Tag, { json });
    },
    async addTrigger(draft: string, more: Record<string, unknown> = {}): Promise<Trigger> {
      const { client, path } = await at();
      const json = { name: `Trigger ${++names}`, type: 'pageview', ...more };
      return client.change('POST', `${path}/workspaces/${draft}/triggers`, Trigger, { json });
    },
    async changeTag(draft: string, tagId: string, more: Record<string, unknown>): Promise<Tag> {
      const { client, path } = await at();
      const place = `${path}/workspaces/${draft}/tags/${tagId}`;
      return client.change('PUT', place, Tag, { json: { ...(await client.get(place, Tag)), ...more } });
    },
    async removeTag(draft: string, tagId: string): Promise<void> {
      const { client, path } = await at();
      await client.change('DELETE', `${path}/workspaces/${draft}/tags/${tagId}`, Tag.partial().catch({}));
    },
    /** Saves a draft as a version. */
    async save(draft: string, name = `Version ${++names}`): Promise<Version> {
      const { client, path } = await at();
      const place = `${path}/workspaces/${draft}:create_version`;
      return (await client.change('POST', place, VersionReply, { json: { name } })).containerVersion!;
    },
    async publish(version: string): Promise<void> {
      const { client, path } = await at();
      await client.change('POST', `${path}/versions/${version}:publish`, VersionReply);
    },
    async remove(version: string): Promise<void> {
      const { client, path } = await at();
      await client.change('DELETE', `${path}/versions/${version}`, Version.partial().catch({}));
    },
    async rename(version: string, name: string): Promise<void> {
      const { client, path } = await at();
      await client.change('PUT', `${path}/versions/${version}`, Version, { json: { name } });
    },
    async live(): Promise<string> {
      const { client, path } = await at();
      return (await client.get(`${path}/versions:live`, Version)).containerVersionId;
    },
    async latest(): Promise<string> {
      const { client, path } = await at();
      return (await client.get(`${path}/version_headers:latest`, Version)).containerVersionId;
    },
    async tag(draft: string, tagId: string): Promise<Tag | undefined> {
      const { client, path } = await at();
      return client.get(`${path}/workspaces/${draft}/tags/${tagId}`, Tag).catch(() => undefined);
    },
  };
}
