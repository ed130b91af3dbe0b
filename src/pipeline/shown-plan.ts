import type { Difference } from '../plans/action-class.ts';
import { codeOf, type Plan } from '../plans/plan.ts';
import type { Tool } from '../tools/define-tool.ts';
import type { ShownPlan } from '../tools/plan-desk.ts';
import type { BulkPlan } from '../tools/plan-members.ts';
import { textWithoutSecrets } from './audit-detail.ts';

/** A plan as the agent and the person see it: the same words for both. */
export function shownPlan(plan: Plan, tool: Tool | undefined, approveUrl: string): ShownPlan {
  const { id, state, facts } = plan;
  const isOpen = state === 'waiting' || state === 'planned';
  const shown: ShownPlan = {
    id,
    code: codeOf(plan.hash),
    state,
    channel: plan.channel,
    tool: plan.tool,
    class: plan.class,
    account: facts.account,
    summary: facts.bulk
      ? bulkSummary(facts.bulk, facts.objectName ?? '')
      : summaryOf(tool?.title ?? plan.tool, facts.difference),
    difference: facts.difference,
    request: tool?.personal.length ? withoutBody(facts.request) : facts.request,
    platform_checked: facts.platformChecked,
    ...(facts.exposure && { exposure: facts.exposure }),
    ...(facts.cannotBeUndone.length > 0 && { cannot_be_undone: [...facts.cannotBeUndone] }),
    ...(plan.reason !== undefined && { reason: plan.reason }),
    ...(state === 'waiting' && { approve_url: approveUrl }),
    ...(plan.note !== undefined && { note: plan.note }),
    ...(plan.callId !== undefined && { call_id: plan.callId }),
    ...(facts.applyAt !== undefined && { apply_at: new Date(facts.applyAt).toISOString() }),
    ...(isOpen && { expires_at: new Date(plan.expiresAt).toISOString() }),
    ...(plan.result !== undefined && { result: plan.result }),
    ...(facts.bulk && { bulk: facts.bulk }),
  };
  return JSON.parse(textWithoutSecrets(JSON.stringify(shown))) as ShownPlan;
}

/** "9 campaigns to make and 3 to change from Q4: 45000 EUR in all, 120 USD a day". */
function bulkSummary({ make, change, sums }: BulkPlan, name: string): string {
  const campaigns = (count: number) => `${count} ${count === 1 ? 'campaign' : 'campaigns'}`;
  const told = [
    ...(make > 0 ? [`${campaigns(make)} to make, paused`] : []),
    ...(change > 0 ? [`${make > 0 ? change : campaigns(change)} to change`] : []),
  ].join(', ');
  const money = sums.flatMap(({ currency, total, daily }) => [
    ...(total ? [`${total.amount} ${currency} in all`] : []),
    ...(daily ? [`${daily.amount} ${currency} a day`] : []),
  ]);
  return `${told} from ${shortValue(name)}${money.length > 0 ? `: ${money.join(', ')}` : ''}`;
}

const FIELDS_MAX = 6;

function summaryOf(title: string, difference: Difference): string {
  const fields = Object.entries(difference);
  if (fields.length === 0) return title;
  const told = fields
    .slice(0, FIELDS_MAX)
    .map(([field, { from, to }]) => `${field} ${shortValue(from)} → ${shortValue(to)}`);
  const rest = fields.length - told.length;
  return `${title}: ${told.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

const VALUE_CHARACTERS_MAX = 60;

/** A value in one line, cut where it is long. */
export function shortValue(value: unknown): string {
  if (isMoney(value)) return `${value.amount} ${value.currency}`;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > VALUE_CHARACTERS_MAX ? `${text.slice(0, VALUE_CHARACTERS_MAX)}…` : text;
}

function isMoney(value: unknown): value is { amount: string; currency: string } {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

/** People are never shown, not even as digests. */
function withoutBody({ method, path }: Plan['facts']['request']) {
  return { method, path };
}
