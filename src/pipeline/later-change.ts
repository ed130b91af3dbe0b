import { actorsWithIds } from '../audit/actors.ts';
import { type RecordedChange, readChanges } from '../audit/recorded-changes.ts';
import type { UndoField } from '../tools/history-desk.ts';
import type { JobPlace } from './call.ts';
import { isSame } from './undo-parts.ts';

/** How many later changes of an object are looked through. */
const LOOKED_THROUGH = 50;

/**
 * Who gave a field the value that it has now, if that was done through this service after `change`. Undefined: the newest change on
 * record left it with another value, so it was changed at the platform itself.
 */
export async function laterChange(
  { pipeline, workspace }: JobPlace,
  change: RecordedChange,
  { object = '', field = '', now }: UndoField,
): Promise<UndoField['changed']> {
  const { changes } = await readChanges(pipeline.store.db, workspace.id, {
    since: change.at,
    channels: [change.channel],
    entries: { object: [object.split(' ').at(-1)!] },
    limit: LOOKED_THROUGH,
  });
  const newest = changes.find((one) => one.seq > change.seq && valueGiven(one, object, field) !== undefined);
  if (!newest || !isSame(valueGiven(newest, object, field)?.to, now)) return undefined;
  const who = await actorsWithIds(pipeline.store.db, [newest.actor]);
  return { by: who(newest.actor), at: new Date(newest.at).toISOString() };
}

function valueGiven({ applied, rows }: RecordedChange, object: string, field: string) {
  return rows.find(({ id }) => id === object)?.applied?.[field] ?? (rows.length === 0 ? applied[field] : undefined);
}
