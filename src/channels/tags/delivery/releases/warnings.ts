import { Turns } from '../../../../event-loop/turns.ts';
import { contentsOf } from '../../resources/containers/contents.ts';
import { type View, viewOf } from '../../resources/objects/container-view.ts';
import type { Tag, Version } from '../../wire.ts';
import { isServer } from '../checks/checked-contents.ts';
import { obstaclesOf } from '../checks/firing.ts';
import type { Outgoing } from './outgoing.ts';

/** What a warning is about: the two versions, and what differs between them. */
interface Compared {
  live: Version | undefined;
  next: Version;
  outgoing: readonly Outgoing[];
  now: number;
}

/** Warnings before a publication: code that visitors run, and tags that never fire though they are new or fired until now. */
export async function warningsOf({ live, next, outgoing, now }: Compared): Promise<string[]> {
  const silentBefore = live ? await silentTags(live, now) : new Map<string, string>();
  const silent = await silentTags(next, now);
  const code = outgoing.filter((one) => one.code !== undefined && one.change !== 'deleted');
  return [
    ...code.map(
      ({ kind, name, id, change, fields, code = '' }) =>
        `${kind} "${name}" (${id}) ${change === 'added' ? 'is new' : isOther(code, fields) ? 'has changed' : 'keeps its'} code that runs in the browsers of visitors, ${code.length} characters, shown whole as its code`,
    ),
    ...[...silent].filter(([id]) => !silentBefore.has(id)).map(([, why]) => why),
  ];
}

function isOther(code: string, fields: Outgoing['fields']): boolean {
  return Object.values(fields).some(({ to }) => to === code);
}

/** Tags that never fire, by id, with the reason, as an audit has it. A pause is meant. */
export async function silentTags(version: Version, now: number): Promise<Map<string, string>> {
  const view = await viewOf(contentsOf(version), { now, isServer: isServer(version) });
  const found = await new Turns().map(version.tag, (tag) => [tag.tagId, silenceOf(tag, view)] as const);
  return new Map(found.flatMap(([id, why]) => (why === undefined ? [] : [[id, why]])));
}

function silenceOf(tag: Tag, view: View): string | undefined {
  if (tag.paused) return undefined;
  return obstaclesOf(tag, view).find(({ kind, severity }) => SILENCING.has(kind) || isOnlyTrigger(kind, severity))
    ?.what;
}

const SILENCING: ReadonlySet<string> = new Set(['schedule_over', 'no_trigger', 'never_fires', 'always_blocked']);

/** A trigger that is gone silences a tag that has no other: that is what makes the finding a high one. */
const isOnlyTrigger = (kind: string, severity: string): boolean => kind === 'missing_trigger' && severity === 'high';
