import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { lookAtDraft, madeReport } from '../resources/drafts/draft-work.ts';
import { changeObject } from '../resources/drafts/object-change.ts';
import {
  asInContainer,
  ChangedParameters,
  Fingerprint,
  type GivenParameters,
  Name,
  whereArguments,
} from '../resources/objects/object-arguments.ts';
import { shownTrigger } from '../resources/objects/object-view.ts';
import { changedTrigger, triggerChangeArguments } from '../resources/objects/trigger-fields.ts';

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
  look: lookAtDraft,
  async run({ container_id, tag_workspace_id, trigger_id: id, fingerprint, ...args }, context) {
    const { after, told } = await changeObject(
      {
        ...{ kind: 'trigger', id, where: { container_id, tag_workspace_id }, fingerprint },
        change: { ...args, parameters: args.parameters as GivenParameters | undefined },
        ownFields: ['notes'],
        merged: changedTrigger,
        shown: shownTrigger,
      },
      context,
    );
    return { trigger: after, ...told };
  },
});
