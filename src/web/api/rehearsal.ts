import { z } from 'zod';
import { DAY_MS } from '../../ambient.ts';
import type { WorkspaceRecord } from '../../auth/directory.ts';
import { readActivity } from '../activity.ts';
import { ActivityEntry } from '../activity-entry.ts';
import type { Person } from '../people.ts';
import {
  ADVANCED,
  callsOf,
  DECISIONS,
  decisionsOf,
  madeTwice,
  readPassages,
  type SandboxEffect,
  STARTED_OVER,
} from '../rehearsal-story.ts';
import { steer } from '../sandbox-control.ts';
import { Actor, Done, Id, Moment, Word } from '../shapes.ts';
import type { WebParts } from '../web-parts.ts';
import { inSandbox, router } from './procedure.ts';

const Clock = z.object({ now: Moment, frozen: z.boolean(), aheadMs: z.number() });

const FAULT_KINDS = [
  'latency',
  'cut_before',
  'cut_after',
  'accepted_not_applied',
  'garbage',
  'throttle',
  'expired_token',
  'refused',
  'server_error',
  'unavailable',
] as const;

const Fault = z.object({
  platform: z.string(),
  kind: z.enum(FAULT_KINDS),
  /** How many more requests it will strike. */
  times: z.number(),
  ms: z.number().nullable(),
});

const Effect = z.object({
  seq: z.number(),
  at: Moment,
  platform: z.string(),
  kind: z.string(),
  resource: z.string(),
  id: z.string(),
  account: z.string().nullable(),
  detail: z.unknown(),
  /** The call that had it, as far as the audit log tells. */
  call: ActivityEntry.pick({
    id: true,
    who: true,
    tool: true,
    object: true,
    outcome: true,
    error: true,
    changes: true,
  }).nullable(),
});

/** One move of the sandbox's clock, and the person who made it. */
const Handover = z.object({ seq: z.number(), who: Actor, from: Moment, to: Moment });

/** What was asked of people about a change, or what they said to it. */
const Decision = z.object({
  seq: z.number(),
  at: Moment,
  who: Actor,
  did: z.enum(DECISIONS),
  channel: z.string(),
  planId: Id,
  code: z.string(),
  summary: z.string(),
  note: z.string().nullable(),
});

interface SandboxClock {
  now: string;
  frozen: boolean;
}

type ArmedFaults = { faults: { platform: string; kind: (typeof FAULT_KINDS)[number]; times: number; ms?: number }[] };

export const rehearsal = router({
  state: inSandbox('viewer')
    .output(z.object({ clock: Clock, platforms: z.array(z.string()), faults: z.array(Fault) }))
    .query(async ({ ctx: { control, parts } }) => {
      const { clock, origins } = await steer<{ clock: SandboxClock; origins: Record<string, string> }>(control, '/');
      return {
        clock: clockOf(clock, parts.ambient.now()),
        platforms: Object.keys(origins),
        faults: faultsOf(await steer(control, '/faults')),
      };
    }),
  /** On by days, or parts of one. */
  advance: inSandbox('member')
    .input(z.object({ days: z.number().gt(0).max(366) }))
    .output(Clock)
    .mutation(({ ctx, input: { days } }) => moveClock(ctx, { advanceMs: Math.round(days * DAY_MS) })),
  setTime: inSandbox('member')
    .input(z.object({ now: Moment }))
    .output(Clock)
    .mutation(({ ctx, input: { now } }) => moveClock(ctx, { now })),
  freeze: inSandbox('member')
    .input(z.object({ on: z.boolean() }))
    .output(Clock)
    .mutation(async ({ ctx: { control, parts }, input: { on } }) =>
      clockOf(await steer(control, '/clock', 'PUT', { frozen: on }), parts.ambient.now()),
    ),
  faults: inSandbox('viewer')
    .output(z.array(Fault))
    .query(async ({ ctx: { control } }) => faultsOf(await steer(control, '/faults'))),
  setFault: inSandbox('member')
    .input(
      z.object({
        platform: Word,
        kind: z.enum(FAULT_KINDS),
        times: z.int().min(1).max(1_000_000).default(1),
        ms: z.int().min(0).max(600_000).optional(),
      }),
    )
    .output(z.array(Fault))
    .mutation(async ({ ctx: { control }, input }) =>
      faultsOf(await steer(control, '/faults', 'POST', { ...input, ...strikes(input) })),
    ),
  /** All of them, or those of one platform and kind. */
  clearFaults: inSandbox('member')
    .input(z.object({ platform: Word.optional(), kind: z.enum(FAULT_KINDS).optional() }).default({}))
    .output(z.array(Fault))
    .mutation(async ({ ctx: { control }, input: { platform, kind } }) => {
      const { faults } = await steer<ArmedFaults>(control, '/faults');
      await steer(control, '/faults', 'DELETE');
      // The sandbox clears them all at once; the others are armed again as they stood.
      for (const fault of faults)
        if ((platform ?? fault.platform) !== fault.platform || (kind ?? fault.kind) !== fault.kind)
          await steer(control, '/faults', 'POST', fault);
      return faultsOf(await steer(control, '/faults'));
    }),
  /** Newest first, of the accounts that the person's workspaces are connected to. */
  ledger: inSandbox('viewer')
    .input(z.object({ cursor: z.number().optional(), limit: z.int().min(1).max(200).default(50) }))
    .output(
      z.object({
        effects: z.array(Effect),
        nextCursor: z.number().nullable(),
        passages: z.array(Handover),
        decisions: z.array(Decision),
        /** `twice`: creates of what was there already, by its name. */
        counts: z.object({ create: z.number(), update: z.number(), delete: z.number(), twice: z.number() }),
      }),
    )
    .query(async ({ ctx: { control, workspaces, person, parts }, input: { cursor, limit } }) => {
      const { effects } = await steer<{ effects: SandboxEffect[] }>(control, '/ledger');
      const entries = await readActivity(parts, {
        workspaceIds: workspaces.map(({ id }) => id),
        organizationId: undefined,
        filters: {},
        limit: CALLS_READ,
      });
      // The sandbox is shared by all organizations: shown are effects in one's own accounts and on what own calls named.
      const accounts = accountsOf(workspaces);
      const named = new Set(entries.flatMap(({ channel, ids }) => ids.map((id) => `${channel} ${id}`)));
      const seen = effects
        .filter((one) => accounts.has(`${one.platform} ${bare(one.account)}`) || named.has(`${one.platform} ${one.id}`))
        .reverse();
      const calls = callsOf(seen, entries);
      const page = seen
        .map(({ account = null, detail = null, ...effect }, at) => ({
          ...effect,
          account,
          detail,
          call: calls[at] ?? null,
        }))
        .filter(({ seq }) => cursor === undefined || seq < cursor)
        .slice(0, limit);
      const { clock } = await steer<{ clock: SandboxClock }>(control, '/');
      const { aheadMs } = clockOf(clock, parts.ambient.now());
      const story = await readPassages(parts, person.organizationId);
      const { passages } = story;
      const actor = await parts.people.actors(passages.map((one) => one.actor));
      const count = (kind: string) => seen.filter((one) => one.kind === kind).length;
      return {
        effects: page,
        nextCursor: page.length === limit ? (page.at(-1)?.seq ?? null) : null,
        passages: passages.map((one) => ({ seq: one.seq, who: actor(one.actor), from: one.from, to: one.to })),
        decisions: await decisionsOf(parts, { ...story, workspaces, entries, aheadMs }),
        counts: {
          create: count('create'),
          update: count('update'),
          delete: count('delete'),
          twice: madeTwice(seen),
        },
      };
    }),
  /** The sandbox as it was made: time, state, ledger and faults. Its tokens stay as they were, so connections go on. */
  startOver: inSandbox('member')
    .output(Done)
    .mutation(async ({ ctx }) => {
      await steer(ctx.control, '/reset', 'POST');
      await writeDown(ctx, STARTED_OVER, {});
      return { done: true };
    }),
});

/** These faults strike only writes, not the reads a tool does first; `CHANGES` matches each platform's write requests. */
const ABOUT_CHANGES: readonly string[] = ['cut_before', 'cut_after', 'accepted_not_applied', 'garbage', 'refused'];
const CHANGES: Readonly<Record<string, string>> = {
  social: '^POST ',
  search: 'mutate',
  video: '^POST .*/(?:create|update|upload|delete)',
  professional: '^(?:POST|PUT|DELETE) ',
  // These two POST requests read.
  tags: '^(?:POST|PUT|DELETE) .*/tagmanager/(?!.*:(?:quick_preview|entities))',
};

function strikes({ platform, kind }: { platform: string; kind: string }): { match?: string } {
  const match = ABOUT_CHANGES.includes(kind) ? CHANGES[platform] : undefined;
  return match === undefined ? {} : { match };
}

/** Far more calls than a rehearsal has. */
const CALLS_READ = 1_000;

interface Steering {
  control: string;
  parts: WebParts;
  person: Person;
}

/** All workspaces in the sandbox share its clock, so the audit log records the person who moved it. */
async function moveClock(ctx: Steering, change: { advanceMs: number } | { now: string }) {
  const { clock } = await steer<{ clock: SandboxClock }>(ctx.control, '/');
  const moved = await steer<SandboxClock>(ctx.control, '/clock', 'PUT', change);
  await writeDown(ctx, ADVANCED, { from: clock.now, to: moved.now });
  return clockOf(moved, ctx.parts.ambient.now());
}

function writeDown({ parts: { home }, person }: Steering, action: string, detail: Record<string, string>) {
  const { id: actor, organizationId } = person;
  return home.store.transaction(async () =>
    home.audit.append({ organizationId, actor, action, phase: 'event', detail }),
  );
}

function clockOf({ now, frozen }: SandboxClock, realNow: number): z.infer<typeof Clock> {
  return { now, frozen, aheadMs: Date.parse(now) - realNow };
}

function faultsOf({ faults }: ArmedFaults): z.infer<typeof Fault>[] {
  return faults.map(({ platform, kind, times, ms }) => ({ platform, kind, times, ms: ms ?? null }));
}

/** The sandbox accounts that these workspaces are connected to. */
function accountsOf(workspaces: readonly WorkspaceRecord[]): Set<string> {
  return new Set(
    workspaces.flatMap(({ connections }) =>
      connections
        .filter(({ mode }) => mode === 'sandbox')
        .flatMap(({ channel, account, accounts = [] }) => [account, ...accounts].map((id) => `${channel} ${bare(id)}`)),
    ),
  );
}

/** One platform writes its accounts with `act_` before the number in some places and without it in others. */
const bare = (account: string | null | undefined): string => (account ?? '').replace(/^act_/, '');
