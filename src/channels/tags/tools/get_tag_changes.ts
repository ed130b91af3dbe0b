import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { collectHeld, listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { ContainerId, placeOf } from '../resources/containers/container.ts';
import { DraftId, draftOf } from '../resources/containers/draft.ts';
import { draftState } from '../resources/drafts/draft-state.ts';
import { type AnyObject, objectsIn } from '../resources/objects/any-object.ts';
import { differencesBetween } from '../resources/objects/difference.ts';
import { kindWords } from '../resources/objects/kind-words.ts';
import { type Names, namesIn } from '../resources/objects/names.ts';
import { triggerWords } from '../resources/objects/trigger-words.ts';

const Changed = z.array(
  z.looseObject({ change: z.string(), kind: z.string(), id: z.string(), name: z.string(), words: z.string() }),
);

export default defineTool(channel, {
  name: 'get_tag_changes',
  title: 'Show what a draft changes',
  description:
    'What a draft would change for visitors if it were published, in words and field by field; which of it is the draft’s own; conflicts with both sides. The platform does not tell who changed what.',
  toolset: 'drafts',
  access: 'read',
  repeat: 'safe',
  scopes: ['tagmanager.readonly'],
  input: z.strictObject({ container_id: ContainerId, tag_workspace_id: DraftId, ...listArguments(100) }),
  output: z.object({
    tag_workspace_id: z.string(),
    in_words: z.array(z.string()).describe('Difference to what is live'),
    changes: Changed.describe('{fields: {field: {from, to}}}, from what is live; own: made in this draft'),
    undone: z.array(z.looseObject({})).optional().describe('Changes of the draft that leave what is live as it is'),
    conflicts: z.array(z.looseObject({})).describe('{fields: {field: {in_version, in_draft}}}'),
    is_behind: z.boolean().describe('Versions were made since the draft began'),
    live_version_id: z.string().optional(),
    latest_version_id: z.string(),
    notes: z.array(z.string()),
    ...nextCursor,
  }),
  async run({ container_id, tag_workspace_id, limit, cursor }, context) {
    const { client } = context;
    const place = await placeOf(container_id, context);
    const draft = await draftOf(client, place, tag_workspace_id);
    const { now, toLive, changes: own, conflicts, isBehind } = await draftState(client, place, draft);
    const names = { before: namesIn(toLive.before), after: namesIn(toLive.after) };
    const all = await differencesBetween(toLive.before, toLive.after, names);
    const ownKeys = new Set(own.map(({ kind, id }) => `${kind} ${id}`));
    const marked = all.map((one) => ({ ...one, own: ownKeys.has(`${one.kind} ${one.id}`) }));
    const shownKeys = new Set(all.map(({ kind, id }) => `${kind} ${id}`));
    const undone = own.filter(({ kind, id }) => !shownKeys.has(`${kind} ${id}`));
    const after = objectsIn(toLive.after);
    const { items, ...more } = await collectHeld({ limit, cursor, scope: draft.path }, async () => marked);
    return {
      tag_workspace_id: draft.id,
      in_words: items.map((one) => {
        const made = one.change === 'added' ? madeWords(after.get(`${one.kind} ${one.id}`), names.after) : '';
        return `${one.words}${made}${one.own ? '' : ' (saved before this draft, not yet published)'}`;
      }),
      changes: items,
      ...(undone.length > 0 && { undone }),
      conflicts,
      is_behind: isBehind,
      ...(now.live && { live_version_id: now.live.containerVersionId }),
      latest_version_id: now.latest.containerVersionId,
      notes: notesOf(now.warning, isBehind, conflicts.length),
      ...more,
    };
  },
});

/** What something new does, in the same sentence. */
function madeWords(one: AnyObject | undefined, names: Names): string {
  if (one?.kind === 'trigger') return `: ${triggerWords(one.object, names)}`;
  if (one?.kind !== 'tag') return '';
  const kind = kindWords('tag', one.object.type, names) ?? one.object.type;
  const triggers = one.object.firingTriggerId.map(names.triggerName);
  return `: ${kind}, ${triggers.length > 0 ? `fires on ${triggers.join(', ')}` : 'fires on nothing'}`;
}

function notesOf(warning: string | undefined, isBehind: boolean, conflicts: number): string[] {
  return [
    'All people share a draft, and the platform does not tell who made a change.',
    ...(warning ? [warning] : []),
    ...(isBehind ? ['Versions were made since this draft began; they are taken in when a version is made of it.'] : []),
    ...(conflicts > 0
      ? [
          'No version can be made while a conflict is open: choose a side for each with create_version, such as conflicts {"tag 4": "theirs"}.',
        ]
      : []),
  ];
}
