import { z } from 'zod';
import { inOrganization, inWorkspace, router, unfinished } from './procedure.ts';
import { Done, Id, WorkspaceName } from './shapes.ts';

export const workspaces = router({
  create: inOrganization('owner')
    .input(
      z.object({ name: WorkspaceName, currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code like USD') }),
    )
    .output(z.object({ id: Id }))
    .mutation(unfinished),
  rename: inWorkspace('owner')
    .input(z.object({ name: WorkspaceName }))
    .output(Done)
    .mutation(unfinished),
  archive: inWorkspace('owner').output(Done).mutation(unfinished),
});
