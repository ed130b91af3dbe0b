import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';
import { lookAtDraft, openDraft } from '../resources/drafts/draft-work.ts';
import { idMeant, objectArguments } from '../resources/drafts/removal.ts';
import { revertObject } from '../resources/drafts/reversal.ts';
import { Fingerprint, whereArguments } from '../resources/objects/object-arguments.ts';

export default defineTool(channel, {
  name: 'revert_tag_object',
  title: 'Take back what a draft changed of one object',
  description:
    "Takes one object of a draft back to the version that the draft began from, other people's changes too: a deleted one is restored, an added one removed (which cannot be undone).",
  toolset: 'tags',
  access: 'destructive',
  repeat: 'never',
  scopes: ['tagmanager.edit.containers', 'tagmanager.edit.containerversions'],
  input: z.strictObject({ ...whereArguments, ...objectArguments, fingerprint: Fingerprint }),
  output: z.object({
    outcome: z.enum(['reverted', 'restored', 'removed', 'unchanged']),
    kind: z.string(),
    id: z.string(),
    name: z.string().optional(),
    applied: z.record(z.string(), z.looseObject({})).optional().describe('{field: {from, to}}'),
    object: z.looseObject({}).optional().describe('As it is now'),
    tag_workspace_id: z.string(),
  }),
  turns: ({ kind, id }) => [`${kind} ${id}`],
  look: lookAtDraft,
  async run({ kind, id: given, fingerprint, ...where }, context) {
    const { place, draft } = await openDraft(where, context);
    const id = await idMeant(context.client, place, kind, given);
    return {
      ...(await revertObject(context.client, draft, { kind, id, fingerprint })),
      ...{ kind, id, tag_workspace_id: draft.id },
    };
  },
});
