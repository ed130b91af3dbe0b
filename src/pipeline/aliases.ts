import type { Problem } from '../errors.ts';
import type { Alias, Tool } from '../tools/define-tool.ts';

export interface Renamed {
  /** What was given, by the names the tool knows. */
  args: unknown;
  problems: Problem[];
  /** A problem, named as the caller has named the argument. */
  asSaid(problem: Problem): Problem;
}

/**
 * Puts arguments that came by another name under their own, and brackets around one that stands where a list is taken. One
 * thing said by two names is refused.
 */
export function withoutAliases({ aliases, bareLists }: Pick<Tool, 'aliases' | 'bareLists'>, given: unknown): Renamed {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { args: given, problems: [], asSaid: (problem) => problem };
  const args: Record<string, unknown> = { ...given };
  const problems: Problem[] = [];
  const saidAs = new Map<string, string>();
  for (const name of Object.keys(args)) {
    if (!Object.hasOwn(aliases, name)) continue;
    const { argument, values } = targetOf(aliases[name]!);
    const value = args[name];
    delete args[name];
    if (Object.hasOwn(args, argument)) {
      problems.push({
        field: name,
        message: `means the same as ${saidAs.get(argument) ?? argument}; give one of them`,
      });
      continue;
    }
    saidAs.set(argument, name);
    args[argument] = typeof value === 'string' && Object.hasOwn(values, value) ? values[value] : value;
  }
  const bare = bareLists.filter((name) => typeof args[name] === 'string');
  for (const name of bare) args[name] = [args[name]];
  return { args, problems, asSaid: (problem) => ({ ...problem, field: fieldAsSaid(problem.field, saidAs, bare) }) };
}

function targetOf(alias: Alias): Exclude<Alias, string> {
  return typeof alias === 'string' ? { argument: alias, values: {} } : alias;
}

function fieldAsSaid(field: string, saidAs: ReadonlyMap<string, string>, bare: readonly string[]): string {
  const [argument = '', ...inner] = field.split('.');
  const below = bare.includes(argument) ? inner.slice(1) : inner;
  return [saidAs.get(argument) ?? argument, ...below].join('.');
}
