import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';
import { isNoGrant } from '../../auth/key-records.ts';
import { isAtLeast, type Role } from '../../auth/members.ts';
import { Failure, failureBody, HttpError } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Person } from '../people.ts';
import { Id } from '../shapes.ts';
import { admitted, requireRole, visibleWorkspace } from '../workspace-access.ts';

export interface Meta {
  /** The least role that may call it. Its test keeps a table of its own, written by hand (`test/web/access-table.ts`). */
  role: 'anyone' | Role;
  /** Where the role is held. */
  in: 'nowhere' | 'any workspace' | 'the workspace' | 'the organization' | 'the sandbox';
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    defaultMeta: { role: 'owner', in: 'the organization' },
    errorFormatter({ shape, error }) {
      const { cause } = error;
      const failure = cause instanceof Failure ? failureBody('web', cause).error : undefined;
      const { stack: _, ...data } = shape.data;
      return { ...shape, data: { ...data, ...(failure && { failure }) } };
    },
  });

export const { router } = t;

/** Our own errors keep their message. Any other goes to the log, and the reply holds only the request id. */
const inOurWords = t.middleware(async ({ ctx, path, next }) => {
  const result = await next();
  if (result.ok) return result;
  throw worded(result.error, ctx, path);
});

/** Also for what fails in the middle of a streamed answer, which no middleware sees. */
export function worded(error: TRPCError, { parts, requestId }: Context, path: string): TRPCError {
  const { cause } = error;
  if (cause instanceof Failure)
    return new TRPCError({ code: CODES[cause.code] ?? 'BAD_REQUEST', message: cause.details.message, cause });
  if (cause instanceof HttpError)
    return new TRPCError({ code: STATUSES[cause.status] ?? 'BAD_REQUEST', message: cause.message });
  if (cause instanceof z.ZodError && error.code === 'BAD_REQUEST')
    return new TRPCError({ code: 'BAD_REQUEST', message: cause.issues.map(wrongInput).join(' ') });
  if (error.code !== 'INTERNAL_SERVER_ERROR') return error;
  parts.log.write('error', 'web_call_failed', {
    request_id: requestId,
    route: path,
    detail: cause?.stack ?? error.stack ?? error.message,
  });
  return new TRPCError({
    code: 'INTERNAL_SERVER_ERROR',
    message: `Something failed inside the service. The request id ${requestId} ties it to the log.`,
  });
}

const wrongInput = ({ path, message }: z.core.$ZodIssue) => `${path.join('.')} ${message}.`;

const CODES: Partial<Record<Failure['code'], TRPCError['code']>> = {
  not_found: 'NOT_FOUND',
  permission_denied: 'FORBIDDEN',
  conflict: 'CONFLICT',
  rate_limited: 'TOO_MANY_REQUESTS',
  internal: 'INTERNAL_SERVER_ERROR',
};

const STATUSES: Readonly<Record<number, TRPCError['code']>> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
};

const base = t.procedure.use(inOurWords);

/** No session needed; only for what happens before sign-in, such as opening a one-time link. */
export const anyone = base.meta({ role: 'anyone', in: 'nowhere' });

/** Any signed-in person with a role anywhere; each procedure limits its answer to what that role may see. */
export const signedIn = base
  .meta({ role: 'viewer', in: 'any workspace' })
  .use(({ ctx, next }) => next({ ctx: { ...ctx, person: personOf(ctx) } }));

/** Takes `workspaceId` and requires the role in that workspace. */
export function inWorkspace(role: Role) {
  return base
    .meta({ role, in: 'the workspace' })
    .input(z.object({ workspaceId: Id }))
    .use(async ({ ctx, input, next }) => {
      const person = personOf(ctx);
      const workspace = await admitted(ctx.parts, person, input.workspaceId, role);
      return next({ ctx: { ...ctx, person, workspace } });
    });
}

/** Takes `workspaceIds`, each of which the person must be able to see; left out, it means all that they can see. */
export const inWorkspaces = base
  .meta({ role: 'viewer', in: 'the workspace' })
  .input(z.object({ workspaceIds: z.array(Id).min(1).max(100).optional() }))
  .use(async ({ ctx, input, next }) => {
    const person = personOf(ctx);
    const workspaces = input.workspaceIds
      ? await Promise.all([...new Set(input.workspaceIds)].map((id) => admitted(ctx.parts, person, id, 'viewer')))
      : (await ctx.parts.people.workspacesOf(person)).map(({ record }) => record);
    return next({ ctx: { ...ctx, person, workspaces } });
  });

/** Takes a key's id. Requires a member of its workspace, and for an organization-wide key an owner of the organization. */
export const ofKey = base
  .meta({ role: 'member', in: 'the workspace' })
  .input(z.object({ id: Id }))
  .use(async ({ ctx, input, next }) => {
    const person = personOf(ctx);
    const key = await ctx.parts.home.store.db
      .selectFrom('api_keys')
      .select(['workspace_id', 'organization_wide', 'personal_data', 'custom_html'])
      .where('id', '=', input.id)
      .where(isNoGrant(ctx.parts.home.store.db))
      .executeTakeFirst();
    const workspace = key && (await visibleWorkspace(ctx.parts, person, key.workspace_id));
    if (!workspace) throw notFound('key');
    requireRole(person.roleIn(workspace.id), 'member', `the workspace "${workspace.name}"`);
    if (key.organization_wide === 1) requireOrganizationOwner(person);
    const permissions = [...(key.personal_data ? [SEES_PEOPLE] : []), ...(key.custom_html ? [WRITES_CODE] : [])];
    return next({ ctx: { ...ctx, person, workspace, permissions } });
  });

/** Takes a plan's id and requires the role in its workspace. A plan of a workspace that the person cannot see is no plan. */
export function ofPlan(role: Role) {
  return base
    .meta({ role, in: 'the workspace' })
    .input(z.object({ id: Id }))
    .use(async ({ ctx, input, next }) => {
      const person = personOf(ctx);
      const { store, plans } = ctx.parts.home;
      const row = await store.db
        .selectFrom('plans')
        .select('workspace_id')
        .where('id', '=', input.id)
        .executeTakeFirst();
      const workspace = row && (await visibleWorkspace(ctx.parts, person, row.workspace_id));
      const plan = workspace && (await plans.find(workspace.id, input.id));
      if (!plan) throw notFound('plan');
      requireRole(person.roleIn(workspace.id), role, `the workspace "${workspace.name}"`);
      return next({ ctx: { ...ctx, person, workspace, plan } });
    });
}

/** Takes the id of a media plan and requires the role in its workspace. One of a workspace that the person cannot see is none. */
export function ofMediaPlan(role: Role) {
  return base
    .meta({ role, in: 'the workspace' })
    .input(z.object({ id: Id }))
    .use(async ({ ctx, input, next }) => {
      const person = personOf(ctx);
      // Not its content, which is large: progress is asked for every few seconds.
      const row = await ctx.parts.home.store.db
        .selectFrom('media_plans')
        .select(['workspace_id', 'plan_id'])
        .where('id', '=', input.id)
        .executeTakeFirst();
      const workspace = row && (await visibleWorkspace(ctx.parts, person, row.workspace_id));
      if (!workspace) throw notFound('media plan');
      requireRole(person.roleIn(workspace.id), role, `the workspace "${workspace.name}"`);
      return next({ ctx: { ...ctx, person, workspace, planId: row.plan_id ?? undefined } });
    });
}

/** An organization-wide key acts in every workspace, so managing one takes an owner of the organization. */
export function requireOrganizationOwner({ organizationRole }: Person): void {
  requireRole(organizationRole, 'owner', 'the organization, because the key opens all its workspaces');
}

/** What people wrote into lead forms is opened to a key by an owner only, and so is a new key with that permission. */
export const SEES_PEOPLE = 'sees personal data';
export const WRITES_CODE = 'writes custom HTML';

/** What only owners let a key do. */
export function requireOwnerFor(
  what: readonly string[],
  person: Person,
  { id, name }: { id: string; name: string },
): void {
  for (const one of what) requireRole(person.roleIn(id), 'owner', `the workspace "${name}", because the key ${one}`);
}

export function inOrganization(role: Role) {
  return base.meta({ role, in: 'the organization' }).use(({ ctx, next }) => {
    const person = personOf(ctx);
    requireRole(person.organizationRole, role, 'the organization');
    return next({ ctx: { ...ctx, person } });
  });
}

/** Requires the role in any workspace with a sandbox connection, since all of them share the one sandbox. */
export function inSandbox(role: Role) {
  return base.meta({ role, in: 'the sandbox' }).use(async ({ ctx, next }) => {
    const person = personOf(ctx);
    const workspaces = (await ctx.parts.people.workspacesOf(person)).filter(({ record }) =>
      record.connections.some(({ mode }) => mode === 'sandbox'),
    );
    const control = ctx.parts.sandboxControl();
    if (workspaces.length === 0 || control === undefined) throw notFound('sandbox');
    const best = workspaces.map((one) => one.role).reduce((one, other) => (isAtLeast(one, other) ? one : other));
    requireRole(best, role, 'a workspace with a sandbox connection');
    return next({ ctx: { ...ctx, person, control, workspaces: workspaces.map(({ record }) => record) } });
  });
}

function personOf({ person }: Context): Person {
  if (person) return person;
  throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in first.' });
}

export function notFound(what: string): TRPCError {
  return new TRPCError({ code: 'NOT_FOUND', message: `There is no such ${what}.` });
}
