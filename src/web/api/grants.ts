import { z } from 'zod';
import { LISTED_MAX, type WorkspaceRecord } from '../../auth/directory.ts';
import type { GrantRecord } from '../../auth/grant-records.ts';
import { isAtLeast } from '../../auth/members.ts';
import { Turns } from '../../event-loop/turns.ts';
import { iso } from '../key-views.ts';
import type { Person } from '../people.ts';
import { Done, Id, Moment } from '../shapes.ts';
import type { WebParts } from '../web-parts.ts';
import { visibleWorkspace } from '../workspace-access.ts';
import { inWorkspaces, notFound, router, signedIn } from './procedure.ts';

const GrantView = z.object({
  id: Id,
  client: z.object({ id: z.string(), name: z.string(), redirectHost: z.string() }),
  person: z.object({ id: Id, email: z.string().nullable(), name: z.string().nullable() }),
  workspaceId: Id,
  workspaceName: z.string(),
  channels: z.array(z.string()),
  /** The address it was given for; the origin stands for all. */
  resource: z.string(),
  readOnly: z.boolean(),
  createdAt: Moment,
  expiresAt: Moment,
  revokedAt: Moment.nullable(),
  lastUsedAt: Moment.nullable(),
  status: z.enum(['active', 'expired', 'revoked']),
  /** True where the signed-in person gave this grant. */
  own: z.boolean(),
});

/** Access that people gave to clients: each person sees their own, owners of a workspace all of it. */
export const grants = router({
  list: inWorkspaces.output(z.object({ grants: z.array(GrantView), more: z.boolean() })).query(async ({ ctx }) => {
    const records = await grantsOf(ctx.parts, ctx.person, ctx.workspaces, ctx.gone());
    const shown = records.slice(-LISTED_MAX);
    return { grants: shown.map((record) => viewOf(record, ctx.person)), more: records.length > shown.length };
  }),
  revoke: signedIn
    .input(z.object({ id: Id }))
    .output(Done)
    .mutation(async ({ ctx: { parts, person }, input: { id } }) => {
      const grant = await parts.home.grants.find(id);
      if (!grant || !(await maySee(parts, person, grant))) throw notFound('grant');
      return { done: await parts.home.grants.revoke(id, person.id) };
    }),
});

/** The newest of each workspace, at most one more than a reply holds, which tells that there are more. */
async function grantsOf(
  { home }: WebParts,
  person: Person,
  workspaces: readonly WorkspaceRecord[],
  signal: AbortSignal,
): Promise<GrantRecord[]> {
  const turns = new Turns(signal);
  const records: GrantRecord[] = [];
  for (const { id: workspaceId } of workspaces) {
    const newest = LISTED_MAX + 1 - records.length;
    const isOwner = isAtLeast(person.roleIn(workspaceId), 'owner');
    records.push(...(await home.grants.list({ workspaceId, newest, ...(!isOwner && { personId: person.id }) })));
    if (records.length > LISTED_MAX) break;
    await turns.pause();
  }
  return records;
}

async function maySee(parts: WebParts, person: Person, grant: GrantRecord): Promise<boolean> {
  if (grant.person.id === person.id) return true;
  const workspace = await visibleWorkspace(parts, person, grant.workspaceId);
  return workspace !== undefined && isAtLeast(person.roleIn(workspace.id), 'owner');
}

function viewOf(record: GrantRecord, person: Person): z.infer<typeof GrantView> {
  const { status, channels, createdAt, expiresAt, revokedAt, lastUsedAt, ...same } = record;
  return {
    ...same,
    person: { id: record.person.id, email: record.person.email ?? null, name: record.person.name ?? null },
    channels: [...channels],
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    revokedAt: revokedAt === undefined ? null : iso(revokedAt),
    lastUsedAt: lastUsedAt === undefined ? null : iso(lastUsedAt),
    status: status === 'archived' ? 'revoked' : status,
    own: record.person.id === person.id,
  };
}
