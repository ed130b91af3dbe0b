import { z } from 'zod';
import { Currency } from '../../tools/money.ts';
import { Done, Id, WorkspaceName } from '../shapes.ts';
import { inOrganization, inWorkspace, router } from './procedure.ts';

export const workspaces = router({
  create: inOrganization('owner')
    .input(z.object({ name: WorkspaceName, currency: Currency }))
    .output(z.object({ id: Id }))
    .mutation(async ({ ctx, input: { name, currency } }) => {
      const { directory, vault } = ctx.parts.home;
      const { organizationId, id: actor } = ctx.person;
      const { id } = await directory.createWorkspace({ organizationId, name, currency, actor });
      await vault.prepare(id);
      return { id };
    }),
  rename: inWorkspace('owner')
    .input(z.object({ name: WorkspaceName }))
    .output(Done)
    .mutation(async ({ ctx, input: { name } }) => {
      await ctx.parts.home.directory.renameWorkspace(ctx.workspace, name, ctx.person.id);
      return { done: true };
    }),
  archive: inWorkspace('owner')
    .output(Done)
    .mutation(async ({ ctx }) => {
      await ctx.parts.home.directory.archiveWorkspace(ctx.workspace, ctx.person.id);
      return { done: true };
    }),
});
