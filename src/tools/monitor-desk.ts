import { z } from 'zod';
import { oneLine } from './fields.ts';
import { Currency } from './money.ts';
import { ReadyCall } from './ready-call.ts';

/** What a monitor can look for. */
export const MONITOR_KINDS = [
  'overspend',
  'budget_nearly_gone',
  'spend_spike',
  'zero_delivery',
  'cpa_drift',
  'ctr_drop',
  'conversions_stopped',
  'ad_rejected',
  'account_problem',
  'token_expiry',
  'over_limit',
  'outcome_unknown',
  'plan_waiting',
  'own',
] as const;
export type MonitorKind = (typeof MONITOR_KINDS)[number];

/** Where a rule differs from its default. Each kind takes some of them. */
export const Thresholds = z.strictObject({
  percent: z
    .number()
    .positive()
    .max(10_000)
    .optional()
    .describe('overspend: over the plan (10); budget_nearly_gone: of the budget (90); zero_delivery: drop (90)'),
  from_day: z.int().min(1).max(28).optional().describe('overspend: not before this day of the month (5)'),
  times: z
    .number()
    .positive()
    .max(1_000)
    .optional()
    .describe('spend_spike (2), cpa_drift (1.5), ctr_drop (0.5): of what is usual'),
  critical_times: z
    .number()
    .positive()
    .max(1_000)
    .optional()
    .describe('cpa_drift (2), ctr_drop (0.3): critical from there'),
  weeks: z.int().min(2).max(26).optional().describe('spend_spike: weeks looked back (4)'),
  impressions_min: z.int().min(0).optional().describe('zero_delivery, ctr_drop: no verdict below (1000)'),
  conversions_min: z
    .int()
    .min(0)
    .optional()
    .describe('cpa_drift: in the baseline (30); conversions_stopped: a day as median (10)'),
  days_min: z.int().min(1).max(90).optional().describe('zero_delivery: known days needed for the comparison (14)'),
  days_before: z.array(z.int().min(0).max(90)).min(1).max(10).optional().describe('token_expiry ([14, 7, 3, 1])'),
  hours: z.int().min(0).max(720).optional().describe('plan_waiting: how long (4)'),
});
export type Thresholds = z.output<typeof Thresholds>;

/** A rule of the caller's own. */
export const OwnRule = z.strictObject({
  metric: z.string().max(50).describe('A metric of report, such as cost or ctr'),
  level: z.enum(['campaign', 'account']).default('campaign').describe('What is compared, each by itself'),
  comparison: z.enum(['above', 'below']).describe('Fires above or below `value`'),
  value: z
    .string()
    .regex(/^\d{1,15}(\.\d{1,6})?$/, 'must be a decimal number')
    .describe('Decimal; money in the unit of `currency`'),
  currency: Currency.optional().describe('Required for money: only accounts in it are judged'),
  window_days: z.int().min(1).max(90).default(1).describe('Closed days that are taken together'),
});
export type OwnRule = z.output<typeof OwnRule>;

/** The arguments that make up a monitor. */
export const monitorArguments = {
  kind: z.enum(MONITOR_KINDS).describe('What to look for'),
  name: oneLine(100).optional().describe('The kind in words when left out'),
  channel: z.string().max(50).optional().describe('Every channel when left out'),
  account: oneLine(80).optional().describe('With channel; every account when left out'),
  campaigns: z.array(oneLine(80)).min(1).max(200).optional().describe('Ids; with account'),
  thresholds: Thresholds.optional().describe('Where the rule differs from its defaults'),
  own: OwnRule.optional().describe('Of the kind own, and only there'),
  action: z
    .enum(['notify', 'pause'])
    .default('notify')
    .describe('pause: pauses the campaign as well, as the one who made the monitor'),
  notify: z
    .array(z.string().max(60))
    .max(20)
    .optional()
    .describe('Ids of endpoints; all that take alerts when left out'),
};
const Spec = z.strictObject(monitorArguments);
export type MonitorSpec = z.output<typeof Spec>;
/** What is left out stays; null takes it away. */
export type MonitorChange = { [Field in keyof MonitorSpec]?: MonitorSpec[Field] | null };

const MONITOR_STATES = ['new', 'quiet', 'firing', 'no_verdict'] as const;

/** Described once, where it is given. */
function asGiven<Given>() {
  return (z.looseObject({}) as unknown as z.ZodType<Given>).optional().describe('As given to create_monitor');
}

export const ShownMonitor = z.object({
  id: z.string(),
  kind: z.enum(MONITOR_KINDS),
  name: z.string(),
  fires_when: z.string().describe('The rule in words'),
  where: z.string().describe('What it looks at, in words'),
  channel: z.string().optional(),
  account: z.string().optional(),
  campaigns: z.array(z.string()).optional(),
  thresholds: asGiven<Thresholds>(),
  own: asGiven<OwnRule>(),
  notify: z.array(z.string()).optional(),
  action: z.enum(['notify', 'pause']),
  state: z.enum(MONITOR_STATES),
  state_words: z.string().describe('Such as "1 of 57 fires" or why there is no verdict'),
  firing: z.int(),
  watched: z.int().describe('How many objects were judged last'),
  judged_at: z.string().optional(),
  next_check: z.string().optional(),
  created_by: z.object({ id: z.string(), kind: z.enum(['key', 'person', 'service']), name: z.string().optional() }),
  created_at: z.string(),
});
export type ShownMonitor = z.infer<typeof ShownMonitor>;

/** A monitor that makes sense and is not there yet. */
export interface SuggestedMonitor {
  /** Of create_monitor. */
  arguments: Pick<MonitorSpec, 'kind' | 'channel' | 'account' | 'campaigns'>;
  purpose: string;
}

/** What changed shortly before an alert began. Never said to be its cause. */
const JustBefore = z.object({
  at: z.string(),
  who: z.string().optional(),
  from: z.enum(['adhelm', 'platform']),
  words: z.string(),
  change_id: z.string().optional(),
});

export const ShownAlert = z.object({
  id: z.string(),
  monitor_id: z.string(),
  kind: z.enum(MONITOR_KINDS),
  monitor: z.string().describe('Its name'),
  state: z.enum(['firing', 'seen', 'resolved']),
  severity: z.enum(['warning', 'critical']),
  object: z.object({
    name: z.string(),
    channel: z.string().optional(),
    mode: z.enum(['sandbox', 'live']).optional(),
    account: z.string().optional(),
    campaign: z.string().optional(),
  }),
  sentence: z.string(),
  figures: z.record(z.string(), z.unknown()),
  since: z.string(),
  last_judged: z.string(),
  resolved_at: z.string().optional(),
  resolution: z.string().optional().describe('Why it ended'),
  acknowledged: z.object({ by: z.string(), at: z.string(), note: z.string().optional() }).optional(),
  just_before: z.array(JustBefore).describe('Changes shortly before it began, newest first; not said to be the cause'),
  next_calls: z.array(ReadyCall.extend({ channel: z.string() })).describe('Calls that would mend it'),
  paused: z
    .object({ outcome: z.string(), at: z.string(), words: z.string() })
    .optional()
    .describe('What came of the action pause'),
});
export type ShownAlert = z.infer<typeof ShownAlert>;

/** What a monitor would have said. */
export const MonitorTest = z.object({
  fires_when: z.string(),
  from: z.string(),
  to: z.string(),
  would_have_fired: z.int().describe('Objects'),
  messages: z.int().describe('At most one a day and object'),
  objects: z.array(
    z.object({
      name: z.string(),
      channel: z.string().optional(),
      account: z.string().optional(),
      campaign: z.string().optional(),
      days: z.array(
        z.object({
          window: z.string(),
          state: z.enum(['firing', 'quiet', 'no_verdict']),
          sentence: z.string(),
          figures: z.record(z.string(), z.unknown()),
        }),
      ),
    }),
  ),
  notes: z.array(z.string()),
});
export type MonitorTest = z.infer<typeof MonitorTest>;

/** The monitors and alerts of the call's workspace. */
export interface MonitorDesk {
  create(spec: MonitorSpec): Promise<ShownMonitor>;
  update(id: string, change: MonitorChange): Promise<ShownMonitor>;
  remove(id: string): Promise<{ id: string; deleted: true }>;
  list(): Promise<ShownMonitor[]>;
  /** What makes sense after a connect or a launch, and is not watched yet. */
  suggested(): Promise<SuggestedMonitor[]>;
  test(of: { monitorId: string } | { spec: MonitorSpec }, days: number): Promise<MonitorTest>;
  /** Newest first. */
  alerts(question: {
    state?: 'firing' | 'seen' | 'resolved' | undefined;
    since?: string | undefined;
    limit: number;
    after?: string | undefined;
  }): Promise<{ alerts: ShownAlert[]; next?: string | undefined }>;
  acknowledge(id: string, note: string | undefined): Promise<ShownAlert>;
}
