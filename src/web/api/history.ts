import { z } from 'zod';
import type { WorkspaceRecord } from '../../auth/directory.ts';
import { READ_POINTS } from '../../limits/prices.ts';
import { historyDesk } from '../../pipeline/history-desk.ts';
import { ShownChange, UndoneChange } from '../../tools/history-desk.ts';
import { chargePerson, placeOf } from '../call-tool.ts';
import type { Context } from '../context.ts';
import type { Person } from '../people.ts';
import { Id, Moment, Word } from '../shapes.ts';
import { inWorkspace, inWorkspaces, router } from './procedure.ts';

/** By workspace: where its list goes on. A workspace that is not in it has been read to its end. */
const Cursor = z.record(Id, z.number());

/** The lists narrow what is shown; those named in `not` exclude instead. */
const Filters = z.object({
  /** Ids of keys or people; `agent` is any key or signed-in client, `person` any person. */
  changed_by: z.array(Id).max(200).optional(),
  channel: z.array(Word).max(20).optional(),
  object: z.array(Id).max(200).optional(),
  not: z.array(z.enum(['changed_by', 'channel', 'object'])).optional(),
  /** In ids, names and arguments. */
  search: z.string().max(200).optional(),
  /** Only the changes that the launch of this media plan was made of; left out: each launch is one row. */
  plan: Id.optional(),
});

/** An undo goes through the tool undo_change, in the person's name. */
export const history = router({
  list: inWorkspaces
    .input(
      z.object({
        filters: Filters.default({}),
        from: Moment.optional(),
        cursor: Cursor.optional(),
        limit: z.int().min(1).max(200).default(50),
      }),
    )
    .output(
      z.object({ changes: z.array(ShownChange.extend({ workspaceId: z.string() })), nextCursor: Cursor.nullable() }),
    )
    .query(async ({ ctx, input: { filters, from, cursor, limit } }) => {
      const wanted = ctx.workspaces.filter(({ id }) => cursor === undefined || id in cursor);
      const pages = await Promise.all(
        wanted.map(async (workspace) => {
          const question = { ...filters, since: from, before: cursor?.[workspace.id], limit };
          return { workspaceId: workspace.id, ...(await deskOf(ctx, workspace).list(question)) };
        }),
      );
      const next = pages.flatMap((page) => (page.next === undefined ? [] : [[page.workspaceId, page.next] as const]));
      const changes = pages.flatMap((page) =>
        page.changes.map((change) => ({ ...change, workspaceId: page.workspaceId })),
      );
      return {
        changes: changes.toSorted((one, other) => other.at.localeCompare(one.at)),
        nextCursor: next.length > 0 ? Object.fromEntries(next) : null,
      };
    }),
  /** How the fields of a change are now, read from the platform. Plans nothing and records nothing. */
  sinceThen: inWorkspace('viewer')
    .input(z.object({ changeId: z.string().max(40) }))
    .output(UndoneChange)
    .query(async ({ ctx, input }) => {
      await chargePerson(ctx.parts, ctx.person, READ_POINTS);
      return deskOf(ctx, ctx.workspace).look(input.changeId);
    }),
});

const deskOf = (ctx: Context & { person: Person }, workspace: WorkspaceRecord) => historyDesk(placeOf(ctx, workspace));
