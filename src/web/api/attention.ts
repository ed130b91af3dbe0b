import { z } from 'zod';
import { attentionIn } from '../attention.ts';
import { inWorkspaces, router } from './procedure.ts';
import { Id, Moment } from './shapes.ts';

const Attention = z.object({
  kind: z.enum(['token_expiring', 'connection_broken', 'unknown_outcome', 'rejected_ad', 'limit_used_up']),
  severity: z.enum(['warning', 'error']),
  title: z.string(),
  /** One quiet sentence under the title. */
  about: z.string(),
  workspaceId: Id,
  channel: z.string().nullable(),
  since: Moment.nullable(),
  /** One action: its words, and the address of the page that does it. */
  action: z.object({ label: z.string(), to: z.string() }),
});

export const attention = router({
  list: inWorkspaces.output(z.array(Attention)).query(async ({ ctx }) => {
    const found = await Promise.all(ctx.workspaces.map((workspace) => attentionIn({ ...ctx, workspace })));
    return found.flat().sort((one, other) => one.severity.localeCompare(other.severity));
  }),
});
