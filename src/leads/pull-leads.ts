import { setImmediate } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '../ambient.ts';
import type { ToolContext } from '../tools/define-tool.ts';
import type { LeadBook, LeadPlace, LeadPull } from '../tools/leads/lead-book.ts';
import type { Lead, Leads } from '../tools/leads/leads.ts';

/** Platforms show leads late and in any order: what lies this far before the newest known lead is read again each time. */
const OVERLAP_MS = 6 * HOUR_MS;
/** Kept in one transaction, so that other calls get their turn between two. */
const KEPT_AT_ONCE = 500;

export type Puller<Client> = Pick<ToolContext<Client>, 'client' | 'account' | 'now' | 'progress' | 'signal'> & {
  leads: Pick<LeadBook, 'keptDays' | 'lastPull' | 'keep'>;
};

/**
 * Reads from the platform what came in since the last whole reading. Leads are kept as they come; how far was read is noted
 * after the last of them only, so that a reading that is cut off leaves no gap: the next one begins where it began.
 */
export async function pullLeads<Client>(
  channel: string,
  source: Leads<Client>,
  { client, account, leads: book, now, progress, signal }: Puller<Client>,
): Promise<LeadPull> {
  const place: LeadPlace = { channel, account };
  const last = await book.lastPull(place);
  const at = now();
  const oldest = at - Math.min(source.keptDays, book.keptDays) * DAY_MS;
  // Not from later than the last reading: a lead dated in the future must not hide those that came in after that reading.
  const since = last?.readTo === undefined ? oldest : Math.max(oldest, Math.min(last.readTo, last.at) - OVERLAP_MS);
  let count = 0;
  let readTo = last?.readTo;
  for await (const page of source.since(client, account, { since })) {
    for (const some of pieces(page.filter(({ id }) => id !== '').map((lead) => dated(lead, at)))) {
      signal.throwIfAborted();
      await book.keep(place, some);
      count += some.length;
      readTo = Math.max(readTo ?? 0, ...some.map(({ submitted_at }) => submitted_at));
      await setImmediate();
    }
    progress(count, undefined, 'leads read');
  }
  const pull = { readTo, at };
  await book.keep(place, [], pull);
  return pull;
}

/** A lead whose time cannot be read, or lies outside of what calendars hold, came in when it was first seen. */
function dated(lead: Lead, now: number): Lead {
  return Number.isNaN(new Date(lead.submitted_at).getTime()) ? { ...lead, submitted_at: now } : lead;
}

function* pieces(page: readonly Lead[]): Generator<readonly Lead[]> {
  for (let at = 0; at < page.length; at += KEPT_AT_ONCE) yield page.slice(at, at + KEPT_AT_ONCE);
}
