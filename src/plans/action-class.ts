import type { Tool } from '../tools/define-tool.ts';
import { isIrreversible } from '../tools/irreversible-calls.ts';
import { isRunning, mayMoveMoney } from '../tools/less-spending.ts';

/** What a change is to an owner: a policy says for each class whether it is made at once. The gravest first. */
export const ACTION_CLASSES = ['people', 'delete', 'activate', 'raise', 'create', 'change', 'cut'] as const;
export type ActionClass = (typeof ACTION_CLASSES)[number];

export type Difference = Readonly<Record<string, { from: unknown; to: unknown }>>;

type Args = Readonly<Record<string, unknown>>;
type ClassedTool = Pick<Tool, 'access' | 'repeat' | 'personal' | 'irreversible'>;

/** By the arguments alone; undefined where only the present values tell a raise from a cut. */
export function classByArguments(tool: ClassedTool, args: Args): ActionClass | undefined {
  if (tool.personal.some((name) => args[name] !== undefined)) return 'people';
  const rows = rowsIn(args);
  if (rows.some((row) => isIrreversible(tool, row))) return 'delete';
  if (rows.some(({ status }) => isRunning(status))) return 'activate';
  if (rows.some(mayMoveMoney)) return tool.repeat === 'never' ? 'create' : undefined;
  if (tool.repeat === 'never') return 'create';
  return rows.some(({ status }) => status !== undefined) ? 'cut' : 'change';
}

/** With what the change would turn the present values into. Whatever cannot be compared counts as a raise. */
export function classByDifference(tool: ClassedTool, args: Args, difference: Difference | undefined): ActionClass {
  const known = classByArguments(tool, args);
  if (known !== undefined) return known;
  const changes = Object.values(difference ?? {}).flatMap(({ from, to }) => amountsIn(from, to));
  if (changes.length === 0) return 'raise';
  return changes.every(({ from, to }) => to <= from) ? 'cut' : 'raise';
}

/** The call itself and the rows of a bulk call. */
function rowsIn(args: Args): Args[] {
  const lists = Object.values(args).filter((value) => Array.isArray(value)) as unknown[][];
  const rows = lists.flat().filter((row): row is Args => typeof row === 'object' && row !== null);
  return [args, ...rows];
}

/** The pairs of numbers that differ, in whatever form the channel shows them. */
function amountsIn(from: unknown, to: unknown): { from: number; to: number }[] {
  if (isObject(from) && isObject(to)) {
    const names = new Set([...Object.keys(from), ...Object.keys(to)]);
    return [...names].flatMap((name) => amountsIn(from[name], to[name]));
  }
  if (isObject(to)) return Object.values(to).flatMap((value) => amountsIn(undefined, value));
  const amount = numberIn(to);
  if (amount === undefined) return from === to ? [] : [{ from: 0, to: Number.POSITIVE_INFINITY }];
  return [{ from: numberIn(from) ?? 0, to: amount }];
}

function numberIn(value: unknown): number | undefined {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
