import { DAY_MS, HOUR_MS } from '../../ambient.ts';
import { changeId } from '../../audit/change-ids.ts';
import type { WorkspaceRecord } from '../../auth/directory.ts';
import type { Call, Pipeline } from '../../pipeline/call.ts';
import { objectIn } from '../../pipeline/change-names.ts';
import { codeOf } from '../../plans/plan.ts';
import { withConnectLine } from '../../tools/connect-line.ts';
import type { MonitorSpec } from '../../tools/monitor-desk.ts';
import { quantityOf } from '../../tools/report/quantity.ts';
import type { LimitOverview, LimitRow } from '../../tools/spend-overview.ts';
import { tokenHealth } from '../../tools/token-health.ts';
import type { Verdict } from '../rules/verdict.ts';
import { counted } from '../rules/words.ts';
import type { Finding, Look } from './finding.ts';
import { readUnknown } from './unknown-outcomes.ts';

interface Asking {
  pipeline: Pipeline;
  workspace: WorkspaceRecord;
  spec: MonitorSpec;
  /** Reads as the service. */
  call: Call;
}

/** What this service knows itself: sign-ins, limits, changes and plans. */
export async function lookAtOwn(asking: Asking): Promise<Look> {
  const { spec } = asking;
  if (spec.kind === 'token_expiry') return whole(await expiringTokens(asking));
  if (spec.kind === 'outcome_unknown') return whole(await unknownOutcomes(asking));
  if (spec.kind === 'plan_waiting') return whole(await waitingPlans(asking));
  return usedUpLimits(asking);
}

function whole(findings: readonly Finding[], reasons: readonly string[] = []): Look {
  return { findings, reasons, isOver: () => reasons.length === 0 };
}

function firing(now: number, sentence: string, severity: Verdict['severity'], figures: Verdict['figures']): Verdict {
  return { state: 'firing', severity, window: new Date(now).toISOString(), sentence, figures };
}

async function expiringTokens({ pipeline, workspace, spec }: Asking): Promise<Finding[]> {
  const now = pipeline.ambient.now();
  const steps = (spec.thresholds?.days_before ?? [14, 7, 3, 1]).toSorted((a, b) => a - b);
  const findings: Finding[] = [];
  for (const { id, channel: name, mode, version } of workspace.connections) {
    if (spec.channel !== undefined && name !== spec.channel) continue;
    const channel = pipeline.tools.find((tool) => tool.channel.name === name)?.channel;
    if (!channel) continue;
    const held = await pipeline.sessions.connections.credentials(id, version);
    const { daysLeft, expiresAt, renewsItself } = tokenHealth(channel, held, now);
    const subject = { key: `connection ${name} ${mode}`, name: channel.title, channel: name, mode };
    const left = renewsItself || daysLeft === null ? Number.POSITIVE_INFINITY : daysLeft;
    // The smallest step that is reached: each further one is news.
    const step = left < 0 ? -1 : steps.find((days) => left <= days);
    if (step === undefined) {
      const verdict = firing(now, 'The sign-in holds.', 'warning', {
        days_left: daysLeft,
        renews_itself: renewsItself,
      });
      findings.push({ subject, verdict: { ...verdict, state: 'quiet' } });
      continue;
    }
    const connect = withConnectLine(
      `Sign in again on the page Connections, or connect it anew (adhelm connect ${name}).`,
      {
        channel: name,
        workspace: workspace.name,
        mode,
      },
    );
    const when = left < 0 ? 'has ended' : left === 0 ? 'ends within a day' : `ends in ${counted(left, 'day')}`;
    const sentence = `The sign-in of ${channel.title} ${when}; calls fail from then on. ${connect}`;
    const severity = left <= 1 ? 'critical' : 'warning';
    findings.push({
      subject,
      verdict: firing(now, sentence, severity, { days_left: daysLeft, expires_at: expiresAt }),
      parts: [`${step} days before`],
    });
  }
  return findings;
}

const UNKNOWN_MS = 7 * DAY_MS;

async function unknownOutcomes({ pipeline, workspace, spec }: Asking): Promise<Finding[]> {
  const now = pipeline.ambient.now();
  const changes = await readUnknown(pipeline, workspace.id, now - UNKNOWN_MS, spec.channel);
  return changes.map((change) => {
    const { id, name } = objectIn(change);
    const tool = pipeline.tools.find((one) => one.name === change.tool && one.channel.name === change.channel);
    const what = `${tool?.title ?? change.tool}${(name ?? id) ? ` “${name ?? id}”` : ''}`;
    return {
      subject: { key: `change ${change.seq}`, name: what, channel: change.channel },
      verdict: firing(
        now,
        `${what} was sent at ${new Date(change.at).toISOString()}, and whether it was done is not known. Look before anything is repeated.`,
        'critical',
        { change_id: changeId(change), call_id: change.callId, tool: change.tool },
      ),
      parts: [String(change.seq)],
    };
  });
}

const PLANS_READ = 200;

async function waitingPlans({ pipeline, workspace, spec }: Asking): Promise<Finding[]> {
  const now = pipeline.ambient.now();
  const hours = spec.thresholds?.hours ?? 4;
  const plans = await pipeline.plans.list([workspace.id], 'waiting', PLANS_READ);
  return plans
    .filter(({ channel, createdAt }) => (spec.channel ?? channel) === channel && now - createdAt > hours * HOUR_MS)
    .map((plan) => {
      const tool = pipeline.tools.find((one) => one.name === plan.tool && one.channel.name === plan.channel);
      const code = codeOf(plan.hash);
      const waited = Math.floor((now - plan.createdAt) / HOUR_MS);
      const name = `${tool?.title ?? plan.tool}${plan.facts.objectName ? ` “${plan.facts.objectName}”` : ''}`;
      return {
        subject: { key: `plan ${plan.id}`, name, channel: plan.channel, account: plan.facts.account },
        verdict: firing(
          now,
          `The plan ${code} has waited for ${counted(waited, 'hour')}, and ends at ${new Date(plan.expiresAt).toISOString()} unless somebody decides: ${pipeline.approvalUrl(plan.id)}`,
          'warning',
          { plan_id: plan.id, code, hours: waited },
        ),
        parts: [plan.id],
      };
    });
}

/** From the same reading as get_spend_limits; nothing is read where no limit stands. */
async function usedUpLimits({ pipeline, workspace, call }: Asking): Promise<Look> {
  const now = pipeline.ambient.now();
  const { organizationId, id: workspaceId } = workspace;
  if (!(await pipeline.spendLimits.concerns({ organizationId, workspaceId, keyId: call.principal.id })))
    return whole([]);
  const tool = pipeline.tools.find(({ channel, name }) => channel.name === 'workspace' && name === 'get_spend_limits');
  if (!tool) return whole([]);
  const { json, failure } = await pipeline.runTool(pipeline, tool, {}, call);
  if (failure) return whole([], [failure.details.message]);
  const { limits, unreadable } = JSON.parse(json) as LimitOverview;
  const findings = limits.filter(isUsedUp).map((row) => ({
    subject: {
      key: `limit ${row.scope} ${row.kind} ${row.mode} ${row.currency ?? ''}`,
      name: limitWords(row),
      mode: row.mode,
    },
    verdict: firing(
      now,
      `${limitWords(row)} is used up: ${row.used} of ${row.limit} ${row.currency ?? ''}. Raises are refused.`,
      'warning',
      { ...row },
    ),
    parts: ['used up'],
  }));
  return whole(
    findings,
    unreadable.map(({ channel, why }) => `${channel}: ${why}`),
  );
}

/** Also where not everything could be read: what is known is enough then. */
function isUsedUp({ kind, limit, used, held }: LimitRow): boolean {
  if (limit === undefined || used === undefined || !['daily', 'worst_day', 'month'].includes(kind)) return false;
  return quantityOf(used)! + quantityOf(held ?? '0')! >= quantityOf(limit)!;
}

const LIMIT_NAMES: Readonly<Record<LimitRow['kind'], string>> = {
  daily: 'daily limit',
  worst_day: 'limit of the worst day',
  month: 'monthly limit',
  single: 'limit of one budget',
  step: 'limit of one step',
  day_step: 'limit of a day of steps',
};

function limitWords({ scope, kind, currency, mode }: LimitRow): string {
  return `The ${LIMIT_NAMES[kind]} of the ${scope}${currency ? ` in ${currency}` : ''}${mode === 'sandbox' ? ' (sandbox)' : ''}`;
}
