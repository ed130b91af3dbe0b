import { z } from 'zod';
import { plusDays } from '../tools/days.ts';
import type { Days } from '../tools/report/period.ts';
import type { ReadAccount } from './read-page.ts';

const DaysShown = z.object({ start_date: z.string(), end_date: z.string() });

/** An account that numbers come from. What is the same for all stands once, beside the list. */
const Source = z.object({
  workspaceId: z.string().optional(),
  workspace: z.string().optional(),
  channel: z.string(),
  account: z.string(),
  name: z.string(),
  currency: z.string(),
  time_zone: z.string(),
  complete_until: z.string(),
  period: DaysShown.optional().describe('Where it differs from that of the reply'),
  age_s: z.number().optional().describe('Read that long ago; fresh: true asks again'),
});

/** Where numbers come from, and how complete they are. */
export const sourcesOutput = {
  period: DaysShown.describe('Of most accounts'),
  uneven_days: z.boolean().describe('Accounts cover different days'),
  sources: z.array(Source),
  counting: z
    .array(z.object({ channel: z.string(), conversions_final_after: z.string(), attribution: z.string() }))
    .describe('When conversions stop moving, and how they are attributed'),
};

export function sourcesOf(accounts: readonly ReadAccount[], workspaces: 'all' | undefined, now: number) {
  const usual = mostUsual(accounts.map(({ window }) => window.days));
  const byChannel = new Map(accounts.map((one) => [one.reading.place.channel.name, one.reading.reporting.days]));
  return {
    period: usual,
    uneven_days: accounts.some(({ window }) => !isSame(window.days, usual)),
    sources: accounts.map((one) => inWorkspaces(sourceOf(one, usual, now), workspaces)),
    counting: [...byChannel].map(([channel, { conversionsMoveDays, attribution }]) => ({
      channel,
      conversions_final_after: plusDays(usual.end_date, conversionsMoveDays),
      attribution,
    })),
  };
}

function sourceOf({ reading, window, age: { readAt } }: ReadAccount, usual: Days, now: number) {
  const { account, place } = reading;
  return {
    workspaceId: place.workspace.id,
    workspace: place.workspace.name,
    channel: place.channel.name,
    account: account.id,
    name: account.name,
    currency: account.currency.code,
    time_zone: account.timeZone,
    complete_until: window.completeUntil,
    ...(!isSame(window.days, usual) && { period: { ...window.days } }),
    ...(readAt !== undefined && { age_s: Math.max(0, Math.round((now - readAt) / 1000)) }),
  };
}

const NO_DAYS: Days = { start_date: '', end_date: '' };

/** The span that most accounts have; of equally many, the first. */
function mostUsual(spans: readonly Days[]): Days {
  const groups = [...Map.groupBy(spans, ({ start_date, end_date }) => `${start_date} ${end_date}`).values()];
  return { ...(groups.sort((a, b) => b.length - a.length)[0]?.[0] ?? NO_DAYS) };
}

function isSame(one: Days, other: Days): boolean {
  return one.start_date === other.start_date && one.end_date === other.end_date;
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
