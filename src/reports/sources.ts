import { z } from 'zod';
import { plusDays } from './days.ts';
import type { Reading } from './fan-out.ts';
import type { Window } from './window.ts';

/** Where numbers come from, and how complete they are. */
export const Source = z.object({
  workspaceId: z.string().optional(),
  workspace: z.string().optional(),
  channel: z.string(),
  account: z.string(),
  name: z.string(),
  currency: z.string(),
  time_zone: z.string(),
  period: z.object({ start_date: z.string(), end_date: z.string() }),
  fetched_at: z.string(),
  age_s: z.number().optional().describe('Read that long ago; fresh: true asks again'),
  complete_until: z.string(),
  conversions_final_after: z.string(),
  attribution: z.string(),
});
export type Source = z.infer<typeof Source>;

export function sourceOf(reading: Reading, { days, completeUntil }: Window, readAt: number | undefined, now: number) {
  const { account, place, reporting } = reading;
  const { conversionsMoveDays, attribution } = reporting.days;
  return {
    workspaceId: place.workspace.id,
    workspace: place.workspace.name,
    channel: place.channel.name,
    account: account.id,
    name: account.name,
    currency: account.currency.code,
    time_zone: account.timeZone,
    period: { ...days },
    fetched_at: new Date(readAt ?? now).toISOString(),
    ...(readAt !== undefined && { age_s: Math.max(0, Math.round((now - readAt) / 1000)) }),
    complete_until: completeUntil,
    conversions_final_after: plusDays(days.end_date, conversionsMoveDays),
    attribution,
  } satisfies Source;
}

/** A reply about one workspace does not repeat its id in every line. */
export function inWorkspaces<T extends { workspaceId?: string | undefined; workspace?: string | undefined }>(
  one: T,
  workspaces: 'all' | undefined,
): T {
  if (workspaces === 'all') return one;
  const { workspaceId: _, workspace: __, ...rest } = one;
  return rest as T;
}
