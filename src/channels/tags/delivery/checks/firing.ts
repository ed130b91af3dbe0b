import { BUILT_IN_TRIGGERS, builtInName } from '../../resources/objects/built-ins.ts';
import { asNamed, quoted, triggerById, type View } from '../../resources/objects/container-view.ts';
import type { Named } from '../../resources/objects/references.ts';
import type { Tag, Trigger } from '../../wire.ts';
import type { AuditFinding, Mend } from './finding.ts';
import { coversAlways, type Limit, limitOf } from './trigger-limits.ts';

/** What keeps one tag from firing, as far as the container itself says. The first is the one to begin with. */
export function obstaclesOf(tag: Tag, view: View): AuditFinding[] {
  return [...pauseOf(tag), ...scheduleOf(tag, view), ...triggersOf(tag, view), ...blocksOf(tag, view)];
}

export function updateTag({ tagId }: Tag, change: Readonly<Record<string, unknown>>): Mend {
  return { tool: 'update_tag', arguments: { tag_id: tagId, ...change } };
}

/** Switches a built-in variable on. */
export function switchOn(type: string): Mend {
  return { tool: 'create_variable', arguments: { built_ins: [builtInName(type)] } };
}

function pauseOf(tag: Tag): AuditFinding[] {
  if (!tag.paused) return [];
  return [
    {
      severity: 'low',
      kind: 'paused',
      what: `The tag ${quoted(tag)} is paused and fires for nobody.`,
      objects: [asNamed(tag)],
      mend: 'Somebody paused it: update_tag with paused false lets it fire again, delete_tag_object takes it away.',
    },
  ];
}

function scheduleOf(tag: Tag, { now }: View): AuditFinding[] {
  const end = Number(tag.scheduleEndMs ?? Number.NaN);
  if (!(end < now) || end === 0) return [];
  return [
    {
      severity: 'low',
      kind: 'schedule_over',
      what: `The schedule of the tag ${quoted(tag)} ended at ${timeOf(end)}.`,
      objects: [asNamed(tag)],
      mend: 'Whether it should fire again is yours to say: update_tag changes its schedule, delete_tag_object takes it away.',
    },
  ];
}

/** A schedule that has not begun is no flaw; a diagnosis tells of it. */
export function beginsAt({ scheduleStartMs }: Tag, { now }: View): string | undefined {
  const start = Number(scheduleStartMs ?? Number.NaN);
  return start > now ? timeOf(start) : undefined;
}

function timeOf(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : `${ms} ms`;
}

/** Tags that others call before or after themselves need no trigger. */
export function callersOf({ tagId }: Tag, { uses }: View): Named[] {
  return uses
    .of('tag', tagId)
    .filter(({ how }) => how.endsWith('-up tag'))
    .map(({ kind, id, name }) => ({ kind, id, name }));
}

const isThere = (id: string, { names }: View) =>
  BUILT_IN_TRIGGERS[id] !== undefined || names.triggerOf(id) !== undefined;

function triggersOf(tag: Tag, view: View): AuditFinding[] {
  const { firingTriggerId: ids } = tag;
  if (ids.length === 0) return callersOf(tag, view).length > 0 ? [] : [withoutTrigger(tag)];
  const there = ids.filter((id) => isThere(id, view));
  const limits = there.map((id) => limitOfId(id, view));
  const gone = missingTriggers(tag, view);
  if (there.length === 0 || limits.some((limit) => limit === undefined)) return gone;
  // A tag that others call fires all the same.
  if (callersOf(tag, view).length > 0) return gone;
  return [...gone, neverFires(tag, there, limits as Limit[], view)];
}

function limitOfId(id: string, view: View): Limit | undefined {
  const trigger = view.names.triggerOf(id);
  return trigger && limitOf(trigger, view);
}

function withoutTrigger(tag: Tag): AuditFinding {
  return {
    severity: 'medium',
    kind: 'no_trigger',
    what: `The tag ${quoted(tag)} has no trigger, and no other tag calls it: it never fires.`,
    objects: [asNamed(tag)],
    mend: 'When it should fire is yours to say: update_tag takes the trigger in fires_on, delete_tag_object takes the tag away.',
  };
}

/** Triggers that are gone, among those a tag fires on and those that block it. */
export function missingTriggers(tag: Tag, view: View): AuditFinding[] {
  const gone = (ids: readonly string[]) => ids.filter((id) => !isThere(id, view));
  const [firing, blocking] = [gone(tag.firingTriggerId), gone(tag.blockingTriggerId)];
  const found: AuditFinding[] = [];
  const left = tag.firingTriggerId.filter((id) => !firing.includes(id));
  if (firing.length > 0)
    found.push({
      severity: left.length === 0 ? 'high' : 'medium',
      kind: 'missing_trigger',
      what: `The tag ${quoted(tag)} fires on ${listed(firing)}, which does not exist${left.length === 0 ? ': it never fires' : ''}.`,
      objects: [asNamed(tag)],
      mend:
        left.length === 0
          ? 'When it should fire is yours to say: update_tag takes the trigger in fires_on.'
          : updateTag(tag, { fires_on: left }),
    });
  if (blocking.length > 0)
    found.push({
      severity: 'medium',
      kind: 'missing_trigger',
      what: `The tag ${quoted(tag)} is blocked by ${listed(blocking)}, which does not exist: nothing blocks it.`,
      objects: [asNamed(tag)],
      mend: updateTag(tag, { blocked_by: tag.blockingTriggerId.filter((id) => !blocking.includes(id)) }),
    });
  return found;
}

function listed(ids: readonly string[]): string {
  return ids.map((id) => `trigger ${id}`).join(' and ');
}

function neverFires(tag: Tag, ids: readonly string[], limits: readonly Limit[], view: View): AuditFinding {
  const told = ids.map((id, at) => `${quoted(triggerById(id, view))} ${limits[at]!.why}`);
  const builtIns = limits.map(({ builtIn }) => builtIn);
  const only = builtIns.find((type) => type !== undefined);
  return {
    severity: 'high',
    kind: 'never_fires',
    what: `The tag ${quoted(tag)} never fires: its trigger ${told.join('; ')}.`,
    objects: [asNamed(tag), ...ids.map((id) => triggerById(id, view))],
    mend: only
      ? switchOn(only)
      : 'What the trigger should wait for is yours to say: update_trigger changes its conditions.',
  };
}

function blocksOf(tag: Tag, view: View): AuditFinding[] {
  const firing = tag.firingTriggerId.filter((id) => isThere(id, view));
  const coverOf = (id: string) => tag.blockingTriggerId.find((block) => coversAlways(block, id, view));
  const covers = firing.map(coverOf);
  if (firing.length === 0 || covers.some((block) => block === undefined)) return [];
  const blocks = [...new Set(covers as string[])];
  const named = blocks.map((id) => triggerById(id, view));
  return [
    {
      severity: 'high',
      kind: 'always_blocked',
      what: `The tag ${quoted(tag)} never fires: ${named.map(quoted).join(' and ')} blocks it whenever it would.`,
      objects: [asNamed(tag), ...named],
      mend: updateTag(tag, { blocked_by: tag.blockingTriggerId.filter((id) => !blocks.includes(id)) }),
    },
  ];
}

/** Set-up, clean-up and Google tags that a tag names and that are not there. */
export function missingTags(tag: Tag, view: View, named: readonly { name: string; how: string }[]): AuditFinding[] {
  return named
    .filter(({ name }) => name !== '' && !name.includes('{{') && view.tagNamed(name) === undefined)
    .map(({ name, how }) => ({
      severity: 'high',
      kind: 'missing_tag',
      what: `The tag ${quoted(tag)} names ${quoted({ name })} as its ${how === 'refers to' ? 'Google tag' : how}, and there is no tag of that name.`,
      objects: [asNamed(tag)],
      mend: 'Which tag is meant is yours to say: update_tag changes it.',
    }));
}

/** A trigger that can never fire, in words. */
export function limitWords(trigger: Trigger, view: View): string | undefined {
  const limit = limitOf(trigger, view);
  return limit && `${quoted(trigger)} ${limit.why}`;
}
