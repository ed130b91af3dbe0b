import { Failure } from '../../../errors.ts';
import { Id } from '../../../tools/fields.ts';
import { pathOf } from '../../../upstream/path.ts';
import type { TagsClient } from '../client.ts';
import { Workspace } from '../wire.ts';
import type { Place } from './container.ts';

/** The draft that is ours: left unnamed, changes go there and never into other people's. */
export const OWN_DRAFT = 'Adhelm';

export const DraftId = Id.optional().describe(`Draft; default: the one named ${OWN_DRAFT}`);

/** `path` is the platform's own: `accounts/1/containers/2/workspaces/3`. */
export interface Draft {
  id: string;
  path: string;
}

/** The draft that a change goes into. A named one costs no request. */
export async function draftOf(client: TagsClient, place: Place, id: string | undefined): Promise<Draft> {
  if (id !== undefined) return draftIn(place, id);
  const own = (await draftsOf(client, place)).find(({ name }) => name === OWN_DRAFT);
  if (own) return draftIn(place, own.workspaceId);
  throw new Failure({
    code: 'not_found',
    message: `This container has no draft named ${OWN_DRAFT}, and no tag_workspace_id was given.`,
    problems: [{ field: 'tag_workspace_id', message: 'is needed: changes go into a draft that is ours or named' }],
    nextStep: `Make one with create_tag_workspace {"container_id": "${place.container}"}, or name one of list_tag_workspaces as tag_workspace_id.`,
  });
}

export function draftsOf(client: TagsClient, place: Place): Promise<Workspace[]> {
  return client.every(`${place.path}/workspaces`, 'workspace', Workspace);
}

export function draftIn({ path }: Place, id: string): Draft {
  return { id, path: `${path}${pathOf`/workspaces/${id}`}` };
}
