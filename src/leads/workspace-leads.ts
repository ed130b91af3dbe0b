import { z } from 'zod';
import { Failure } from '../errors.ts';
import { pooled } from '../reports/fan-out.ts';
import { failed, Missing, notReached, tooSlow, withoutRepeats } from '../reports/missing-sources.ts';
import { refuseUnknownChannels } from '../tools/channel-names.ts';
import type { ToolContext } from '../tools/define-tool.ts';
import type { LeadPlace } from '../tools/leads/lead-book.ts';
import { collect, listArguments, nextCursor } from '../tools/listing.ts';
import type { Reach, Reached } from '../tools/reach.ts';
import { leadsArguments } from './list-leads.ts';
import { ShownLead, shownLead } from './shown-lead.ts';

export const everyLeadArguments = {
  channels: z.array(z.string()).min(1).optional().describe('Only these; all by default'),
  ...leadsArguments,
  ...listArguments(50, 200),
};

export const everyLeadOutput = {
  leads: z.array(ShownLead.extend({ channel: z.string(), account: z.string() })),
  missing: z.array(Missing).describe('What could not be read; its newer leads are not here'),
  kept_days: z.number().describe('Older leads are gone here'),
  ...nextCursor,
};

type Args = z.output<z.ZodObject<typeof everyLeadArguments>>;
type Output = z.input<z.ZodObject<typeof everyLeadOutput>>;
type Context = Pick<ToolContext<unknown>, 'reach' | 'leads' | 'signal'>;

/** Where leads are read: a channel as the caller reaches it, and an account there. */
interface Source {
  place: Reached;
  account: string;
}

/**
 * The leads of every channel of the workspace in one list, the newest first. Each channel's own `list_leads` reads what is new, with
 * the caller's permissions; the list itself is of what is kept. A channel that cannot be read does not keep the others.
 */
export async function leadsEverywhere(args: Args, context: Context): Promise<Output> {
  const { channels, since, form, campaign, with_personal_data, limit, cursor } = args;
  const { leads: book, reach } = context;
  const reader = with_personal_data ? book.contents() : undefined;
  const { sources, missing } = await sourcesOf(channels, context);
  // Further pages are of the list as it stood.
  if (cursor === undefined) missing.push(...(await readAllAnew(sources, reach)));
  const places = sources.map(({ place, account }): LeadPlace => ({ channel: place.channel.name, account }));
  const query = { since: since === undefined ? undefined : Date.parse(since), form, campaign };
  const { items, ...more } = await collect(
    { limit, cursor, scope: ['all', channels, query], pageMax: limit },
    (after, size) => book.page(places, { ...query, limit: size, after }),
  );
  const contents = items.length > 0 ? await reader?.of(items) : undefined;
  return {
    leads: items.map((lead, at) => ({
      channel: lead.channel,
      account: lead.account,
      ...shownLead(lead, contents?.[at]),
    })),
    missing: missing.map(({ workspaceId: _, ...line }) => line),
    kept_days: book.keptDays,
    ...more,
  };
}

async function sourcesOf(channels: readonly string[] | undefined, { reach, signal }: Context) {
  const places = (await reach.channels('own')).filter(({ channel }) => channel.leads);
  refuseUnknownChannels(channels, places);
  const missing: Missing[] = [];
  const listed = async (place: (typeof places)[number], deadline: AbortSignal): Promise<Source[]> => {
    if ('code' in place) {
      missing.push(notReached(place));
      return [];
    }
    try {
      const accounts = await until(deadline, () => accountsOf(place, signal), place, reach);
      return accounts.map((account) => ({ place, account }));
    } catch (error) {
      missing.push(failed(place, error instanceof Failure ? error : reach.unexpected(error)));
      return [];
    }
  };
  const wanted = places.filter(({ channel }) => channels?.includes(channel.name) ?? true);
  const sources = await inTime(reach, (deadline) => Promise.all(wanted.map((place) => listed(place, deadline))));
  return { sources: sources.flat(), missing };
}

/** The accounts the workspace is fenced to, or its default, or all that the connection reaches. */
async function accountsOf({ channel, configured, fence, connect }: Reached, signal: AbortSignal) {
  if (fence) return fence;
  if (configured !== undefined) return [configured];
  return (await channel.reporting!.accounts(connect(signal, {}).client)).map(({ id }) => id);
}

/** Reads what is new, a few accounts of a channel at a time. What is not read when the time is up is missing. */
async function readAllAnew(sources: readonly Source[], reach: Reach): Promise<Missing[]> {
  const byChannel = [...Map.groupBy(sources, ({ place }) => place.channel.name).values()];
  const missing = await inTime(reach, (deadline) =>
    Promise.all(
      byChannel.map(async (accounts) => {
        const lines: Missing[] = [];
        await pooled(accounts, async (source) => void lines.push(...(await readAnew(source, reach, deadline))));
        return withoutRepeats(lines, accounts.length);
      }),
    ),
  );
  return missing.flat();
}

async function readAnew({ place, account }: Source, reach: Reach, deadline: AbortSignal): Promise<Missing[]> {
  try {
    const read = () => reach.call(place, 'list_leads', { limit: 1 }, { id: account });
    const { not_current } = await until(deadline, read, place, reach);
    if (!not_current) return [];
    const { as_of, why, next_step } = not_current as { as_of?: string; why: string; next_step: string };
    const reason = `${as_of === undefined ? 'Some leads' : `Leads since ${as_of}`} are not here. ${why}`;
    return [{ channel: place.channel.name, account, code: 'upstream_unavailable', reason, next_step }];
  } catch (error) {
    return [failed(place, error instanceof Failure ? error : reach.unexpected(error), account)];
  }
}

/** Ends the deadline when the time of a channel is up. */
async function inTime<T>({ channelDeadlineMs }: Reach, work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), channelDeadlineMs);
  try {
    return await work(deadline.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until the deadline at most. Work that was begun goes on: what it reads later is in the next answer. */
async function until<T>(
  deadline: AbortSignal,
  begin: () => Promise<T>,
  { channel }: Reached,
  { channelDeadlineMs }: Reach,
): Promise<T> {
  const late = () => tooSlow(channel.name, channelDeadlineMs);
  if (deadline.aborted) throw late();
  return new Promise<T>((resolve, reject) => {
    deadline.addEventListener('abort', () => reject(late()), { once: true });
    begin().then(resolve, reject);
  });
}
