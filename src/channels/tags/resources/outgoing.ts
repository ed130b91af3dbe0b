import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { Turns } from '../../../event-loop/turns.ts';
import type { Condition, Parameter, Version } from '../wire.ts';
import { plainOf } from './parameters.ts';

/** The kinds of objects in a version: the platform's key, the field of the id, and our word. */
const KINDS = [
  ['tag', 'tagId', 'tag'],
  ['trigger', 'triggerId', 'trigger'],
  ['variable', 'variableId', 'variable'],
  ['builtInVariable', 'type', 'built-in variable'],
  ['folder', 'folderId', 'folder'],
  ['customTemplate', 'templateId', 'template'],
  ['zone', 'zoneId', 'zone'],
  ['client', 'clientId', 'client'],
  ['transformation', 'transformationId', 'transformation'],
  ['gtagConfig', 'gtagConfigId', 'Google tag configuration'],
] as const;

type Entity = Readonly<Record<string, unknown>>;
export type OutgoingKind = (typeof KINDS)[number][2];

/** One object that is another in what goes out than in what is live. */
export const Outgoing = z.object({
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  change: z.enum(['added', 'changed', 'removed']),
  fields: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })).describe('null: not there'),
  code: z.string().optional().describe('Runs in browsers of visitors, in full'),
  by: z.string().optional().describe('Who changed it, as far as known'),
});
export type Outgoing = z.infer<typeof Outgoing>;

/** What changes for visitors when `next` takes the place of `live`. Without a live version everything is added. */
export async function outgoingOf(live: Version | undefined, next: Version): Promise<Outgoing[]> {
  const turns = new Turns();
  const found: Outgoing[] = [];
  for (const [key, idField, kind] of KINDS) {
    const [before, after] = [byId(live, key, idField), byId(next, key, idField)];
    const triggers = { before: triggerNames(live), after: triggerNames(next) };
    const changes = await turns.map(new Set([...after.keys(), ...before.keys()]), (id) => {
      const [was, is] = [before.get(id), after.get(id)];
      const fields = difference(was, is, idField, triggers);
      if (was && is && Object.keys(fields).length === 0) return [];
      const change = was ? (is ? 'changed' : 'removed') : 'added';
      const code = is && codeIn(key, is);
      return [{ kind, id, name: nameOf(is ?? was!, id), change, fields, ...(code && { code }) } as const];
    });
    found.push(...changes.flat());
  }
  return found;
}

/** One line for each change: `tag "Ads - purchase" (5) added`. */
export function inWords({ kind, id, name, change, fields }: Outgoing): string {
  const what = change === 'changed' ? `changed: ${Object.keys(fields).join(', ')}` : change;
  return `${kind} "${name}"${kind === 'built-in variable' ? '' : ` (${id})`} ${what}`;
}

function byId(version: Version | undefined, key: (typeof KINDS)[number][0], idField: string): Map<string, Entity> {
  const entities = (version?.[key] ?? []) as readonly Entity[];
  return new Map(entities.map((entity) => [String(entity[idField] ?? entity.name), entity]));
}

function nameOf({ name }: Entity, id: string): string {
  return typeof name === 'string' && name !== '' ? name : id;
}

/** Where an object is kept tells nothing of what it does. */
const PLACE = ['path', 'accountId', 'containerId', 'workspaceId', 'fingerprint', 'tagManagerUrl'];
const NAMES: Readonly<Record<string, string>> = {
  parameter: 'parameters',
  firingTriggerId: 'fires_on',
  blockingTriggerId: 'blocked_by',
  consentSettings: 'consent',
  parentFolderId: 'folder',
};

interface Triggers {
  before: ReadonlyMap<string, string>;
  after: ReadonlyMap<string, string>;
}

function difference(was: Entity | undefined, is: Entity | undefined, idField: string, triggers: Triggers) {
  const fields: Record<string, { from: unknown; to: unknown }> = {};
  for (const field of new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])) {
    if (PLACE.includes(field) || field === idField) continue;
    const [from, to] = [valueOf(was?.[field]), valueOf(is?.[field])];
    if (isDeepStrictEqual(from, to)) continue;
    if (field === 'parameter') Object.assign(fields, parameterDifference(was?.[field], is?.[field]));
    else
      fields[NAMES[field] ?? snakeCase(field)] = {
        from: shown(field, from, triggers.before),
        to: shown(field, to, triggers.after),
      };
  }
  return fields;
}

/** The platform leaves out what is empty or off. */
function valueOf(value: unknown): unknown {
  if (value === undefined || value === false || value === '') return null;
  return Array.isArray(value) && value.length === 0 ? null : value;
}

/** Each setting for itself: one of twenty is seldom changed with the others. */
function parameterDifference(was: unknown, is: unknown) {
  const [from, to] = [plainOf((was ?? []) as Parameter[]), plainOf((is ?? []) as Parameter[])];
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return Object.fromEntries(
    keys.flatMap((key) =>
      isDeepStrictEqual(from[key], to[key])
        ? []
        : [[`parameters.${key}`, { from: from[key] ?? null, to: to[key] ?? null }]],
    ),
  );
}

function shown(field: string, value: unknown, triggers: ReadonlyMap<string, string>): unknown {
  if (value === null) return null;
  if (field === 'firingTriggerId' || field === 'blockingTriggerId')
    return (value as string[]).map((id) => triggers.get(id) ?? id);
  if (/filter$/i.test(field)) return (value as Condition[]).map(conditionWords);
  if (field === 'consentSettings') return consentOf(value as { consentStatus?: string; consentType?: Parameter });
  return isParameter(value) ? plainOf([{ ...value, key: 'value' }]).value : value;
}

function conditionWords({ type, parameter }: Condition): string {
  const { arg0 = '', arg1 = '', negate } = plainOf(parameter);
  return `${String(arg0)} ${negate === true ? 'not ' : ''}${type} ${String(arg1)}`;
}

function consentOf({ consentStatus, consentType }: { consentStatus?: string; consentType?: Parameter }) {
  const types = consentType ? plainOf([{ ...consentType, key: 'types' }]).types : undefined;
  return { status: consentStatus, ...(types !== undefined && { types }) };
}

function isParameter(value: unknown): value is Parameter {
  return typeof value === 'object' && value !== null && 'type' in value && ('value' in value || 'list' in value);
}

function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function triggerNames(version: Version | undefined): ReadonlyMap<string, string> {
  return new Map([
    ['2147479553', 'All Pages'],
    ['2147479573', 'Initialization - All Pages'],
    ['2147479572', 'Consent Initialization - All Pages'],
    ...(version?.trigger ?? []).map(({ triggerId, name }): [string, string] => [triggerId, name]),
  ]);
}

const CODE: Readonly<Record<string, string>> = { html: 'html', jsm: 'javascript' };

/** Custom HTML, custom JavaScript and templates are code on somebody's website. */
function codeIn(key: string, entity: Entity): string | undefined {
  if (key === 'customTemplate') return textOf(entity.templateData);
  const parameter = CODE[String(entity.type)];
  if (parameter === undefined || !Array.isArray(entity.parameter)) return undefined;
  return textOf((entity.parameter as Parameter[]).find((one) => one.key === parameter)?.value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
