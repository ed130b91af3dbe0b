import { Failure } from '../../../errors.ts';
import { changeAndReadBack, isGone, removeAndLook } from '../../../tools/read-back.ts';
import type { Shown, WriteReport } from '../../../tools/write-report.ts';
import type { ProfessionalClient } from '../client.ts';

interface StatefulChange<T> {
  /** The object as messages name it: `The campaign 7`. */
  what: string;
  client: ProfessionalClient;
  account: string;
  path: string;
  status: { before: string; after: string | undefined; field?: string };
  fields: Readonly<Record<string, unknown>>;
  before: T;
  wanted: Shown;
  read(): Promise<T>;
}

/** Sends one change: a deletion for drafts, a new status or new fields for everything else. */
export async function changed<T extends Shown & { status: string }>(
  change: StatefulChange<T>,
): Promise<{ shown: T; report: WriteReport }> {
  const { what, client, account, path, status, fields, before, wanted, read } = change;
  const removes = status.after === 'REMOVED';
  if (removes && status.before === 'DRAFT') {
    await removeAndLook(
      `${what} was deleted`,
      () => client.remove(path, account),
      () => isGone(read),
    );
    const report = { applied: { status: { from: 'DRAFT', to: 'REMOVED' } }, not_applied: [] };
    return { shown: { ...before, status: 'REMOVED' }, report };
  }
  const next = removes ? 'PENDING_DELETION' : status.after;
  const { after, report } = await changeAndReadBack({
    done: `${what} was changed`,
    before,
    wanted: { ...wanted, status: next },
    send: () => client.update(path, { ...fields, [status.field ?? 'status']: next }, account),
    read: removes ? () => orGone(read, before) : read,
  });
  return { shown: after, report };
}

/** The platform drops a deleted object at once if it never served; "not found" then means deleted. */
async function orGone<T extends { status: string }>(read: () => Promise<T>, before: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return { ...before, status: 'PENDING_DELETION' };
    throw error;
  }
}
