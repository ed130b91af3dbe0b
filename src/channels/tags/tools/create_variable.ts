import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { exactlyOne, needs, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { TagsClient } from '../client.ts';
import { isServerContainer, type Place } from '../resources/containers/container.ts';
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

const BuiltIn = oneLine(100).refine((name) => (builtInType(name) ?? builtInType(name, true)) !== undefined, {
  error: () => `must be a built-in variable, such as ${BUILT_IN_TYPES.slice(0, 12).map(builtInName).join(', ')}`,
});

/** The types of built-in variables that are given by name or type. */
async function typesMeant(given: readonly string[], client: TagsClient, place: Place): Promise<string[]> {
  const isServer = given.some((name) => builtInType(name) !== builtInType(name, true))
    ? await isServerContainer(client, place)
    : false;
  const message = 'is a built-in variable of server containers, and this is none';
  const problems = given.flatMap((name, at) =>
    builtInType(name, isServer) === undefined ? [{ field: `built_ins.${at}`, message }] : [],
  );
  if (problems.length > 0) throw invalidArguments(problems);
  return [...new Set(given.map((name) => builtInType(name, isServer)!))];
}

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
    ...['name', 'parameters', 'allow_unknown_parameters', ...Object.keys(variableArguments)].flatMap((field) =>
      notBoth(args, 'built_ins', field),
    ),
  ],
  look: lookAtDraft,
  async run({ name = '', type: given, built_ins, ...args }, context) {
    const { client } = context;
    const type = typeMeant('variable', given ?? '');
    const parameters = args.parameters as GivenParameters | undefined;
    requireCustomCode(context, type, parameters);
    const { place, draft } = await openDraft(args, context);
    if (built_ins) {
      const types = await typesMeant(built_ins, client, place);
      return { built_ins: await enableBuiltIns(client, draft, types), tag_workspace_id: draft.id };
    }
    const contents = await draftContents(client, draft);
    const body = newVariable(name, type, { ...args, parameters }, contents);
    checkName('variable', name, contents, { container_id: args.container_id, tag_workspace_id: draft.id });
    checkReferences(body, contents);
    const made = await createObject({ client, draft, kind: 'variable', body });
    return { variable: shownVariable(made, namesIn(contents)), tag_workspace_id: draft.id };
  },
});
