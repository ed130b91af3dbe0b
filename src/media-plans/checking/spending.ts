import { amountOf } from '../../exposure/amounts.ts';
import { MEASURES, type Measure } from '../../exposure/figures.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import { wholeReach } from '../../pipeline/reach.ts';
import { daysFrom } from '../../tools/days.ts';
import type { SheetPlan } from '../../tools/media-plan-desk.ts';
import type { PlannedBudget, PlannedCampaign } from '../../tools/media-planning.ts';
import { decimalOf } from '../../tools/money.ts';
import type { LimitRow } from '../../tools/spend-overview.ts';
import { CallTiming } from '../../upstream/call-timing.ts';
import type { Coins } from '../campaigns/coins.ts';
import type { SheetProblems } from '../campaigns/sheet-problems.ts';
import { toolOf } from './call-checks.ts';
import { addProblem, type CheckedCampaign } from './checked-campaign.ts';

type Mode = 'sandbox' | 'live';

/** The limits that stand over a caller, with what is left of them. None where no limit stands: then nothing is read. */
export async function limitsOver(job: JobPlace, signal: AbortSignal): Promise<readonly LimitRow[]> {
  const { pipeline, call, workspace } = job;
  const caller = { organizationId: workspace.organizationId, workspaceId: workspace.id, keyId: call.principal.id };
  if (!(await pipeline.spendLimits.concerns(caller))) return [];
  const tool = toolOf(pipeline.tools, 'workspace', 'get_spend_limits');
  const asking = { pipeline, tool, args: {}, call, timing: new CallTiming(), workspace, connection: undefined };
  const reach = wholeReach(asking, pipeline.sessions.sender);
  const { limits } = await pipeline.spendLimits.overview(caller, { reach, signal, now: pipeline.ambient.now });
  return limits.filter(({ limit }) => limit !== undefined);
}

interface Room {
  limit: LimitRow;
  left: bigint;
}

/** The limit with the least room. Undefined where no limit stands in this currency, or what is left could not be read. */
function leastRoom(limits: readonly LimitRow[], measure: Measure, currency: string, mode: Mode): Room | undefined {
  const rooms = limits
    .filter((limit) => limit.kind === measure && limit.currency === currency && limit.mode === mode)
    .flatMap((limit) => (limit.headroom === undefined ? [] : [{ limit, left: signed(limit.headroom) }]));
  return rooms.sort((a, b) => (a.left < b.left ? -1 : 1))[0];
}

function signed(text: string): bigint {
  return text.startsWith('-') ? -(amountOf(text.slice(1)) ?? 0n) : (amountOf(text) ?? 0n);
}

/** Changes that raise what runs are held to the limits together: each alone may pass where all do not. */
export function refuseRaises(
  checked: readonly CheckedCampaign[],
  limits: readonly LimitRow[],
  problems: SheetProblems,
): void {
  for (const one of checked)
    for (const { effect } of one.effects)
      if (effect.refused && one.fate === 'change')
        addProblem(problems, one, { field: 'budget', level: 'stop', kind: 'limit', message: effect.refused.message });
  for (const measure of MEASURES) refuseTogether(checked, measure, limits, problems);
}

function refuseTogether(
  checked: readonly CheckedCampaign[],
  measure: Measure,
  limits: readonly LimitRow[],
  problems: SheetProblems,
): void {
  const raising = checked.filter((one) => one.fate === 'change' && raiseOf(one, measure) > 0n);
  const places = Map.groupBy(raising, ({ look }) => `${look.account.currency} ${look.place.mode}`);
  for (const own of places.values()) {
    const { account, place } = own[0]!.look;
    const room = leastRoom(limits, measure, account.currency, place.mode);
    const sum = own.reduce((total, one) => total + raiseOf(one, measure), 0n);
    if (!room || sum <= room.left) continue;
    for (const one of own) addProblem(problems, one, overLimit(own.length, sum, room, measure, account.currency));
  }
}

const SPANS: Readonly<Record<Measure, string>> = {
  daily: 'a day',
  worst_day: 'on the worst day',
  month: 'this month',
};

function overLimit(count: number, sum: bigint, { limit, left }: Room, measure: Measure, currency: string) {
  const words = (units: bigint) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
      decimalOf(units, UNIT_DIGITS) as Intl.StringNumericLiteral,
    );
  const what = count === 1 ? 'It raises' : `With ${count - 1} more it raises`;
  return {
    field: 'budget',
    level: 'stop' as const,
    kind: 'limit' as const,
    message: `${what} what runs by ${words(sum)} ${SPANS[measure]}; ${words(left > 0n ? left : 0n)} is left of the ${limit.scope}'s ${words(signed(limit.limit!))} ${SPANS[measure]}.`,
  };
}

/** Of `src/exposure/amounts.ts`. */
const UNIT_DIGITS = 9;

function raiseOf({ effects }: CheckedCampaign, measure: Measure): bigint {
  return effects.reduce((sum, { effect: { [measure]: moved } }) => {
    const rise = (amountOf(moved.to) ?? 0n) - (amountOf(moved.from) ?? 0n);
    return rise > 0n ? sum + rise : sum;
  }, 0n);
}

/** What a day would cost more if everything that the plan makes or changes ran. */
export function runningAll(
  checked: readonly CheckedCampaign[],
  limits: readonly LimitRow[],
  coins: Coins,
): SheetPlan['running'] {
  const sums = new Map<string, { currency: string; mode: Mode; units: bigint }>();
  for (const { fate, look, campaign, running } of checked) {
    if (fate !== 'make' && fate !== 'change') continue;
    const { currency } = look.account;
    const { mode } = look.place;
    const now = running?.status === 'on' ? dailyUnits(running, look.context.today, coins) : 0n;
    const key = `${currency} ${mode}`;
    const sum = sums.get(key) ?? { currency, mode, units: 0n };
    sums.set(key, sum);
    const added = dailyUnits(campaign, look.context.today, coins) - now;
    if (added > 0n) sum.units += added;
  }
  return [...sums.values()]
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))
    .map(({ currency, mode, units }) => {
      const room = leastRoom(limits, 'daily', currency, mode);
      const left = room && roundedDown(room.left, coins.digits(currency));
      return {
        currency,
        adds_a_day: coins.money(units, currency),
        ...(left !== undefined && { headroom: coins.money(left, currency) }),
        words: runningWords(units, left, currency, coins),
      };
    });
}

function roundedDown(units: bigint, digits: number): bigint {
  return units / 10n ** BigInt(UNIT_DIGITS - digits);
}

function runningWords(units: bigint, left: bigint | undefined, currency: string, coins: Coins): string {
  const adds = `Running all of it would add ${coins.words(units, currency)} a day`;
  if (left === undefined) return `${adds}.`;
  const room = `${coins.words(left > 0n ? left : 0n, currency)} is left in ${currency}`;
  return units > left ? `${adds}; ${room}, so switching on will ask again.` : `${adds}; ${room}.`;
}

/** A total is shared by its days, rounded up to the smallest coin. */
function dailyUnits(
  {
    budget,
    start,
    end,
    groups,
  }: Pick<PlannedCampaign, 'budget' | 'start' | 'end'> & {
    groups: readonly Pick<PlannedCampaign, 'budget' | 'start' | 'end'>[];
  },
  today: string,
  coins: Coins,
): bigint {
  if (budget) return perDay(budget, start, end, today, coins);
  return groups.reduce((sum, own) => sum + perDay(own.budget, own.start ?? start, own.end ?? end, today, coins), 0n);
}

function perDay(
  budget: PlannedBudget | undefined,
  start: string | undefined,
  end: string | undefined,
  today: string,
  coins: Coins,
): bigint {
  const units = (budget && coins.units(budget)) ?? 0n;
  if (budget?.per !== 'total') return units;
  const days = BigInt(Math.max(end === undefined ? 1 : daysFrom(start ?? today, end), 1));
  return (units + days - 1n) / days;
}
