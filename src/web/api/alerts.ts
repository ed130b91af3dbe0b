import { z } from 'zod';
import { PlanMonth } from '../../tools/budget-desk.ts';
import { ShownAlert, ShownMonitor } from '../../tools/monitor-desk.ts';
import { alertsIn, firingIn, pacingIn, suggestedIn } from '../alerts.ts';
import { Id } from '../shapes.ts';
import { inWorkspace, inWorkspaces, router } from './procedure.ts';

/** 28 closed days of what an alert is about. */
const Chart = z.object({
  metric: z.string(),
  /** Null: no money. */
  currency: z.string().nullable(),
  days: z.array(z.object({ day: z.string(), value: z.number().nullable() })),
  usual: z.number().nullable(),
  /** The days on which something was changed just before. */
  changes: z.array(z.string()),
});

const InWorkspace = { workspaceId: Id, workspace: z.string() };

const PacingRow = z.object({
  ...InWorkspace,
  id: z.string(),
  name: z.string(),
  channel: z.string().nullable(),
  accounts: z.array(z.string()).optional(),
  campaigns: z.array(z.string()).optional(),
  currency: z.string(),
  target: z.string(),
  spent: z.string().nullable(),
  due: z.string().nullable(),
  projected: z.string().nullable(),
  /** Of the target: 12.4 is 12.4 % over. */
  percent: z.number().nullable(),
  verdict: z.enum(['on_pace', 'over', 'under', 'no_verdict']),
  why: z.string().nullable(),
  /** The last closed day that is counted. */
  until: z.string().nullable(),
});

/** Monitors are made and changed, and alerts marked as seen, by the agents' tools (`tools.run`). */
export const alerts = router({
  list: inWorkspaces
    .output(
      z.object({
        alerts: z.array(ShownAlert.extend({ ...InWorkspace, chart: Chart.nullable() })),
        monitors: z.array(
          ShownMonitor.extend({
            ...InWorkspace,
            /** The worst of what it watches, day by day, and where it would fire. */
            spark: z.object({ values: z.array(z.number().nullable()), threshold: z.number().nullable() }).nullable(),
          }),
        ),
        /** More than one answer holds; these are the newest. */
        more: z.boolean(),
      }),
    )
    .query(({ ctx }) => alertsIn(ctx, ctx.workspaces)),
  /** How many fire and were not seen, for the bell. */
  firing: inWorkspaces.output(z.object({ firing: z.number() })).query(({ ctx }) => firingIn(ctx, ctx.workspaces)),
  /** Monitors that make sense here and are not made yet. */
  suggested: inWorkspace('viewer')
    .output(z.array(z.object({ why: z.string(), arguments: z.record(z.string(), z.unknown()) })))
    .query(({ ctx }) => suggestedIn(ctx, ctx.workspace)),
  /** Where the month of each budget plan will end. Currencies are never added. */
  pacing: inWorkspaces
    .input(z.object({ month: PlanMonth.optional() }))
    .output(z.object({ month: z.string(), rows: z.array(PacingRow), notes: z.array(z.string()) }))
    .query(({ ctx, input }) => pacingIn(ctx, ctx.workspaces, input.month)),
});
