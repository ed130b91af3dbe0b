import type { Tool } from '../tools/define-tool.ts';
import { isIrreversible } from '../tools/irreversible-calls.ts';
import { isRunning, mayMoveMoney, namesMoney } from '../tools/less-spending.ts';

/** What a change is to an owner: a policy says for each class whether it is made at once. The gravest first. */
export const ACTION_CLASSES = ['people', 'delete', 'activate', 'raise', 'create', 'change', 'cut'] as const;
export type ActionClass = (typeof ACTION_CLASSES)[number];

export type Difference = Readonly<Record<string, { from: unknown; to: unknown }>>;

type Args = Readonly<Record<string, unknown>>;
type ClassedTool = Pick<
  Tool,
  'access' | 'repeat' | 'personal' | 'irreversible' | 'mayRaise' | 'activates' | 'spendsNothing'
> &
  Partial<Pick<Tool, 'takesBack'>>;

/** By the arguments alone; undefined where only the present values tell a raise or an activation from a cut. */
export function classByArguments(tool: ClassedTool, args: Args): ActionClass | undefined {
  if (tool.personal.some((name) => args[name] !== undefined)) return 'people';
  const rows = rowsIn(args);
  if (rows.some((row) => isIrreversible(tool, row))) return 'delete';
  if (tool.activates && tool.takesBack !== undefined) return undefined;
  if (tool.activates || rows.some(({ status }) => isRunning(status))) return 'activate';
  if (asksToRaise(tool, args)) return 'raise';
  if (tool.repeat === 'never') return 'create';
  if (tool.spendsNothing) return 'change';
  if (onlySpendsLess(tool, args)) return 'cut';
  return rows.some(mayMoveMoney) ? undefined : 'change';
}

/** Whether the arguments alone tell that no more can be spent: they switch off, remove for good, or lower by per cent. */
export function onlySpendsLess(tool: ClassedTool, args: Args): boolean {
  const rows = rowsIn(args);
  if (tool.activates || tool.spendsNothing) return false;
  if (tool.repeat === 'never' || asksToRaise(tool, args) || rows.some(({ status }) => isRunning(status))) return false;
  const moving = rows.filter(mayMoveMoney);
  return moving.length > 0 ? moving.every(onlyLowers) : rows.some(({ status }) => status !== undefined);
}

function asksToRaise({ mayRaise }: ClassedTool, args: Args): boolean {
  return mayRaise === true || mayRaise.some((name) => args[name] !== undefined);
}

/** What a call may turn out to be whose arguments alone do not tell. */
export function possibleClasses(tool: ClassedTool, args: Args): readonly ActionClass[] {
  const known = classByArguments(tool, args);
  if (known !== undefined) return [known];
  return tool.takesBack === undefined ? ['raise', 'cut'] : ['activate', 'cut'];
}

/** Compares the present values with the wanted ones. What cannot be compared counts as a raise. */
export function classByDifference(tool: ClassedTool, args: Args, difference: Difference | undefined): ActionClass {
  const known = classByArguments(tool, args);
  if (known !== undefined) return known;
  if (tool.takesBack !== undefined) return tool.takesBack in (difference ?? {}) ? 'cut' : 'activate';
  const changes = Object.entries(difference ?? {}).flatMap(([name, { from, to }]) => amountsIn(name, from, to));
  if (changes.length === 0) return 'raise';
  return changes.every(({ from, to }) => to <= from) ? 'cut' : 'raise';
}

/** The call itself and the rows of a bulk call. */
function rowsIn(args: Args): Args[] {
  const lists = Object.values(args).filter((value) => Array.isArray(value)) as unknown[][];
  const rows = lists.flat().filter((row): row is Args => typeof row === 'object' && row !== null);
  return [args, ...rows];
}

/** A negative percentage lowers every amount. */
function onlyLowers(row: Args): boolean {
  return Object.entries(row).every(
    ([name, value]) =>
      value === undefined || !namesMoney(name) || (name === 'percent' && typeof value === 'number' && value < 0),
  );
}

/** Amounts and times that differ, in the channel's own form; for a bulk call row by row, under the row's id. */
function amountsIn(name: string, from: unknown, to: unknown, above = NO_FIELD): { from: number; to: number }[] {
  const field = { isMoney: above.isMoney || namesMoney(name), isBound: above.isBound || BOUND.test(name) };
  if (isObject(from) || isObject(to)) {
    const [before, after] = [isObject(from) ? from : {}, isObject(to) ? to : {}];
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((part) => amountsIn(part, before[part], after[part], field));
  }
  // The currency beside an amount never changes, so that one that appears or goes with its amount is no size.
  if (!field.isMoney || from === to || name === 'currency') return [];
  // The call names another shared budget by its id, which does not tell how large that is.
  if (/_ids?$/.test(name)) return [{ from: 0, to: Number.POSITIVE_INFINITY }];
  const none = field.isBound ? Number.POSITIVE_INFINITY : 0;
  return [{ from: sizeOf(from) ?? none, to: sizeOf(to) ?? Number.POSITIVE_INFINITY }];
}

/** Fields that only hold spending back: without one there was no bound, so that setting it is a cut. */
const BOUND = /(^|_)(end|until|cap)(_|$)/;
const NO_FIELD = { isMoney: false, isBound: false };

/** Undefined for what bounds nothing, such as a cap that is taken away. */
function sizeOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value === '')) return undefined;
  const size = Number(value);
  return Number.isFinite(size) ? size : Date.parse(String(value)) || undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
