import { z } from 'zod';
import { LISTED_MAX, type WorkspaceRecord } from '../../auth/directory.ts';
import type { KeyRecord } from '../../auth/key-records.ts';
import { Failure } from '../../errors.ts';
import { Turns } from '../../event-loop/turns.ts';
import { KeyView } from '../key-view.ts';
import { keyViews } from '../key-views.ts';
import { Done, Moment, Word } from '../shapes.ts';
import type { WebParts } from '../web-parts.ts';
import {
  inWorkspace,
  inWorkspaces,
  ofKey,
  requireOrganizationOwner,
  requireOwnerFor,
  router,
  SEES_PEOPLE,
  WRITES_CODE,
} from './procedure.ts';

const HOUR_MS = 3_600_000;

const Shown = z.object({ key: z.string(), record: KeyView });

export const keys = router({
  list: inWorkspaces
    .output(z.object({ keys: z.array(KeyView), more: z.boolean(), windowS: z.number(), limit: z.number() }))
    .query(async ({ ctx }) => {
      const { settings } = ctx.parts;
      const records = await keysOf(ctx.parts, ctx.workspaces, ctx.gone());
      return {
        keys: await keyViews(ctx.parts, records.slice(-LISTED_MAX)),
        more: records.length > LISTED_MAX,
        windowS: settings.rateWindowS,
        limit: settings.ratePoints,
      };
    }),
  /** Only this reply holds the key in clear. An organization-wide key takes an owner of the organization, one for personal data or custom HTML an owner. */
  create: inWorkspace('member')
    .input(
      z.object({
        name: z.string().trim().min(1, 'is empty').max(100),
        /** Left out: every channel. */
        channels: z.array(Word).min(1).optional(),
        readOnly: z.boolean(),
        organizationWide: z.boolean().optional(),
        personalData: z.boolean().optional(),
        customHtml: z.boolean().optional(),
        expiresAt: Moment.optional(),
        limit: z.int().min(1).max(1_000_000_000).optional(),
      }),
    )
    .output(Shown)
    .mutation(async ({ ctx, input }) => {
      const { workspaceId, name, channels, readOnly, organizationWide, expiresAt, limit } = input;
      const { personalData, customHtml } = input;
      const permissions = [...(personalData ? [SEES_PEOPLE] : []), ...(customHtml ? [WRITES_CODE] : [])];
      requireOwnerFor(permissions, ctx.person, ctx.workspace);
      if (organizationWide) requireOrganizationOwner(ctx.person);
      requireKnownChannels(ctx.parts, channels);
      const made = await ctx.parts.home.keyRing.create({
        workspaceId,
        name,
        readOnly,
        actor: ctx.person.id,
        ...(channels && { channels }),
        ...(organizationWide && { organizationWide }),
        ...(personalData && { personalData }),
        ...(customHtml && { customHtml }),
        ...(expiresAt !== undefined && { expiresAt: futureTime(ctx.parts, expiresAt) }),
        ...(limit !== undefined && { ratePoints: limit }),
      });
      return shown(ctx.parts, made);
    }),
  roll: ofKey
    .input(z.object({ overlapHours: z.number().min(0).max(720) }))
    .output(Shown)
    .mutation(async ({ ctx, input: { id, overlapHours } }) => {
      requireOwnerFor(ctx.permissions, ctx.person, ctx.workspace);
      const rolled = await ctx.parts.home.keyRing.roll(id, {
        overlapMs: overlapHours * HOUR_MS,
        actor: ctx.person.id,
      });
      return shown(ctx.parts, rolled);
    }),
  /** Null: the deployment's own limit. */
  setLimit: ofKey
    .input(z.object({ limit: z.int().min(1).max(1_000_000_000).nullable() }))
    .output(Done)
    .mutation(async ({ ctx, input: { id, limit } }) => ({
      done: await ctx.parts.home.keyRing.changeLimit(id, limit, ctx.person.id),
    })),
  setPersonalData: ofKey
    .meta({ role: 'owner', in: 'the workspace' })
    .input(z.object({ allowed: z.boolean() }))
    .output(Done)
    .mutation(async ({ ctx, input: { id, allowed } }) => {
      requireOwnerFor([SEES_PEOPLE], ctx.person, ctx.workspace);
      return { done: await ctx.parts.home.keyRing.allowPersonalData(id, allowed, ctx.person.id) };
    }),
  setCustomHtml: ofKey
    .meta({ role: 'owner', in: 'the workspace' })
    .input(z.object({ allowed: z.boolean() }))
    .output(Done)
    .mutation(async ({ ctx, input: { id, allowed } }) => {
      requireOwnerFor([WRITES_CODE], ctx.person, ctx.workspace);
      return { done: await ctx.parts.home.keyRing.allowCustomHtml(id, allowed, ctx.person.id) };
    }),
  revoke: ofKey.output(Done).mutation(async ({ ctx, input: { id } }) => ({
    done: await ctx.parts.home.keyRing.revoke(id, ctx.person.id),
  })),
});

/** The newest keys of each workspace, at most one more than a reply holds, which tells that there are more. */
async function keysOf({ home }: WebParts, workspaces: readonly WorkspaceRecord[], signal: AbortSignal) {
  const turns = new Turns(signal);
  const records: KeyRecord[] = [];
  for (const { id } of workspaces) {
    records.push(...(await home.keyRing.list({ workspaceId: id, newest: LISTED_MAX + 1 - records.length })));
    if (records.length > LISTED_MAX) break;
    await turns.pause();
  }
  return records;
}

async function shown(parts: WebParts, made: { key: string; id: string }) {
  const [record] = await keyViews(parts, await parts.home.keyRing.list({ ids: [made.id] }));
  if (!record) throw new TypeError(`the key ${made.id} is gone`);
  return { key: made.key, record };
}

function requireKnownChannels({ registry }: WebParts, channels: readonly string[] | undefined): void {
  const known = registry.channels.map(({ name }) => name);
  const unknown = channels?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length === 0) return;
  throw new Failure({
    code: 'invalid_arguments',
    message: `There is no channel ${unknown.join(', ')}; there are: ${known.join(', ')}.`,
    nextStep: 'Choose among them. No key was made.',
  });
}

function futureTime({ ambient }: WebParts, text: string): number {
  const time = Date.parse(text);
  if (time > ambient.now()) return time;
  throw new Failure({
    code: 'invalid_arguments',
    message: `\`expiresAt\` is ${text}, which has passed.`,
    nextStep: 'Choose a later time. No key was made.',
  });
}
