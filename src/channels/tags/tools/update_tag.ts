import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { atLeastOne, notBoth } from '../../../tools/rules.ts';
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
  TriggerNames,
  whereArguments,
} from '../resources/objects/object-arguments.ts';
import { shownTag } from '../resources/objects/object-view.ts';
import { changedTag, consentProblems, tagChangeArguments } from '../resources/objects/tag-fields.ts';

const changes = {
  name: Name.optional(),
  parameters: ChangedParameters.optional(),
  ...tagChangeArguments,
  add_fires_on: TriggerNames.optional().describe('Fires on these too'),
  remove_fires_on: TriggerNames.optional().describe('No longer on these'),
  add_blocked_by: TriggerNames.optional().describe('Blocked by these too'),
  remove_blocked_by: TriggerNames.optional().describe('No longer by these'),
};

export default defineTool(channel, {
  name: 'update_tag',
  title: 'Change a tag',
  description:
    'Changes a tag in a draft; what is not named stays. fires_on and blocked_by replace triggers, add_… and remove_… change some.',
  toolset: 'tags',
  access: 'write',
  repeat: 'safe',
  scopes: ['tagmanager.edit.containers', 'tagmanager.edit.containerversions'],
  input: z.strictObject({
    ...whereArguments,
    tag_id: Id.describe('Tag to change'),
    ...changes,
    allow_unknown_parameters: AllowUnknown,
    fingerprint: Fingerprint,
  }),
  output: z.looseObject({ tag: asInContainer, ...writeReport, ...madeReport }),
  rules: (args) => [
    ...atLeastOne(args, Object.keys(changes)),
    ...['fires_on', 'blocked_by'].flatMap((field) => [
      ...notBoth(args, field, `add_${field}`),
      ...notBoth(args, field, `remove_${field}`),
    ]),
    ...consentProblems(args),
  ],
  turns: ({ tag_id }) => [`tag ${tag_id}`],
  look: lookAtDraft,
  async run({ container_id, tag_workspace_id, tag_id: id, fingerprint, ...args }, context) {
    const { after, told } = await changeObject(
      {
        ...{ kind: 'tag', id, where: { container_id, tag_workspace_id }, fingerprint },
        change: { ...args, parameters: args.parameters as GivenParameters | undefined },
        ownFields: ['paused', 'notes', 'firing_option', 'consent', 'schedule', 'priority'],
        merged: changedTag,
        shown: shownTag,
      },
      context,
    );
    return { tag: after, ...told };
  },
});
