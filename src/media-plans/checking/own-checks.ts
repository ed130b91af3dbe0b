import { daysFrom } from '../../tools/days.ts';
import type { PlannedBudget, PlannedCampaign, PlannedProblem } from '../../tools/media-planning.ts';
import type { Coins } from '../campaigns/coins.ts';
import { dayWords } from '../campaigns/days.ts';
import type { AccountLook } from './account-looks.ts';

/** What no channel has to say itself: days in the past or in the wrong order, and budgets under the platform's least. */
export function ownProblems(
  campaign: PlannedCampaign,
  look: AccountLook,
  coins: Coins,
  isNew: boolean,
): PlannedProblem[] {
  const { today } = look.context;
  const days = [
    { at: '', start: campaign.start, end: campaign.end },
    ...campaign.groups.map(({ start, end }, index) => ({
      at: `groups.${index}.`,
      start: start ?? (end === undefined ? undefined : campaign.start),
      end: end ?? (start === undefined ? undefined : campaign.end),
    })),
  ];
  return [
    ...days.flatMap((span) => dayProblems(span, today, isNew)),
    ...budgetProblem('budget', campaign.budget, campaign, look, coins),
    ...campaign.groups.flatMap((group, index) =>
      budgetProblem(
        `groups.${index}.budget`,
        group.budget,
        { start: group.start ?? campaign.start, end: group.end ?? campaign.end },
        look,
        coins,
      ),
    ),
  ];
}

interface Span {
  start?: string | undefined;
  end?: string | undefined;
}

/** What runs already began in the past, and may have ended. */
function dayProblems({ at, start, end }: Span & { at: string }, today: string, isNew: boolean): PlannedProblem[] {
  const words = (day: string) => dayWords(day, today);
  const stop = (field: string, message: string, allowed: string): PlannedProblem[] => [
    { field: at + field, message, allowed, level: 'stop' },
  ];
  if (start !== undefined && end !== undefined && end < start)
    return stop('end', `Ends ${words(end)}, before it starts on ${words(start)}.`, `${words(start)} or later`);
  if (!isNew) return [];
  if (end !== undefined && end < today)
    return stop('end', `Ended ${words(end)}, and it is ${words(today)}.`, `${words(today)} or later`);
  if (start !== undefined && start < today)
    return stop(
      'start',
      `Starts ${words(start)}, and it is ${words(today)}: what is made now cannot start in the past.`,
      `${words(today)} or later`,
    );
  return [];
}

function budgetProblem(
  field: string,
  budget: PlannedBudget | undefined,
  { start, end }: Span,
  { least, place, context }: AccountLook,
  coins: Coins,
): PlannedProblem[] {
  const wanted = least && coins.units(least);
  const units = budget && coins.units(budget);
  if (!budget || units === undefined || wanted === undefined || least?.currency !== budget.currency) return [];
  const { currency } = budget;
  const words = (amount: bigint) => coins.words(amount, currency);
  const told = `${place.title} wants at least ${words(wanted)}`;
  const refuse = (message: string, needed: bigint): PlannedProblem[] => [
    {
      field,
      message,
      level: 'stop',
      allowed: `${words(needed)} or more`,
      repair: coins.money(needed, currency).amount,
    },
  ];
  if (budget.per === 'day') return units >= wanted ? [] : refuse(`${words(units)} a day; ${told}.`, wanted);
  if (end === undefined) return [];
  const days = daysFrom(start ?? context.today, end);
  if (days < 1 || units >= wanted * BigInt(days)) return [];
  const needed = wanted * BigInt(days);
  return refuse(
    `${words(units / BigInt(days))} a day; ${told}, so ${words(needed)} in ${days} ${days === 1 ? 'day' : 'days'}.`,
    needed,
  );
}
