import { asNamed, quoted, type View } from '../../resources/objects/container-view.ts';
import { plainOf } from '../../resources/objects/parameters.ts';
import { isBase, type Send } from '../../resources/objects/sends.ts';
import type { Condition, Parameter, Tag, Trigger, Variable } from '../../wire.ts';
import type { AuditFinding } from './finding.ts';
import { updateTag } from './firing.ts';
import { each } from './steps.ts';
import { firesOnEveryPage } from './trigger-limits.ts';

/** A tag that fires, with what it sends. */
export interface Sender {
  tag: Tag;
  sends: readonly Send[];
}

/**
 * Tags that tell the same platform the same at the same moment; each copy is a finding with the tag that came first. Two tags that
 * tell of the same purchase are one too many on any triggers: a shop has one moment of purchase.
 */
export function* duplicateTags(
  senders: readonly Sender[],
  view: View,
  isPurchase: (sender: Sender) => boolean,
): Generator<void, AuditFinding[]> {
  const meanings = yield* triggerMeanings(view);
  const copies = yield* copiesIn(senders, (sender) => tagKeys(sender.tag, sender.sends, view, meanings));
  const purchases = senders.filter((sender) => isPurchase(sender));
  const again = yield* copiesIn(purchases, ({ tag, sends }) => contentKeys(tag, sends).map(({ key }) => key));
  return [
    ...[...copies].map(([tag, before]) => doubled(tag, before, 'high', 'on the same trigger: it is counted twice')),
    ...[...again]
      .filter(([tag]) => !copies.has(tag))
      .map(([tag, before]) =>
        doubled(tag, before, 'medium', 'on different triggers: a purchase that meets both may be counted twice'),
      ),
  ];
}

/** The tags that repeat something of an earlier one, with that one. */
function* copiesIn(
  senders: readonly Sender[],
  keysOf: (sender: Sender) => readonly string[],
): Generator<void, Map<Tag, Tag>> {
  const first = new Map<string, Tag>();
  const copies = new Map<Tag, Tag>();
  for (const sender of senders) {
    yield;
    for (const key of keysOf(sender)) {
      const before = first.get(key);
      if (!before) first.set(key, sender.tag);
      else if (before !== sender.tag && !copies.has(sender.tag)) copies.set(sender.tag, before);
    }
  }
  return copies;
}

function doubled(tag: Tag, before: Tag, severity: 'high' | 'medium', how: string): AuditFinding {
  return {
    severity,
    kind: 'duplicate_tag',
    what: `The tags ${quoted(before)} and ${quoted(tag)} send the same to the same place ${how}.`,
    objects: [asNamed(before), asNamed(tag)],
    mend: updateTag(tag, { paused: true }),
  };
}

/** Each says what is sent and when; tags that are blocked or scheduled otherwise may take turns on purpose. */
function tagKeys(tag: Tag, sends: readonly Send[], view: View, meanings: ReadonlyMap<string, string>): string[] {
  const meaningOf = (id: string) => meanings.get(id) ?? id;
  const apart = [tag.blockingTriggerId.map(meaningOf).sort(), tag.scheduleStartMs, tag.scheduleEndMs];
  const whats = contentKeys(tag, sends);
  return whats.flatMap(({ key, isPageWide }) =>
    tag.firingTriggerId.map((id) => {
      const when = isPageWide && firesOnEveryPage(id, view) ? 'every page' : meaningOf(id);
      return JSON.stringify([key, when, ...apart]);
    }),
  );
}

function contentKeys({ type, parameter }: Tag, sends: readonly Send[]): { key: string; isPageWide: boolean }[] {
  const told = sends.filter(({ isGuarded }) => !isGuarded);
  if (told.length > 0)
    return told.map((send) => ({
      key: JSON.stringify([
        send.platform,
        send.label ? `${send.id}/${send.label}` : (send.id ?? send.written),
        send.event ?? '',
      ]),
      isPageWide: isBase(send),
    }));
  return type === 'html' || parameter.length > 0
    ? [{ key: `${type} ${canonical(plainOf(parameter))}`, isPageWide: false }]
    : [{ key: type, isPageWide: type === 'gclidw' }];
}

/** What each trigger waits for, as one text: two with the same are the same. */
function* triggerMeanings({ contents }: View): Generator<void, Map<string, string>> {
  return new Map(yield* each(contents.triggers, (trigger) => [trigger.triggerId, triggerMeaning(trigger)] as const));
}

/** What an object is called and where it stands says nothing of what it does. */
const UNCOMPARED = new Set(
  'path accountId containerId workspaceId fingerprint tagManagerUrl name notes parentFolderId triggerId uniqueTriggerId'.split(
    ' ',
  ),
);

function triggerMeaning(trigger: Trigger): string {
  const { filter, autoEventFilter, customEventFilter, ...rest } = trigger;
  const own = Object.entries(rest).filter(([key]) => !UNCOMPARED.has(key));
  const conditions = [filter, autoEventFilter, customEventFilter].map((list) => list.map(conditionMeaning).sort());
  return canonical([Object.fromEntries(own), conditions]);
}

function conditionMeaning({ type, parameter }: Condition): string {
  const set = parameter.filter(({ value }) => value !== 'false').map(({ key, value }: Parameter) => [key, value]);
  return canonical([type, set.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))]);
}

/** Triggers and variables of which another one is the same; one that nothing uses is told of elsewhere. */
export function* duplicateObjects(view: View): Generator<void, AuditFinding[]> {
  const { contents, uses } = view;
  const triggers = contents.triggers.filter(({ triggerId }) => uses.of('trigger', triggerId).length > 0);
  const variables = contents.variables.filter(
    (variable) => uses.of('variable', variable.name).length > 0 && saysEnough(variable),
  );
  return [
    ...(yield* copiesAmong(triggers, triggerMeaning)).map(([first, copy]) => sameAs('duplicate_trigger', first, copy)),
    ...(yield* copiesAmong(variables, variableMeaning)).map(([first, copy]) =>
      sameAs('duplicate_variable', first, copy),
    ),
  ];
}

function* copiesAmong<T>(objects: readonly T[], meaning: (object: T) => string): Generator<void, [T, T][]> {
  const first = new Map<string, T>();
  const copies: [T, T][] = [];
  for (const object of objects) {
    const key = meaning(object);
    const before = first.get(key);
    if (before) copies.push([before, object]);
    else first.set(key, object);
    yield;
  }
  return copies;
}

const CONSTANT_CHARACTERS_MIN = 6;

/** Two constants of `EUR` may stand for different things; two of the same id hardly do. */
function saysEnough({ type, parameter }: Variable): boolean {
  if (type === 'c') return String(plainOf(parameter).value ?? '').length >= CONSTANT_CHARACTERS_MIN;
  return parameter.length > 0;
}

function variableMeaning(variable: Variable): string {
  const { type, parameter, formatValue, enablingTriggerId, disablingTriggerId, scheduleStartMs, scheduleEndMs } =
    variable;
  return canonical([
    type,
    plainOf(parameter),
    formatValue,
    enablingTriggerId,
    disablingTriggerId,
    scheduleStartMs,
    scheduleEndMs,
  ]);
}

function sameAs(
  kind: 'duplicate_trigger' | 'duplicate_variable',
  first: Trigger | Variable,
  copy: Trigger | Variable,
): AuditFinding {
  const [one, other] = [asNamed(first), asNamed(copy)];
  return {
    severity: 'low',
    kind,
    what: `The ${one.kind}s ${quoted(one)} and ${quoted(other)} mean the same.`,
    objects: [one, other],
    mend: `What uses ${quoted(other)} has to use ${quoted(one)} first; then delete_tag_object takes ${quoted(other)} away.`,
  };
}

/** JSON in which the order of keys says nothing. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
