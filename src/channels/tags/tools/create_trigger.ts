import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';
import { draftContents } from '../resources/containers/contents.ts';
import { checkName, checkReferences, lookAtDraft, madeReport, openDraft } from '../resources/drafts/draft-work.ts';
import { createObject } from '../resources/drafts/object-store.ts';
import { namesIn } from '../resources/objects/names.ts';
import {
  asInContainer,
  type GivenParameters,
  Name,
  NewParameters,
  whereArguments,
} from '../resources/objects/object-arguments.ts';
import { shownTrigger } from '../resources/objects/object-view.ts';
import { newTrigger, TriggerType, triggerArguments } from '../resources/objects/trigger-fields.ts';

export default defineTool(channel, {
  name: 'create_trigger',
  title: 'Create a trigger',
  description:
    'Adds a trigger to a draft: when tags fire. Conditions are {variable: "Page Path", is: "contains", value: "/thanks"}; all have to hold.',
  toolset: 'tags',
  access: 'write',
  repeat: 'never',
  scopes: ['tagmanager.edit.containers', 'tagmanager.edit.containerversions'],
  input: z.strictObject({
    ...whereArguments,
    name: Name,
    type: TriggerType,
    ...triggerArguments,
    parameters: NewParameters.optional(),
  }),
  output: z.looseObject({ trigger: asInContainer, ...madeReport }),
  look: lookAtDraft,
  async run({ name, type, ...args }, context) {
    const { client } = context;
    const { draft } = await openDraft(args, context);
    const contents = await draftContents(client, draft);
    const parameters = args.parameters as GivenParameters | undefined;
    const body = newTrigger(name, type, { ...args, parameters }, contents);
    checkName('trigger', name, contents, { container_id: args.container_id, tag_workspace_id: draft.id });
    checkReferences(body, contents);
    const made = await createObject({ client, draft, kind: 'trigger', body });
    return { trigger: shownTrigger(made, namesIn(contents)), tag_workspace_id: draft.id };
  },
});
