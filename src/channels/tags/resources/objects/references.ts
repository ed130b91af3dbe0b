import { Turns } from '../../../../event-loop/turns.ts';
import type { Parameter, Tag, Trigger, Variable } from '../../wire.ts';
import type { Contents } from '../containers/contents.ts';
import { namesIn } from './names.ts';

/** Kinds of objects that others depend on. */
type Kind = 'tag' | 'trigger' | 'variable' | 'folder' | 'template';

export interface Named {
  kind: string;
  id: string;
  name: string;
}

/** `how`: fires on, blocked by, set-up tag, clean-up tag, refers to, made of, in folder, part of. */
export interface Use extends Named {
  how: string;
}

/** Who depends on what; built once for a container. */
export interface Uses {
  /** Variables (also built-in ones) are asked for by name, all others by id. */
  of(kind: Kind, idOrName: string): readonly Use[];
}

/** A variable in a text. */
export const REFERENCE = /\{\{([^{}]+)\}\}/g;

/** The names of variables in all texts of an object, each once. */
export function variablesIn(value: unknown): string[] {
  const found = new Set<string>();
  for (const text of textsIn(value)) {
    if (!text.includes('{{')) continue;
    for (const [, name = ''] of text.matchAll(REFERENCE)) found.add(name.trim());
  }
  return [...found];
}

/** What is typed into objects, without ids, links and notes, in which a `{{Name}}` refers to nothing. */
const UNREAD = new Set(['path', 'tagManagerUrl', 'fingerprint', 'notes', 'name', 'templateData']);

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) if (!UNREAD.has(key)) yield* textsIn(inner);
  }
}

/** The references between a container's objects. Long HTML is read in turns. */
export async function usesIn(contents: Contents): Promise<Uses> {
  const uses = new Map<string, Use[]>();
  const add = (kind: Kind, key: string, use: Use) => {
    const known = uses.get(`${kind} ${key}`);
    if (known) known.push(use);
    else uses.set(`${kind} ${key}`, [use]);
  };
  const tagIds = new Map(contents.tags.map(({ name, tagId }) => [name, tagId]));
  const names = namesIn(contents);
  const shared = (by: Named, object: Tag | Trigger | Variable) => {
    for (const name of variablesIn(object)) add('variable', name, { ...by, how: 'refers to' });
    for (const id of triggersIn(object)) add('trigger', id, { ...by, how: 'part of' });
    if (object.parentFolderId) add('folder', object.parentFolderId, { ...by, how: 'in folder' });
    const template = names.templateOf(object.type);
    if (template) add('template', template.templateId, { ...by, how: 'made of' });
  };
  const turns = new Turns();
  await turns.map(contents.tags, (tag) => {
    const by = { kind: 'tag', id: tag.tagId, name: tag.name };
    shared(by, tag);
    for (const id of tag.firingTriggerId) add('trigger', id, { ...by, how: 'fires on' });
    for (const id of tag.blockingTriggerId) add('trigger', id, { ...by, how: 'blocked by' });
    for (const { name, how } of tagsIn(tag)) add('tag', tagIds.get(name) ?? '', { ...by, how });
  });
  await turns.map(contents.triggers, (trigger) =>
    shared({ kind: 'trigger', id: trigger.triggerId, name: trigger.name }, trigger),
  );
  await turns.map(contents.variables, (variable) => {
    const by = { kind: 'variable', id: variable.variableId, name: variable.name };
    shared(by, variable);
    for (const id of variable.enablingTriggerId) add('trigger', id, { ...by, how: 'enabled by' });
    for (const id of variable.disablingTriggerId) add('trigger', id, { ...by, how: 'disabled by' });
  });
  await turns.map(contents.others, ({ kind, ...other }) => {
    const by = { kind, id: other.id, name: other.object.name };
    for (const name of variablesIn(other.object)) add('variable', name, { ...by, how: 'refers to' });
    for (const id of triggersIn(other.object)) add('trigger', id, { ...by, how: 'part of' });
  });
  return { of: (kind, key) => uses.get(`${kind} ${key}`) ?? [] };
}

/** Other tags that a tag names: before it, after it, and the Google tag whose id it takes. */
export function tagsIn({ setupTag, teardownTag, parameter }: Tag): { name: string; how: string }[] {
  return [
    ...setupTag.map(({ tagName }) => ({ name: tagName, how: 'set-up tag' })),
    ...teardownTag.map(({ tagName }) => ({ name: tagName, how: 'clean-up tag' })),
    ...parametersOf(parameter, 'tagReference').map((name) => ({ name, how: 'refers to' })),
  ];
}

/** Triggers that stand in parameters, such as the members of a trigger group, and those that bound a zone. */
export function triggersIn({ parameter, boundary }: Readonly<Record<string, unknown>>): string[] {
  const bounding = (boundary as { customEvaluationTriggerId?: unknown } | undefined)?.customEvaluationTriggerId;
  return [
    ...(Array.isArray(parameter) ? parametersOf(parameter as Parameter[], 'triggerReference') : []),
    ...(Array.isArray(bounding) ? bounding.map(String) : []),
  ];
}

function parametersOf(parameters: readonly Parameter[], type: string): string[] {
  return parameters.flatMap((parameter) => [
    ...(parameter.type === type && parameter.value ? [parameter.value] : []),
    ...parametersOf(parameter.list ?? [], type),
    ...parametersOf(parameter.map ?? [], type),
  ]);
}
