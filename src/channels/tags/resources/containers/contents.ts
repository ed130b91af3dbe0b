import { Failure } from '../../../../errors.ts';
import { ifNotFound, isNotFound, notFound } from '../../../../tools/not-found.ts';
import { pathOf } from '../../../../upstream/path.ts';
import type { TagsClient } from '../../client.ts';
import {
  BuiltInVariable,
  Container,
  Folder,
  type Other,
  Tag,
  Template,
  Trigger,
  Variable,
  type Version,
  type VersionReply,
} from '../../wire.ts';
import { type Place, supported, unknownContainer } from './container.ts';
import { type Draft, unknownDraft } from './draft.ts';
import { OTHER_KINDS } from './kinds.ts';

/** Everything in a container, as one version or one draft has it. */
export interface Contents {
  tags: readonly Tag[];
  triggers: readonly Trigger[];
  variables: readonly Variable[];
  builtIns: readonly BuiltInVariable[];
  folders: readonly Folder[];
  templates: readonly Template[];
  /** Zones, clients, transformations: no tool changes them, but they refer to triggers and variables. */
  others: readonly OtherObject[];
}

/** Before the first version, and for a change that names nothing else in the draft, so that nothing else is read. */
export const NO_CONTENTS: Contents = {
  ...{ tags: [], triggers: [], variables: [], builtIns: [], folders: [], templates: [], others: [] },
};

export interface OtherObject {
  kind: (typeof OTHER_KINDS)[number];
  id: string;
  object: Other;
}

/** The version that visitors get; one request. */
export function liveVersion(client: TagsClient, place: Place): Promise<Version> {
  return supported(client, place, 'supportVersions', () =>
    client.version(`${place.path}/versions:live`).catch(async (error: unknown) => {
      throw isNotFound(error) ? await nothingLive(client, place, error) : error;
    }),
  );
}

export function versionOf(client: TagsClient, place: Place, id: string): Promise<Version> {
  return supported(client, place, 'supportVersions', () =>
    client
      .version(`${place.path}${pathOf`/versions/${id}`}`)
      .catch(ifNotFound((refusal) => unknownVersion(id, refusal))),
  );
}

function unknownVersion(id: string, { details }: Failure): Failure {
  return notFound({
    what: 'version',
    id,
    list: 'list_changes',
    accountArgument: 'account_id',
    upstream: details.upstream,
  });
}

/** A refusal that names an argument is about a container that is not there. */
export function isNeverPublished(error: unknown): boolean {
  return isNotFound(error) && !error.details.problems;
}

/** The platform has one answer for a container that it does not show and for one that was never published. */
async function nothingLive(client: TagsClient, { path, container }: Place, refusal: Failure): Promise<Failure> {
  const found = await client.get(path, Container).catch(() => undefined);
  if (!found) return unknownContainer(container, refusal);
  return new Failure({
    code: 'not_found',
    message: `Nothing of the container ${found.publicId || container} was ever published, so visitors get no tags.`,
    nextStep: 'Name a draft of list_tag_workspaces as tag_workspace_id, or a saved version as version_id.',
  });
}

export function contentsOf(version: Version): Contents {
  return {
    tags: version.tag,
    triggers: version.trigger,
    variables: version.variable,
    builtIns: version.builtInVariable,
    folders: version.folder,
    templates: version.customTemplate,
    others: OTHER_KINDS.flatMap((kind) =>
      version[kind].map((object) => ({ kind, id: String(object[`${kind}Id`] ?? ''), object })),
    ),
  };
}

/**
 * A draft as it is now. A preview holds all of it in one request; a draft that does not compile or that the connected user may only
 * read has none, and is read by its lists, six requests of the fifteen that a minute has.
 */
export async function draftContents(client: TagsClient, draft: Draft): Promise<Contents> {
  const preview = await client.preview(draft.path).catch((error: unknown): VersionReply => {
    if (error instanceof Failure && error.code === 'permission_denied') return {};
    throw isNotFound(error) ? unknownDraft(draft, error) : error;
  });
  const { containerVersion, compilerError } = preview;
  return containerVersion && !compilerError ? contentsOf(containerVersion) : listedContents(client, draft);
}

/** A draft by its lists: exactly what it holds, without what a preview takes in of versions made since. */
async function listedContents(client: TagsClient, draft: Draft): Promise<Contents> {
  const { path } = draft;
  const [written, builtIns, folders, templates] = await Promise.all([
    listedObjects(client, draft),
    client.every(`${path}/built_in_variables`, 'builtInVariable', BuiltInVariable),
    client.every(`${path}/folders`, 'folder', Folder),
    client.every(`${path}/templates`, 'template', Template),
  ]);
  return { ...NO_CONTENTS, ...written, builtIns, folders, templates };
}

/** The tags, triggers and variables of a draft by its lists; three requests. */
export async function listedObjects(client: TagsClient, draft: Draft) {
  const { path } = draft;
  const [tags, triggers, variables] = await Promise.all([
    client.every(`${path}/tags`, 'tag', Tag),
    client.every(`${path}/triggers`, 'trigger', Trigger),
    client.every(`${path}/variables`, 'variable', Variable),
  ]).catch(ifNotFound((refusal) => unknownDraft(draft, refusal)));
  return { tags, triggers, variables };
}
