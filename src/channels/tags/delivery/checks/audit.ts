import { Turns } from '../../../../event-loop/turns.ts';
import { nearest } from '../../../../tools/did-you-mean.ts';
import type { Contents } from '../../resources/containers/contents.ts';
import { asNamed, quoted, type View, viewOf } from '../../resources/objects/container-view.ts';
import { variablesIn } from '../../resources/objects/references.ts';
import { sendsOf } from '../../resources/objects/sends.ts';
import { knownKeys } from '../../resources/objects/templates.ts';
import type { Tag, Variable } from '../../wire.ts';
import {
  accountFindings,
  type Connected,
  isPurchaseTag,
  keyOf,
  purchaseFindings,
  unfilledFindings,
} from './accounts.ts';
import { consentFindings, setsConsent } from './consent.ts';
import { htmlFindings } from './custom-html.ts';
import { duplicateObjects, duplicateTags, type Sender } from './duplicates.ts';
import { type AuditFinding, byWeight } from './finding.ts';
import { missingTriggers, obstaclesOf, switchOn } from './firing.ts';
import { googleFindings, outdatedFindings, valueFindings } from './google-tags.ts';
import { brokenReferences, unusedObjects } from './references.ts';
import { secretsOf } from './secrets.ts';
import { each } from './steps.ts';
import { limitOf } from './trigger-limits.ts';

interface Asked {
  now: number;
  isServer: boolean;
  connected: Connected;
  signal?: AbortSignal | undefined;
}

export interface Audit {
  findings: AuditFinding[];
  /** Channels of which a variable decides what is sent there. */
  unsure: string[];
}

/** Everything that is wrong with a container, the worst first. Long containers are read in turns. */
export async function audited(contents: Contents, { now, isServer, connected, signal }: Asked): Promise<Audit> {
  const turns = new Turns(signal);
  const view = await viewOf(contents, { now, isServer });
  const { findings, unsure } = await turns.through(findingsIn(view, connected));
  return { findings: await turns.sort(findings, byWeight), unsure };
}

/** May be interrupted after each object. */
function* findingsIn(view: View, connected: Connected): Generator<void, Audit> {
  const { contents, isServer } = view;
  const firing = yield* each(contents.tags, (tag) => ({ tag, obstacles: auditedObstacles(tag, view) }));
  const senders: Sender[] = yield* each(
    firing.filter(({ tag, obstacles }) => !tag.paused && !obstacles.some(({ kind }) => STOPPING.has(kind))),
    ({ tag }) => ({ tag, sends: sendsOf(tag, view) }),
  );
  const obstacles = firing.flatMap((one) => one.obstacles);
  const dead = yield* deadTriggers(view, obstacles);
  const mentions = yield* mentionsIn(contents, connected);
  const { findings: unfilled, unsure } = unfilledFindings(senders, connected, mentions);
  const named = yield* each(contents.templates, ({ templateData = '' }) => variablesIn(templateData));
  const hasConsentMode = (yield* each(contents.tags, (tag) => setsConsent(tag, view))).includes(true);
  const parts = [
    obstacles,
    dead.findings,
    yield* referenceFindings(view, dead.ids),
    (yield* each(senders, (sender) => senderFindings(sender, view, { connected, hasConsentMode }))).flat(),
    yield* duplicateTags(senders, view, (sender) => isPurchaseTag(sender, connected)),
    yield* duplicateObjects(view),
    googleFindings(senders, view),
    (yield* each(senders, (sender) => accountFindings(sender, connected))).flat(),
    unfilled,
    unusedObjects(view, new Set(named.flat())),
    (yield* each(contents.tags, htmlFindings)).flat(),
    (yield* each([...contents.tags, ...contents.variables], unknownKeys)).flat(),
    isServer ? [] : yield* secretFindings(contents),
  ];
  return { findings: parts.flat(), unsure };
}

/** Kinds after which a tag sends nothing. */
const STOPPING = new Set(['paused', 'schedule_over', 'no_trigger', 'never_fires', 'always_blocked']);

/** Of a tag that is paused, or whose schedule is over, only that is told, and triggers that are gone. */
function auditedObstacles(tag: Tag, view: View): AuditFinding[] {
  const all = obstaclesOf(tag, view);
  const off = all.find(({ kind }) => kind === 'paused' || kind === 'schedule_over');
  if (!off) return all;
  return [off, ...missingTriggers(tag, view)];
}

/** Triggers that can never fire and whose tags were not told of, because they have other triggers. */
function* deadTriggers(
  view: View,
  told: readonly AuditFinding[],
): Generator<void, { ids: ReadonlySet<string>; findings: AuditFinding[] }> {
  const known = new Set(
    told
      .filter(({ kind }) => kind === 'never_fires')
      .flatMap(({ objects }) => objects.flatMap(({ kind, id }) => (kind === 'trigger' ? [id] : []))),
  );
  const limits = yield* each(view.contents.triggers, (trigger) => {
    const limit = view.uses.of('trigger', trigger.triggerId).some(({ how }) => how === 'fires on')
      ? limitOf(trigger, view)
      : undefined;
    return limit ? [{ trigger, limit }] : [];
  });
  const dead = limits.flat();
  return {
    ids: new Set(dead.map(({ trigger }) => trigger.triggerId)),
    findings: dead
      .filter(({ trigger }) => !known.has(trigger.triggerId) && hasOtherwiseFiringTag(trigger.triggerId, view))
      .map(({ trigger, limit }) => ({
        severity: 'medium',
        kind: 'never_fires',
        what: `The trigger ${quoted(trigger)} never fires: it ${limit.why}.`,
        objects: [asNamed(trigger)],
        mend: limit.builtIn
          ? switchOn(limit.builtIn)
          : 'What the trigger should wait for is yours to say: update_trigger changes its conditions.',
      })),
  };
}

function hasOtherwiseFiringTag(id: string, { contents }: View): boolean {
  return contents.tags.some(({ paused, firingTriggerId }) => !paused && firingTriggerId.includes(id));
}

function* referenceFindings(view: View, dead: ReadonlySet<string>): Generator<void, AuditFinding[]> {
  const { tags, triggers, variables } = view.contents;
  const others = triggers.filter(({ triggerId }) => !dead.has(triggerId));
  return (yield* each([...tags, ...others, ...variables], (object) => brokenReferences(object, view))).flat();
}

function senderFindings(
  sender: Sender,
  view: View,
  { connected, hasConsentMode }: { connected: Connected; hasConsentMode: boolean },
): AuditFinding[] {
  const { tag } = sender;
  return [
    ...consentFindings(tag, view, hasConsentMode),
    ...valueFindings(tag, view),
    ...outdatedFindings(tag),
    ...purchaseFindings(sender, view, connected),
  ];
}

/** Keys that the platform keeps in silence and that do nothing. */
function unknownKeys(object: Tag | Variable): AuditFinding[] {
  const named = asNamed(object);
  const kind = named.kind as 'tag' | 'variable';
  const known = knownKeys(kind, object.type);
  if (!known) return [];
  const unknown = object.parameter.flatMap(({ key = '' }) => (known.includes(key) ? [] : [key]));
  const taken = new Set(object.parameter.map(({ key }) => key));
  return unknown.map((key) => {
    const meant = nearest(
      key,
      known.filter((one) => !taken.has(one)),
    );
    const told = `The ${kind} ${quoted(named)} has the parameter ${key}`;
    const change = { [`${kind}_id`]: named.id, parameters: { [key]: null } };
    return {
      severity: meant ? 'medium' : 'low',
      kind: 'unknown_parameter',
      what: meant
        ? `${told}, which does nothing: ${meant} may be meant.`
        : `${told}, which is not known of its type ${object.type} and may do nothing.`,
      objects: [named],
      mend: meant
        ? { tool: `update_${kind}`, arguments: change }
        : `The platform may know more than is known here: update_${kind} with the parameter as null takes it away.`,
    };
  });
}

function* secretFindings({ tags, triggers, variables, templates }: Contents): Generator<void, AuditFinding[]> {
  const found: AuditFinding[] = [];
  for (const object of [...tags, ...triggers, ...variables, ...templates]) found.push(...(yield* secretsOf(object)));
  return found;
}

/** Which of the ids and labels that accounts wait for stand anywhere in what fires, wherever that may be. */
function* mentionsIn(
  { tags, variables, templates }: Contents,
  { awaited }: Connected,
): Generator<void, ReadonlySet<string>> {
  const keys = [...new Set(awaited.map(({ tag }) => keyOf(tag)))];
  if (keys.length === 0) return new Set();
  // Ids and labels are letters, digits, `-` and `_`; anything else would be no text to look for.
  const any = new RegExp(keys.map((key) => key.replaceAll(/[^\w-]/g, '.')).join('|'), 'g');
  const objects = [...tags.filter(({ paused }) => !paused), ...variables, ...templates];
  const found = yield* each(objects, (object) => new Set(JSON.stringify(object).match(any) ?? []));
  return new Set(found.flatMap((ones) => [...ones]));
}
