import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { lookAtDraft, madeReport } from '../resources/drafts/draft-work.ts';
import { changeObject } from '../resources/drafts/object-change.ts';
import {
  AllowUnknown,
  asInContainer,
  ChangedParameters,
  Fingerprint,
  type GivenParameters,
  Name,
  whereArguments,
} from '../resources/objects/object-arguments.ts';
import { shownVariable } from '../resources/objects/object-view.ts';
import { changedVariable, variableArguments } from '../resources/objects/variable-fields.ts';

const changes = { name: Name.optional(), parameters: ChangedParameters.optional(), ...variableArguments };

export default defineTool(channel, {
  name: 'update_variable',
  title: 'Change a variable',
  description:
    'Changes a variable in a draft; what is not named stays. After a new name, lists what refers to the old one.',
  toolset: 'tags',
  access: 'write',
  repeat: 'safe',
  scopes: ['tagmanager.edit.containers', 'tagmanager.edit.containerversions'],
  input: z.strictObject({
    ...whereArguments,
    variable_id: Id.describe('Variable to change'),
    ...changes,
    allow_unknown_parameters: AllowUnknown,
    fingerprint: Fingerprint,
  }),
  output: z.looseObject({ variable: asInContainer, ...writeReport, ...madeReport }),
  rules: (args) => atLeastOne(args, Object.keys(changes)),
  turns: ({ variable_id }) => [`variable ${variable_id}`],
  look: lookAtDraft,
  async run({ container_id, tag_workspace_id, variable_id: id, fingerprint, ...args }, context) {
    const { after, told } = await changeObject(
      {
        ...{ kind: 'variable', id, where: { container_id, tag_workspace_id }, fingerprint },
        change: { ...args, parameters: args.parameters as GivenParameters | undefined },
        ownFields: ['notes', 'format'],
        merged: changedVariable,
        shown: shownVariable,
      },
      context,
    );
    return { variable: after, ...told };
  },
});
