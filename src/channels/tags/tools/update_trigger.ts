import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { draftContents, NO_CONTENTS } from '../resources/contents.ts';
import { checkName, checkReferences, madeReport, openDraft } from '../resources/draft-work.ts';
import { namesIn } from '../resources/names.ts';
import {
  asInContainer,
  ChangedParameters,
  Fingerprint,
  type GivenParameters,
  Name,
  UNREAD_NAMES,
  whereArguments,
} from '../resources/object-arguments.ts';
import { readObject, updateObject } from '../resources/object-store.ts';
import { shownTrigger } from '../resources/object-view.ts';
import { changedTrigger, triggerChangeArguments } from '../resources/trigger-fields.ts';

const changes = { name: Name.optional(), ...triggerChangeArguments, parameters: ChangedParameters.optional() };

export default defineTool(channel, {
  name: 'update_trigger',
  title: 'Change a trigger',
  description:
    'Changes a trigger in a draft; what is not named stays. Conditions are replaced; settings merged, null removes one.',
  toolset: 'tags',
  access: 'write',
  repeat: 'safe',
  scopes: ['tagmanager.edit.containers', 'tagmanager.edit.containerversions'],
  input: z.strictObject({
    ...whereArguments,
    trigger_id: Id.describe('Trigger to change'),
    ...changes,
    fingerprint: Fingerprint,
  }),
  output: z.looseObject({ trigger: asInContainer, ...writeReport, ...madeReport }),
  rules: (args) => atLeastOne(args, Object.keys(changes)),
  turns: ({ trigger_id }) => [`trigger ${trigger_id}`],
  look: ({ container_id, tag_workspace_id }) => ({
    tool: 'get_tag_changes',
    arguments: { container_id, ...(tag_workspace_id && { tag_workspace_id }) },
  }),
  async run({ container_id, tag_workspace_id, trigger_id: id, fingerprint, ...args }, context) {
    const { client } = context;
    const { draft } = await openDraft({ container_id, tag_workspace_id }, context);
    const before = await readObject(client, draft, 'trigger', id);
    const { notes: _, ...looked } = args;
    const isRead = Object.values(looked).some((value) => value !== undefined);
    const contents = isRead ? await draftContents(client, draft) : NO_CONTENTS;
    const parameters = args.parameters as GivenParameters | undefined;
    const next = changedTrigger(before, { ...args, parameters }, contents);
    if (isRead) checkReferences(next, contents, before);
    if (args.name !== undefined) checkName('trigger', args.name, contents, id);
    const names = isRead ? namesIn(contents) : UNREAD_NAMES;
    const shown = (trigger: typeof before) => shownTrigger(trigger, names);
    const { after, report } = await updateObject({
      ...{ client, draft, kind: 'trigger', id, before, next, fingerprint, shown },
    });
    return { trigger: after, ...report, tag_workspace_id: draft.id };
  },
});
