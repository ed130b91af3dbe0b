import { z } from 'zod';
import { Failure } from '../../../../errors.ts';
import { Id } from '../../../../tools/fields.ts';
import { ifNotFound, notFound } from '../../../../tools/not-found.ts';
import { unknownOutcome } from '../../../../upstream/failures.ts';
import { pathOf } from '../../../../upstream/path.ts';
import type { TagsClient } from '../../client.ts';
import { Workspace, WorkspaceStatus } from '../../wire.ts';
import { type Place, supported, unknownContainer } from './container.ts';

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
  const drafts = await draftsOf(client, place);
  const own = drafts.find(({ name }) => name === OWN_DRAFT);
  if (own) return draftIn(place, own.workspaceId);
  throw new Failure({
    code: 'not_found',
    message: `This container has no draft named ${OWN_DRAFT}, and no tag_workspace_id was given. There are: ${namesOf(drafts)}.`,
    problems: [{ field: 'tag_workspace_id', message: 'is needed: changes go into a draft that is ours or named' }],
    nextStep: `Make one with create_tag_workspace {"container_id": "${place.named ?? place.container}"}, or name one of list_tag_workspaces as tag_workspace_id.`,
  });
}

export function draftsOf(client: TagsClient, place: Place): Promise<Workspace[]> {
  return supported(client, place, 'supportWorkspaces', () =>
    client
      .every(`${place.path}/workspaces`, 'workspace', Workspace)
      .catch(ifNotFound((refusal) => unknownContainer(place.container, refusal))),
  );
}

/** What a draft itself changed, and its conflicts as far as it has taken in newer versions. */
export function statusOf(client: TagsClient, draft: Draft): Promise<WorkspaceStatus> {
  return client
    .get(`${draft.path}/status`, WorkspaceStatus)
    .catch(ifNotFound((refusal) => unknownDraft(draft, refusal)));
}

/** Refused where the name is taken, before anything is sent: a second draft of the name would be mistaken for the first. */
export async function createDraft(
  client: TagsClient,
  place: Place,
  fields: { name: string; description?: string | undefined },
): Promise<Workspace> {
  const drafts = await draftsOf(client, place);
  const taken = drafts.find(({ name }) => name === fields.name);
  if (taken) throw takenName(taken, place);
  const made = await client
    .change('POST', `${place.path}/workspaces`, Workspace, { json: fields })
    .catch((error: unknown) => {
      throw isLimit(error) ? noRoom(drafts, error) : error;
    });
  return readBack(client, place, made);
}

/** The answer alone does not show that the draft is there. */
async function readBack(client: TagsClient, place: Place, { workspaceId, name }: Workspace): Promise<Workspace> {
  const unseen = (cause?: unknown) =>
    unknownOutcome({
      seen: `The platform answered that the draft ${workspaceId} was made, and it could not be read after that.`,
      repeatSafe: false,
      cause,
    });
  const found = await client.get(draftIn(place, workspaceId).path, Workspace).catch((error: unknown) => {
    throw unseen(error);
  });
  if (found.workspaceId !== workspaceId || found.name !== name) throw unseen();
  return found;
}

function takenName({ workspaceId, name }: Workspace, { named, container }: Place): Failure {
  return new Failure({
    code: 'conflict',
    message: `The container has a draft named ${name} already: ${workspaceId}.`,
    problems: [{ field: 'name', message: `is taken by the draft ${workspaceId}` }],
    nextStep: `Use it as tag_workspace_id "${workspaceId}"; get_tag_changes {"container_id": "${named ?? container}", "tag_workspace_id": "${workspaceId}"} shows what is in it. Or choose another name.`,
  });
}

function isLimit(error: unknown): error is Failure {
  return error instanceof Failure && error.details.upstream?.subcode === 'workspaceLimit';
}

function noRoom(drafts: readonly Workspace[], { details }: Failure): Failure {
  return new Failure({
    code: 'conflict',
    message: `The container has no room for another draft; a container that is not paid for holds three. There are: ${namesOf(drafts)}.`,
    nextStep:
      'Name one of them as tag_workspace_id, or have a person delete one in Tag Manager. What is in a draft: get_tag_changes.',
    ...(details.upstream && { upstream: details.upstream }),
  });
}

export function draftIn({ path }: Place, id: string): Draft {
  return { id, path: `${path}${pathOf`/workspaces/${id}`}` };
}

/** `3 (Default Workspace), 5 (Adhelm)`. */
function namesOf(drafts: readonly Workspace[]): string {
  return drafts.map(({ workspaceId, name }) => `${workspaceId} (${name})`).join(', ');
}

export function unknownDraft({ id }: Draft, refusal?: Failure): Failure {
  return notFound({
    what: 'draft',
    field: 'tag_workspace_id',
    id,
    where: 'this container',
    list: 'list_tag_workspaces',
    hint: 'A draft is gone once a version was made of it.',
    upstream: refusal?.details.upstream,
  });
}

export const DraftOutput = z.looseObject({
  tag_workspace_id: z.string(),
  name: z.string(),
  is_ours: z.boolean().describe('Changes go here when no draft is named'),
});

export function shownDraft({ workspaceId, name, description, fingerprint, tagManagerUrl }: Workspace) {
  return {
    tag_workspace_id: workspaceId,
    name,
    is_ours: name === OWN_DRAFT,
    ...(description && { description }),
    fingerprint,
    ...(tagManagerUrl && { url: tagManagerUrl }),
  };
}
