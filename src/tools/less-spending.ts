import type { Tool } from './define-tool.ts';

/** The values of `status` that let something run, in all channels. Any other value pauses, archives or removes. */
const RUNNING: readonly unknown[] = ['ACTIVE', 'ENABLED', 'ENABLE'];

export function isRunning(status: unknown): boolean {
  return RUNNING.includes(status);
}

/** Arguments that hold an amount: a change of one may be a cut, which shows only when the old amount is read. */
const AMOUNT = /(^|_)(budget|budgets|amount|bid|cap|cost)(_|$)/;

/** Arguments that let money flow for longer, at other times, or without a bound. */
const TIME = /(^|_)(end|schedule|schedules|until|bidding|percent|unlimited)(_|$)/;

/** Whether an amount or a time is among the arguments: the present values tell whether more or less will be spent. */
export function mayMoveMoney(args: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(args).some(([name, value]) => value !== undefined && namesMoney(name));
}

export function namesMoney(name: string): boolean {
  return AMOUNT.test(name) || TIME.test(name);
}

/** Further arguments by which less may be spent: targets of bidding, bounds of spending and earlier ends. */
const BOUND = /(^|_)(cpa|cpc|roas|spend|end)(_|$)/;

/**
 * Whether a call may make less money flow: it switches something off or changes an amount. No limit of ours holds such a
 * call back. Creates are none of them; they start paused and can wait.
 */
export function maySpendLess(tool: StoppingTool, args: Readonly<Record<string, unknown>>): boolean {
  if (tool.stopsSpending) return true;
  if (tool.spendsNothing) return false;
  return tool.access !== 'read' && tool.repeat === 'safe' && Object.entries(args).some(lessens);
}

/** Whether a call may turn out to make less money flow, by what is known before anything is looked up. */
export function mayTurnOutLess(
  tool: StoppingTool & Partial<Pick<Tool, 'lessens'>>,
  args: Readonly<Record<string, unknown>>,
): boolean {
  return tool.lessens !== undefined || maySpendLess(tool, args);
}

type StoppingTool = Pick<Tool, 'access' | 'repeat'> & Partial<Pick<Tool, 'stopsSpending' | 'spendsNothing'>>;

/** Whether a call switches something off. */
export function stopsSomething(tool: StoppingTool, args: Readonly<Record<string, unknown>>): boolean {
  return maySpendLess(tool, args) && args.status !== undefined;
}

function lessens([name, value]: [string, unknown]): boolean {
  if (value === undefined) return false;
  if (name === 'status') return !RUNNING.includes(value);
  if (name === 'percent') return typeof value === 'number' && value < 0;
  if (AMOUNT.test(name) || BOUND.test(name)) return true;
  // What a conversion is worth is no amount that is spent.
  if (name === 'value') return false;
  return [value].flat().some((item) => isObject(item) && Object.entries(item).some(lessens));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
