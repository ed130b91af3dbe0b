import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { exactlyOne, needs, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { draftContents } from '../resources/containers/contents.ts';
import { enableBuiltIns } from '../resources/drafts/built-in-switch.ts';
import { checkName, checkReferences, lookAtDraft, madeReport, openDraft } from '../resources/drafts/draft-work.ts';
import { createObject } from '../resources/drafts/object-store.ts';
import { BUILT_IN_TYPES, builtInName, builtInType } from '../resources/objects/built-ins.ts';
import { requireCustomCode } from '../resources/objects/custom-code.ts';
import { namesIn } from '../resources/objects/names.ts';
import {
  AllowUnknown,
  asInContainer,
  type GivenParameters,
  Name,
  NewParameters,
  whereArguments,
} from '../resources/objects/object-arguments.ts';
import { shownVariable } from '../resources/objects/object-view.ts';
import { typeMeant } from '../resources/objects/templates.ts';
import { newVariable, variableArguments } from '../resources/objects/variable-fields.ts';

/** A name or type of a built-in variable; becomes the type. */
const BuiltIn = oneLine(100)
  .refine((name) => builtInType(name) !== undefined, {
    error: () => `must be a built-in variable, such as ${BUILT_IN_TYPES.slice(0, 12).map(builtInName).join(', ')}`,
  })
  .transform((name) => builtInType(name)!);

export default defineTool(channel, {
  name: 'create_variable',
  title: 'Create a variable',
  description:
    'Adds a variable to a draft, or enables built-in ones. Types: c (constant), v (data layer), jsm (custom JavaScript), j, k (cookie), u (URL), f, d, aev, smm (lookup table), remm, or cvt_…',
  toolset: 'tags',
  access: 'write',
  repeat: 'never',
  scopes: ['tagmanager.edit.containers', 'tagmanager.edit.containerversions'],
  input: z.strictObject({
    ...whereArguments,
    name: Name.optional(),
    type: oneLine(100).optional().describe('Its template'),
    parameters: NewParameters.optional(),
    allow_unknown_parameters: AllowUnknown,
    ...variableArguments,
    built_ins: z.array(BuiltIn).min(1).max(50).optional().describe('Enable these instead: ["Click URL"]'),
  }),
  output: z.looseObject({
    variable: asInContainer.optional(),
    built_ins: z.array(z.string()).optional().describe('Enabled now'),
    ...madeReport,
  }),
  rules: (args) => [
    ...exactlyOne(args, ['type', 'built_ins']),
    ...needs(args, 'type', 'name'),
    ...['name', 'parameters', 'format', 'folder', 'notes'].flatMap((field) => notBoth(args, 'built_ins', field)),
  ],
  look: lookAtDraft,
  async run({ name = '', type: given, built_ins, ...args }, context) {
    const { client } = context;
    const type = typeMeant('variable', given ?? '');
    const parameters = args.parameters as GivenParameters | undefined;
    requireCustomCode(context, type, parameters);
    const { draft } = await openDraft(args, context);
    if (built_ins)
      return { built_ins: await enableBuiltIns(client, draft, [...new Set(built_ins)]), tag_workspace_id: draft.id };
    if (name.includes('{{') || name.includes('}}'))
      throw invalidArguments([{ field: 'name', message: 'is the name alone, without {{ and }}' }]);
    const contents = await draftContents(client, draft);
    const body = newVariable(name, type, { ...args, parameters }, contents);
    checkName('variable', name, contents, { container_id: args.container_id, tag_workspace_id: draft.id });
    checkReferences(body, contents);
    const made = await createObject({ client, draft, kind: 'variable', body });
    return { variable: shownVariable(made, namesIn(contents)), tag_workspace_id: draft.id };
  },
});
