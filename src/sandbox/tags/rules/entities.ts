import { badRequest, internal, notFound, unexplained } from '../errors.ts';
import { type Content, type Doc, type Entity, idOf, type Kind } from '../state/shapes.ts';
import { BUILT_IN_TRIGGERS } from './built-ins.ts';
import { cleanBody, ENTITY_FIELDS } from './fields.ts';
import { checkTag, checkVariable, templateTypes } from './templates.ts';

/** An entity as a body describes it, with the platform's defaults; `before` is what it replaces. */
export function readEntity(kind: Kind, body: Doc, content: Content, before?: Entity): Entity {
  if (kind.key === 'builtInVariable') throw badRequest('A built-in variable is enabled, not written.');
  const given = cleanBody(body, ENTITY_FIELDS[kind.key], kind.key) as Entity;
  const entity = kind.key === 'tag' ? { ...TAG_DEFAULTS, ...given } : given;
  checkEntity(kind, entity, content, before);
  return entity;
}

/** What the platform adds to every tag. */
const TAG_DEFAULTS: Doc = {
  tagFiringOption: 'oncePerEvent',
  monitoringMetadata: { type: 'map' },
  consentSettings: { consentStatus: 'notSet' },
};

const NOTES_MAX = 512_000;

function checkEntity(kind: Kind, entity: Entity, content: Content, before?: Entity): void {
  if (kind.key !== 'gtagConfig' && !entity.name) throw badRequest(`${kind.key}.name: The value must not be empty.`);
  checkName(kind, entity.name, content, before);
  if (String(entity.notes ?? '').length > NOTES_MAX) throw badRequest(`${kind.key}.notes: The value is too long.`);
  if (before?.type !== undefined && entity.type !== before.type) {
    throw badRequest(`${kind.key}.type: The type of an existing entity cannot be changed.`);
  }
  const folder = entity.parentFolderId;
  if (folder && !content.folder.some(({ folderId }) => folderId === folder)) throw notFound();
  if (kind.key === 'trigger') checkTrigger(entity);
  if (kind.key === 'variable') checkVariable(entity, content);
  if (kind.key === 'tag') {
    checkTriggerIds(entity, content);
    checkTag(entity, content);
  }
}

/** A variable's name may also be taken by a built-in one that is enabled. */
export function checkName(kind: Kind, name: string | undefined, content: Content, before?: Entity): void {
  if (name === undefined) return;
  const own = before && idOf(kind, before);
  const rivals = kind.key === 'variable' ? [...content.variable, ...content.builtInVariable] : content[kind.key];
  const taken = rivals.some((rival) => rival.name === name && (own === undefined || idOf(kind, rival) !== own));
  if (taken) throw duplicateName();
}

export const duplicateName = () => badRequest('Found entity with duplicate name.');

const CONDITION_LISTS = ['filter', 'autoEventFilter', 'customEventFilter'];

function checkTrigger(trigger: Entity): void {
  if (!trigger.type) throw badRequest('trigger.type: The value must not be empty.');
  const events = (trigger.customEventFilter ?? []) as Doc[];
  if (trigger.type === 'customEvent' && events.length !== 1) {
    throw badRequest('customEventFilter: Custom-event trigger must have exactly one custom-event filter.');
  }
  const conditions = CONDITION_LISTS.flatMap((name) => (trigger[name] ?? []) as Doc[]);
  // A fault of the client that the platform answers as one of its own.
  if (conditions.some((condition) => !hasArgument(condition))) throw internal();
}

function hasArgument({ parameter }: Doc): boolean {
  return ((parameter ?? []) as Doc[]).some(({ key, value }) => key === 'arg0' && value);
}

function checkTriggerIds(tag: Entity, content: Content): void {
  const ids = [tag.firingTriggerId, tag.blockingTriggerId].flatMap((list) => (list ?? []) as string[]);
  const known = new Set(content.trigger.map(({ triggerId }) => triggerId));
  if (ids.some((id) => !known.has(id) && !BUILT_IN_TRIGGERS.has(id))) throw notFound();
}

/** What is in use cannot be deleted, and the platform does not say by what. */
export function checkUnused(kind: Kind, entity: Entity, content: Content): void {
  const id = idOf(kind, entity);
  const used = {
    trigger: () => content.tag.some((tag) => triggersOf(tag).includes(id)) || groupsOf(content).includes(id),
    tag: () =>
      String(entity.type).startsWith('cvt_') && content.tag.some((tag) => sequenceOf(tag).includes(entity.name)),
    customTemplate: () =>
      [...content.tag, ...content.variable].some(({ type }) => templateTypes(entity).includes(String(type))),
  }[kind.key as string];
  if (used?.()) throw unexplained();
}

function triggersOf(tag: Entity): unknown[] {
  return [tag.firingTriggerId, tag.blockingTriggerId].flatMap((list) => (list ?? []) as unknown[]);
}

function groupsOf(content: Content): unknown[] {
  const lists = content.trigger.flatMap(({ parameter }) => (parameter ?? []) as Doc[]);
  return lists
    .flatMap(({ list }) => (list ?? []) as Doc[])
    .flatMap(({ type, value }) => (type === 'triggerReference' ? [value] : []));
}

function sequenceOf(tag: Entity): unknown[] {
  return [tag.setupTag, tag.teardownTag].flatMap((list) => ((list ?? []) as Doc[]).map(({ tagName }) => tagName));
}
