import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { notFound } from '../../../tools/not-found.ts';
import { isGone, removeAndLook } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import { draftContents } from '../resources/containers/contents.ts';
import { disableBuiltIn } from '../resources/drafts/built-in-switch.ts';
import { lookAtDraft, openDraft } from '../resources/drafts/draft-work.ts';
import { objectPath, readObject } from '../resources/drafts/object-store.ts';
import { idMeant, objectArguments, refuseInUse, usesOf } from '../resources/drafts/removal.ts';
import { nameOf, objectsIn } from '../resources/objects/any-object.ts';
import { whereArguments } from '../resources/objects/object-arguments.ts';

export default defineTool(channel, {
  name: 'delete_tag_object',
  title: 'Delete a tag, trigger, variable, …',
  description:
    'Deletes one object from a draft, or switches a built-in variable off, after naming what depends on it. Of what was made in the draft this cannot be undone; the rest comes back with revert_tag_object.',
  toolset: 'tags',
  access: 'destructive',
  repeat: 'safe',
  scopes: ['tagmanager.edit.containers', 'tagmanager.edit.containerversions'],
  input: z.strictObject({
    ...whereArguments,
    ...objectArguments,
    also_in_use: z.boolean().optional().describe('Although others refer to it'),
  }),
  output: z.object({
    deleted: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
    was_used_by: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string(), how: z.string() })),
    tag_workspace_id: z.string(),
  }),
  turns: ({ kind, id }) => [`${kind} ${id}`],
  look: lookAtDraft,
  async run({ kind, id: given, also_in_use = false, ...where }, context) {
    const { client } = context;
    const { place, draft } = await openDraft(where, context);
    const id = await idMeant(context.client, place, kind, given);
    const contents = await draftContents(client, draft);
    const object = objectsIn(contents).get(`${kind} ${id}`);
    if (!object)
      throw notFound({
        ...{
          what: kind.replaceAll('_', ' '),
          id: given,
          field: 'id',
          where: `draft ${draft.id}`,
          list: 'get_container',
        },
        hint: `Ids count within a kind: this is no ${kind.replaceAll('_', ' ')}.`,
      });
    const name = nameOf(object);
    const uses = await usesOf(kind, id, name, contents);
    refuseInUse(kind, id, name, uses, also_in_use);
    if (kind === 'built_in_variable') await disableBuiltIn(client, draft, id);
    else
      await removeAndLook(
        `The ${kind} ${id} was deleted`,
        () => client.change('DELETE', objectPath(draft, kind, id), z.unknown()),
        () => isGone(() => readObject(client, draft, kind, id)),
      );
    return { deleted: { kind, id, name }, was_used_by: [...uses], tag_workspace_id: draft.id };
  },
});
