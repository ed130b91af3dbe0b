import { z } from 'zod';
import { defineTool, type ToolContext } from '../../../tools/define-tool.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { listArguments, nextCursor, readCursor, writeCursor } from '../../../tools/listing.ts';
import { searchText } from '../../../tools/lookup-text.ts';
import { notFound } from '../../../tools/not-found.ts';
import { notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { TagsClient } from '../client.ts';
import { ContainerId, type Place, placeOf, supported } from '../resources/containers/container.ts';
import { type Contents, contentsOf, draftContents, liveVersion, versionOf } from '../resources/containers/contents.ts';
import { draftIn } from '../resources/containers/draft.ts';
import { latestHeader } from '../resources/containers/version.ts';
import { LISTS, overviewOf, overviewOutput } from '../resources/objects/overview.ts';

/** Longer texts, such as custom HTML, are shown whole only where one object is asked for. */
const TEXT_CHARACTERS_MAX = 400;

const ONE = { tag_id: 'tags', trigger_id: 'triggers', variable_id: 'variables' } as const;

export default defineTool(channel, {
  name: 'get_container',
  title: 'Read a whole container',
  description:
    'Everything in a container by names, in one request: tags with what fires them in words, triggers, variables, folders, templates, consent. The live version, or version_id, or a draft. Long texts are shortened; tag_id shows one tag whole.',
  toolset: 'containers',
  access: 'read',
  repeat: 'safe',
  scopes: ['tagmanager.readonly'],
  input: z.strictObject({
    container_id: ContainerId,
    version_id: Id.optional().describe('Instead of the live one'),
    tag_workspace_id: Id.optional().describe('Draft, instead of the live version'),
    kinds: z.array(z.enum(LISTS)).min(1).optional().describe('Only these'),
    name_contains: oneLine().optional().describe('Part of the name'),
    tag_id: Id.optional().describe('Only this tag, whole'),
    trigger_id: Id.optional().describe('Only this trigger'),
    variable_id: Id.optional().describe('Only this variable'),
    with_latest: z.boolean().optional().describe('Also which version is the newest, one request more'),
    ...listArguments(100),
  }),
  output: z.object({
    version: z.looseObject({ version_id: z.string() }).optional().describe('What was read, unless a draft'),
    tag_workspace_id: z.string().optional(),
    latest: z.looseObject({ version_id: z.string() }).optional().describe('Saved, and live only if it is version'),
    ...overviewOutput,
    ...nextCursor,
  }),
  rules: (args) => [
    ...notBoth(args, 'version_id', 'tag_workspace_id'),
    ...notBoth(args, 'tag_id', 'trigger_id'),
    ...notBoth(args, 'tag_id', 'variable_id'),
    ...notBoth(args, 'trigger_id', 'variable_id'),
  ],
  async run({ limit, cursor, with_latest, ...asked }, context) {
    const place = await placeOf(asked.container_id, context);
    const scope = { path: place.path, ...asked };
    const position = cursor === undefined ? undefined : positionIn(readCursor(scope, cursor));
    const { whole, read } = await readWhole({ ...asked, ...position }, place, context);
    const chosen = chosenOf(whole, asked);
    const one = Object.keys(ONE).some((field) => field in asked && asked[field as keyof typeof ONE] !== undefined);
    const { from = 0 } = position ?? {};
    const { hasMore, ...overview } = await overviewOf(whole, chosen, {
      lists: listsOf(asked),
      from,
      size: limit,
      ...(!one && { textMax: TEXT_CHARACTERS_MAX }),
    });
    const next = writeCursor(scope, JSON.stringify([from + limit, read.version?.version_id]));
    const latest = with_latest ? await latestOf(context.client, place) : {};
    return { ...read, ...latest, ...overview, ...(hasMore && { next_cursor: next }) };
  },
});

async function latestOf(client: TagsClient, place: Place) {
  const { containerVersionId, name } = await latestHeader(client, place);
  return { latest: { version_id: containerVersionId, ...(name && { name }) } };
}

interface Asked {
  version_id?: string | undefined;
  tag_workspace_id?: string | undefined;
  kinds?: readonly (typeof LISTS)[number][] | undefined;
  name_contains?: string | undefined;
  tag_id?: string | undefined;
  trigger_id?: string | undefined;
  variable_id?: string | undefined;
}

/** All pages come from the version that was live at the first one, even when another is published meanwhile. */
function positionIn(position: string): { from: number; version_id?: string } {
  const [from, version] = JSON.parse(position) as [number, string | undefined];
  return { from, ...(version && { version_id: version }) };
}

async function readWhole(asked: Asked, place: Place, { client }: Pick<ToolContext<TagsClient>, 'client'>) {
  const { version_id, tag_workspace_id: id } = asked;
  if (id !== undefined) {
    const whole = await supported(client, place, 'supportWorkspaces', () => draftContents(client, draftIn(place, id)));
    return { whole, read: { tag_workspace_id: id, version: undefined } };
  }
  const version = await (version_id === undefined ? liveVersion(client, place) : versionOf(client, place, version_id));
  const { containerVersionId, name, description, deleted } = version;
  const shown = {
    version_id: containerVersionId,
    ...(name && { name }),
    ...(description && { notes: description }),
    ...(deleted && { deleted }),
    ...(version_id === undefined && { is_live: true }),
  };
  return { whole: contentsOf(version), read: { version: shown } };
}

function listsOf({ kinds, ...asked }: Asked): readonly (typeof LISTS)[number][] {
  const only = Object.entries(ONE).find(([field]) => asked[field as keyof typeof ONE] !== undefined);
  return only ? [only[1]] : (kinds ?? LISTS);
}

function chosenOf(whole: Contents, { name_contains, tag_id, trigger_id, variable_id }: Asked): Contents {
  const wanted = searchText(name_contains ?? '');
  const named = <T extends { name: string }>(items: readonly T[]) =>
    wanted === '' ? items : items.filter(({ name }) => searchText(name).includes(wanted));
  return {
    tags: only('tag', tag_id, named(whole.tags), ({ tagId }) => tagId),
    triggers: only('trigger', trigger_id, named(whole.triggers), ({ triggerId }) => triggerId),
    variables: only('variable', variable_id, named(whole.variables), ({ variableId }) => variableId),
    builtIns: whole.builtIns,
    folders: named(whole.folders),
    templates: named(whole.templates),
    others: wanted === '' ? whole.others : whole.others.filter(({ object }) => named([object]).length > 0),
  };
}

function only<T>(what: string, id: string | undefined, items: readonly T[], idOf: (item: T) => string): readonly T[] {
  if (id === undefined) return items;
  const found = items.filter((item) => idOf(item) === id);
  if (found.length > 0) return found;
  throw notFound({
    what,
    id,
    where: 'what was read of this container',
    list: 'get_container',
    hint: 'Ids of tags, triggers and variables are unrelated; a new object is only in its draft (tag_workspace_id).',
  });
}
