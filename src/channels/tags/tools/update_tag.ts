import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { atLeastOne, notBoth } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { draftContents, NO_CONTENTS } from '../resources/contents.ts';
import { requireCustomCode } from '../resources/custom-code.ts';
import { checkName, checkReferences, madeReport, openDraft, renameWarnings } from '../resources/draft-work.ts';
import { namesIn } from '../resources/names.ts';
import {
  AllowUnknown,
  asInContainer,
  ChangedParameters,
  Fingerprint,
  type GivenParameters,
  Name,
  TriggerNames,
  UNREAD_NAMES,
  whereArguments,
} from '../resources/object-arguments.ts';
import { readObject, updateObject } from '../resources/object-store.ts';
import { shownTag } from '../resources/object-view.ts';
import { changedTag, consentProblems, needsContents, tagChangeArguments } from '../resources/tag-fields.ts';

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
  look: ({ container_id, tag_workspace_id }) => ({
    tool: 'get_tag_changes',
    arguments: { container_id, ...(tag_workspace_id && { tag_workspace_id }) },
  }),
  async run({ container_id, tag_workspace_id, tag_id: id, fingerprint, ...args }, context) {
    const { client } = context;
    const { draft } = await openDraft({ container_id, tag_workspace_id }, context);
    const before = await readObject(client, draft, 'tag', id);
    const change = { ...args, parameters: args.parameters as GivenParameters | undefined };
    requireCustomCode(context, before.type, change.parameters);
    const contents = needsContents(change) ? await draftContents(client, draft) : NO_CONTENTS;
    const next = changedTag(before, change, contents);
    if (contents !== NO_CONTENTS) checkReferences(next, contents, before);
    if (args.name !== undefined) checkName('tag', args.name, contents, id);
    const names = contents === NO_CONTENTS ? UNREAD_NAMES : namesIn(contents);
    const shown = (tag: typeof before) => shownTag(tag, names);
    const { after, report } = await updateObject({ client, draft, kind: 'tag', id, before, next, fingerprint, shown });
    const warnings = await renameWarnings('tag', id, before.name, next.name, contents);
    return {
      tag: after,
      ...report,
      tag_workspace_id: draft.id,
      ...(warnings.length > 0 && { warnings }),
    };
  },
});
