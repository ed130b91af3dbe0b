import type { Sandboxed } from '../../../../test/sandboxed.ts';
import type { TagsClient } from '../client.ts';
import { Workspace } from '../wire.ts';
import { OWN_DRAFT } from './draft.ts';

/** The website's container of the sandbox. */
export const ACME = { container_id: 'GTM-ACME001' };

/** A draft of ours in it, made once for a test file. */
export async function ownDraft({ client: connect }: Pick<Sandboxed, 'client'>): Promise<string> {
  const { client, account } = await connect<TagsClient>();
  const path = `accounts/${account}/containers/7001/workspaces`;
  const known = (await client.every(path, 'workspace', Workspace)).find(({ name }) => name === OWN_DRAFT);
  const { workspaceId } = known ?? (await client.change('POST', path, Workspace, { json: { name: OWN_DRAFT } }));
  return workspaceId;
}
