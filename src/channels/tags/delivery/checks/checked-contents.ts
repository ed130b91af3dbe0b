import type { TagsClient } from '../../client.ts';
import type { Place } from '../../resources/containers/container.ts';
import {
  type Contents,
  contentsOf,
  draftContents,
  liveVersion,
  versionOf,
} from '../../resources/containers/contents.ts';
import { draftIn } from '../../resources/containers/draft.ts';
import { looksLikeServer } from '../../resources/objects/built-ins.ts';
import type { Version } from '../../wire.ts';

interface Asked {
  version_id?: string | undefined;
  tag_workspace_id?: string | undefined;
}

/** A container as one version or one draft has it: one request, and of a draft that does not compile its lists. */
export interface Checked {
  contents: Contents;
  read: { version_id?: string; version_name?: string; is_live?: boolean; tag_workspace_id?: string };
  isServer: boolean;
}

export async function readForCheck(client: TagsClient, place: Place, asked: Asked): Promise<Checked> {
  if (asked.tag_workspace_id !== undefined) {
    const contents = await draftContents(client, draftIn(place, asked.tag_workspace_id));
    return { contents, read: { tag_workspace_id: asked.tag_workspace_id }, isServer: looksLikeServer(contents) };
  }
  const version = await (asked.version_id === undefined
    ? liveVersion(client, place)
    : versionOf(client, place, asked.version_id));
  const contents = contentsOf(version);
  return {
    contents,
    read: {
      version_id: version.containerVersionId,
      ...(version.name && { version_name: version.name }),
      is_live: asked.version_id === undefined,
    },
    isServer: isServer(version),
  };
}

export function isServer(version: Version): boolean {
  return version.container?.usageContext.includes('server') || looksLikeServer(contentsOf(version));
}
