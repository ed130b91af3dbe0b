import { pathOf } from '../../../upstream/path.ts';
import type { TagsClient } from '../client.ts';
import {
  BuiltInVariable,
  Folder,
  type Other,
  Tag,
  Template,
  Trigger,
  Variable,
  Version,
  VersionReply,
} from '../wire.ts';
import type { Place } from './container.ts';
import type { Draft } from './draft.ts';

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

export interface OtherObject {
  kind: 'zone' | 'client' | 'transformation';
  id: string;
  object: Other;
}

/** The version that visitors get; one request. */
export function liveVersion(client: TagsClient, { path }: Place): Promise<Version> {
  return client.get(`${path}/versions:live`, Version);
}

export function versionOf(client: TagsClient, { path }: Place, id: string): Promise<Version> {
  return client.get(`${path}${pathOf`/versions/${id}`}`, Version);
}

export function contentsOf(version: Version): Contents {
  return {
    tags: version.tag,
    triggers: version.trigger,
    variables: version.variable,
    builtIns: version.builtInVariable,
    folders: version.folder,
    templates: version.customTemplate,
    others: (['zone', 'client', 'transformation'] as const).flatMap((kind) =>
      version[kind].map((object) => ({ kind, id: String(object[`${kind}Id`] ?? ''), object })),
    ),
  };
}

/**
 * A draft as it is now. A preview holds all of it in one request; a draft that does not compile has none, and is read by its
 * lists, six requests of the fifteen that a minute has.
 */
export async function draftContents(client: TagsClient, { path }: Draft): Promise<Contents> {
  const { containerVersion, compilerError } = await client.ask(`${path}:quick_preview`, VersionReply);
  if (containerVersion && !compilerError) return contentsOf(containerVersion);
  const [tags, triggers, variables, builtIns, folders, templates] = await Promise.all([
    client.every(`${path}/tags`, 'tag', Tag),
    client.every(`${path}/triggers`, 'trigger', Trigger),
    client.every(`${path}/variables`, 'variable', Variable),
    client.every(`${path}/built_in_variables`, 'builtInVariable', BuiltInVariable),
    client.every(`${path}/folders`, 'folder', Folder),
    client.every(`${path}/templates`, 'template', Template),
  ]);
  return { tags, triggers, variables, builtIns, folders, templates, others: [] };
}
