import { client } from '../../api/client.ts';
import type { HistoryChange, HistoryQuestion } from '../../api/history.ts';
import { whoOf } from './change-names.ts';

const PAGE = 200;
/** More would take minutes to read. */
const CHANGES_MAX = 10_000;

/** Every change that the filters let through, also those that the page has not loaded yet. */
export async function allChanges(asked: HistoryQuestion): Promise<{ changes: HistoryChange[]; isCut: boolean }> {
  const changes: HistoryChange[] = [];
  let cursor: HistoryQuestion['cursor'];
  do {
    const page = await client.history.list.query({ ...asked, limit: PAGE, ...(cursor && { cursor }) });
    changes.push(...page.changes);
    cursor = page.nextCursor ?? undefined;
  } while (cursor && changes.length < CHANGES_MAX);
  return { changes, isCut: cursor !== undefined };
}

/** One line for each field that a change gave a value; one for a change without any. */
export const csvOf = (changes: readonly HistoryChange[]) =>
  changes.flatMap((change) =>
    fieldsOf(change).map(({ id, field, from, to }) => ({
      at: change.at,
      who: whoOf(change).name,
      channel: change.channel,
      tool: change.tool,
      object: change.object.name,
      object_id: id ?? change.object.id,
      field,
      from,
      to,
      outcome: change.outcome,
      undo: change.undo,
      undone_at: change.undone?.at,
      undone_by: change.undone && (change.undone.by.name ?? change.undone.by.id),
      change_id: change.change_id,
      call_id: change.call_id,
      workspace_id: change.workspaceId,
    })),
  );

interface Field {
  id?: string;
  field?: string;
  from?: string;
  to?: string;
}

function fieldsOf({ applied = {}, rows = [] }: HistoryChange): Field[] {
  const objects = [{ id: undefined, applied }, ...rows];
  const fields = objects.flatMap(({ id, applied: values = {} }) =>
    Object.entries(values).map(([field, { from, to }]) => ({
      ...(id !== undefined && { id }),
      field,
      from: text(from),
      to: text(to),
    })),
  );
  return fields.length > 0 ? fields : [{}];
}

/** Money with its currency, `700.00 USD`; what is no text as JSON. */
function text(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'object') return String(value);
  const { amount, currency } = value as { amount?: string; currency?: string };
  return amount !== undefined && currency !== undefined ? `${amount} ${currency}` : JSON.stringify(value);
}
