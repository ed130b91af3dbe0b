import type { Problem } from '../errors.ts';
import type { Alias, Tool } from '../tools/define-tool.ts';

export interface Renamed {
  /** What was given, by the names the tool knows. */
  args: unknown;
  problems: Problem[];
  /** A problem, named as the caller has named the argument. */
  asSaid(problem: Problem): Problem;
}

const unchanged = (args: unknown): Renamed => ({ args, problems: [], asSaid: (problem) => problem });

/** Puts arguments that came by another name under their own. One thing said by two names is refused. */
export function withoutAliases({ aliases }: Pick<Tool, 'aliases'>, given: unknown): Renamed {
  if (typeof given !== 'object' || given === null) return unchanged(given);
  const used = Object.keys(aliases).filter((name) => Object.hasOwn(given, name));
  if (used.length === 0) return unchanged(given);
  const args: Record<string, unknown> = { ...given };
  const problems: Problem[] = [];
  const saidAs = new Map<string, string>();
  for (const name of used) {
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
  return { args, problems, asSaid: (problem) => ({ ...problem, field: fieldAsSaid(problem.field, saidAs) }) };
}

function targetOf(alias: Alias): Exclude<Alias, string> {
  return typeof alias === 'string' ? { argument: alias, values: {} } : alias;
}

function fieldAsSaid(field: string, saidAs: ReadonlyMap<string, string>): string {
  const [argument = '', ...inner] = field.split('.');
  return [saidAs.get(argument) ?? argument, ...inner].join('.');
}
