import type { RecordedChange } from '../audit/recorded-changes.ts';
import { canonicalJson } from '../idempotency/fingerprint.ts';
import { ANY, type UndoPart, type UndoStep } from '../tools/undo.ts';

/** A part on its way back, with every change that goes back with it. */
export interface OpenPart {
  part: UndoPart;
  changes: RecordedChange[];
}

/** Parts that one call may take back. */
export interface OpenCall {
  step: UndoStep;
  change: RecordedChange;
  parts: OpenPart[];
}

export const isSame = (one: unknown, other: unknown): boolean =>
  one === ANY || other === ANY || canonicalJson(one) === canonicalJson(other);

/**
 * Several changes of one field become one way back: from the newest value to the one before the oldest change. `steps` come
 * newest first. Where somebody else changed the field in between, the older change stays as it is.
 */
export function folded(steps: readonly { change: RecordedChange; step: UndoStep }[]) {
  const newest = new Map<string, OpenPart>();
  const blocked: { change: RecordedChange; part: UndoPart }[] = [];
  const calls: OpenCall[] = [];
  for (const { change, step } of steps) {
    const parts: OpenPart[] = [];
    for (const part of step.parts) {
      const key = JSON.stringify([change.channel, part.object, part.field]);
      const open = newest.get(key);
      if (!open) {
        const fresh = { part, changes: [change] };
        newest.set(key, fresh);
        parts.push(fresh);
      } else if (isSame(open.part.from, part.to)) {
        const { instead: _, ...kept } = open.part;
        open.part = { ...kept, from: part.from, ...(part.instead && { instead: part.instead }) };
        open.changes.push(change);
      } else blocked.push({ change, part });
    }
    if (parts.length > 0) calls.push({ step, change, parts });
  }
  return { calls: calls.flatMap(apart), blocked };
}

/** One entry for each call of the platform's tool. */
function apart({ step, change, parts }: OpenCall): OpenCall[] {
  const groups = Map.groupBy(parts, ({ part }) => step.groupOf?.(part) ?? '');
  return [...groups.values()].map((own) => ({ step, change, parts: own }));
}
