import { z } from 'zod';
import { Turns } from '../../event-loop/turns.ts';
import { attentionIn } from '../attention.ts';
import { Id, Moment } from '../shapes.ts';
import { inWorkspaces, router } from './procedure.ts';

const Attention = z.object({
  kind: z.enum([
    'token_expiring',
    'connection_broken',
    'unknown_outcome',
    'rejected_ad',
    'limit_used_up',
    'large_raise',
    'plan_waiting',
  ]),
  severity: z.enum(['warning', 'error']),
  title: z.string(),
  /** The line under the title. */
  about: z.string(),
  workspaceId: Id,
  channel: z.string().nullable(),
  since: Moment.nullable(),
  /** The text of the button, and the page it leads to. */
  action: z.object({ label: z.string(), to: z.string() }),
});

/** Workspaces at a time: each one calls the platforms it is connected to. */
const AT_ONCE = 10;

export const attention = router({
  list: inWorkspaces.output(z.array(Attention)).query(async ({ ctx }) => {
    const turns = new Turns(ctx.gone());
    const found: z.infer<typeof Attention>[] = [];
    for (let at = 0; at < ctx.workspaces.length; at += AT_ONCE) {
      const some = ctx.workspaces.slice(at, at + AT_ONCE);
      found.push(...(await Promise.all(some.map((workspace) => attentionIn({ ...ctx, workspace })))).flat());
      await turns.pause();
    }
    return found.sort((one, other) => one.severity.localeCompare(other.severity));
  }),
});
