import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { atLeastOne } from '../../../tools/rules.ts';
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
  UNREAD_NAMES,
  whereArguments,
} from '../resources/object-arguments.ts';
import { readObject, updateObject } from '../resources/object-store.ts';
import { shownVariable } from '../resources/object-view.ts';
import { changedVariable, variableArguments } from '../resources/variable-fields.ts';

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
  look: ({ container_id, tag_workspace_id }) => ({
    tool: 'get_tag_changes',
    arguments: { container_id, ...(tag_workspace_id && { tag_workspace_id }) },
  }),
  async run({ container_id, tag_workspace_id, variable_id: id, fingerprint, ...args }, context) {
    const { client } = context;
    const { draft } = await openDraft({ container_id, tag_workspace_id }, context);
    const before = await readObject(client, draft, 'variable', id);
    const parameters = args.parameters as GivenParameters | undefined;
    requireCustomCode(context, before.type, parameters);
    const { notes: _n, format: _f, ...looked } = args;
    const isRead = Object.values(looked).some((value) => value !== undefined);
    const contents = isRead ? await draftContents(client, draft) : NO_CONTENTS;
    const next = changedVariable(before, { ...args, parameters }, contents);
    if (isRead) checkReferences(next, contents, before);
    if (args.name !== undefined) checkName('variable', args.name, contents, id);
    const names = isRead ? namesIn(contents) : UNREAD_NAMES;
    const shown = (variable: typeof before) => shownVariable(variable, names);
    const { after, report } = await updateObject({
      ...{ client, draft, kind: 'variable', id, before, next, fingerprint, shown },
    });
    const warnings = await renameWarnings('variable', id, before.name, next.name, contents);
    return {
      variable: after,
      ...report,
      tag_workspace_id: draft.id,
      ...(warnings.length > 0 && { warnings }),
    };
  },
});
