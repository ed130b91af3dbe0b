import type { Condition, Tag, Trigger, Version } from '../wire.ts';
import { BUILT_IN_TRIGGERS, isAlwaysThere, variableNames } from './built-ins.ts';
import { contentsOf } from './contents.ts';
import type { Outgoing } from './outgoing.ts';
import { variablesIn } from './references.ts';

/** Warnings before a publication: code that visitors run, and tags that never fire though they are new or fired until now. */
export function warningsOf(live: Version | undefined, next: Version, outgoing: readonly Outgoing[]): string[] {
  const silentBefore = new Set(live ? silentTags(live).keys() : []);
  const code = outgoing.filter((one) => one.code !== undefined && one.change !== 'deleted');
  return [
    ...code.map(
      ({ kind, name, id, change, fields, code = '' }) =>
        `${kind} "${name}" (${id}) ${change === 'added' ? 'is new' : isOther(code, fields) ? 'has changed' : 'keeps its'} code that runs in the browsers of visitors, ${code.length} characters, shown whole as its code`,
    ),
    ...[...silentTags(next)].filter(([id]) => !silentBefore.has(id)).map(([, why]) => why),
  ];
}

function isOther(code: string, fields: Outgoing['fields']): boolean {
  return Object.values(fields).some(({ to }) => to === code);
}

/** Tags that never fire, by id, with the reason. */
export function silentTags(version: Version): Map<string, string> {
  const triggers = new Map(version.trigger.map((trigger) => [trigger.triggerId, trigger]));
  const known = variableNames(contentsOf(version));
  const sequenced = new Set(
    version.tag.flatMap(({ setupTag, teardownTag }) => [...setupTag, ...teardownTag].map(({ tagName }) => tagName)),
  );
  const silent = new Map<string, string>();
  for (const tag of version.tag) {
    if (tag.paused || sequenced.has(tag.name)) continue;
    const why = silenceOf(tag, triggers, known);
    if (why !== undefined) silent.set(tag.tagId, `tag "${tag.name}" (${tag.tagId}) never fires: ${why}`);
  }
  return silent;
}

function silenceOf(tag: Tag, triggers: ReadonlyMap<string, Trigger>, known: ReadonlySet<string>): string | undefined {
  const reasons = tag.firingTriggerId.map((id) => {
    if (id in BUILT_IN_TRIGGERS) return undefined;
    const trigger = triggers.get(id);
    if (!trigger) return `its trigger ${id} is not there`;
    const missing = missingIn(trigger, known);
    return missing && `its trigger "${trigger.name}" compares {{${missing}}}, which is not enabled or does not exist`;
  });
  if (reasons.length === 0) return 'it has no trigger';
  return reasons.every((reason) => reason !== undefined) ? reasons.join('; ') : undefined;
}

/** A condition on a variable that is not there never holds, and the platform says nothing. */
function missingIn(trigger: Trigger, known: ReadonlySet<string>): string | undefined {
  const conditions: readonly Condition[] = [
    ...trigger.filter,
    ...trigger.autoEventFilter,
    ...trigger.customEventFilter,
  ];
  return variablesIn(conditions).find((name) => !known.has(name) && !isAlwaysThere(name));
}
