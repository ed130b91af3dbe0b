import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../../errors.ts';
import { type Parameter, Variable } from '../../wire.ts';
import type { Contents } from '../containers/contents.ts';
import { asNew } from '../containers/kinds.ts';
import { asShown, FolderGiven, type GivenParameters, Lookup, Notes, TriggerNames, word } from './object-arguments.ts';
import { mergedParameters, parameterOf, plainOf, type TypeOfKey } from './parameters.ts';
import { setFolder } from './tag-fields.ts';
import { keyTypes, ownTemplateProblems, templateProblems } from './templates.ts';

const Replacement = z.string().nullable().optional();

/** As get_container shows it. */
const Format = z.strictObject({
  caseConversionType: word(['none', 'lowercase', 'uppercase']).optional().describe('Case'),
  convertNullToValue: Replacement.describe('Instead of null'),
  convertUndefinedToValue: Replacement.describe('Instead of undefined'),
  convertTrueToValue: Replacement.describe('Instead of true'),
  convertFalseToValue: Replacement.describe('Instead of false'),
  convertToNumber: z.boolean().optional().describe('To a number'),
  convertToBoolean: z.boolean().optional().describe('To true or false'),
});

export const variableArguments = {
  format: asShown('object', Format)
    .optional()
    .describe('caseConversionType, convertNullToValue, convertUndefinedToValue, …; merged, null removes'),
  enabled_by: TriggerNames.optional().describe('Only after these triggers'),
  disabled_by: TriggerNames.optional().describe('Not after these triggers'),
  folder: FolderGiven,
  notes: Notes,
};
const VariableGiven = z.object(variableArguments);
export type VariableChange = z.output<typeof VariableGiven> & {
  name?: string | undefined;
  parameters?: GivenParameters | undefined;
  allow_unknown_parameters?: boolean | undefined;
};

/** A variable with changes merged over it; every problem at once. */
export function changedVariable(before: Variable, change: VariableChange, contents: Contents): Variable {
  const lookup = new Lookup(contents);
  const { parameters = {}, format } = change;
  const typeOf = keyTypes('variable', before.type);
  const parameter = withDefaultOn(mergedParameters(before.parameter, parameters, typeOf), parameters, typeOf);
  const next: Variable = {
    ...before,
    ...(change.name !== undefined && { name: change.name }),
    parameter,
    ...(format && { formatValue: changedFormat(before.formatValue ?? {}, format) }),
    ...(change.enabled_by && { enablingTriggerId: lookup.triggers('enabled_by', change.enabled_by) }),
    ...(change.disabled_by && { disablingTriggerId: lookup.triggers('disabled_by', change.disabled_by) }),
    ...(change.notes !== undefined && { notes: change.notes }),
  };
  if (change.folder !== undefined) setFolder(next, lookup.folder(change.folder));
  const problems = [
    ...lookup.problems,
    ...nameProblems(change),
    ...templateProblems({
      ...{ kind: 'variable', type: before.type, parameters: plainOf(parameter) },
      given: Object.keys(parameters).filter((key) => parameters[key] !== null),
      isTouched: before.variableId === '' || Object.keys(parameters).length > 0,
      allowUnknown: change.allow_unknown_parameters,
    }),
  ];
  if (problems.length > 0) throw invalidArguments(problems);
  return next;
}

/** References put the braces around it. */
function nameProblems({ name = '' }: VariableChange): Problem[] {
  const isReference = name.includes('{{') || name.includes('}}');
  return isReference ? [{ field: 'name', message: 'is the name alone, without {{ and }}' }] : [];
}

/** The platform leaves a default value unused unless it is switched on. */
function withDefaultOn(parameters: Parameter[], given: GivenParameters, typeOf: TypeOfKey): Parameter[] {
  const isUsed = (given.defaultValue ?? null) === null || typeOf('setDefaultValue') === undefined;
  if (isUsed || parameters.some(({ key }) => key === 'setDefaultValue')) return parameters;
  return [...parameters, { type: 'boolean', key: 'setDefaultValue', value: 'true' }];
}

export function newVariable(name: string, type: string, change: VariableChange, contents: Contents) {
  const problems = ownTemplateProblems(type, contents.templates);
  if (problems.length > 0) throw invalidArguments(problems);
  const blank = Variable.parse({ variableId: '', name, type });
  return asNew('variable', withLayerVersion(changedVariable(blank, { ...change, name }, contents)));
}

/** The second version of the data layer reads `ecommerce.value` as a path; new variables use it unless told otherwise. */
function withLayerVersion(variable: Variable): Variable {
  const isOpen = variable.type === 'v' && !variable.parameter.some(({ key }) => key === 'dataLayerVersion');
  return isOpen ? { ...variable, parameter: [...variable.parameter, DATA_LAYER_VERSION] } : variable;
}
export const DATA_LAYER_VERSION: Parameter = { type: 'integer', key: 'dataLayerVersion', value: '2' };

function changedFormat(held: Readonly<Record<string, unknown>>, change: z.output<typeof Format>) {
  const next: Record<string, unknown> = { ...held };
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) continue;
    if (value === null) delete next[key];
    else next[key] = /Value$/.test(key) ? { ...(held[key] as object), ...parameterOf(undefined, value) } : value;
  }
  return next;
}
