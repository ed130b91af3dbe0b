import type { RouteCoverage, RuleCoverage } from './emulator.ts';

/** Calls, one a line: `GET /path/{id}`, with `: a note` where something is to be said. */
export function routesOf(state: RouteCoverage['state'], table: string): RouteCoverage[] {
  return linesOf(table).map((line) => {
    const [, method, path, note] = matched(/^([A-Z]+) (\S+?)(?:: (.+))?$/, line);
    return { method: method!, path: path!, state, ...(note !== undefined && { note }) };
  });
}

/** Rules about one object, one a line: `12 partly What the platform demands. | What is missing here.` */
export function rulesOf(object: string, table: string): RuleCoverage[] {
  return linesOf(table).map((line) => {
    const [, number, state, rule, note] = matched(/^(\d+) (enforced|partly|absent) (.+?)(?: \| (.+))?$/, line);
    return {
      object,
      number: Number(number),
      rule: rule!,
      state: state as RuleCoverage['state'],
      ...(note !== undefined && { note }),
    };
  });
}

function linesOf(table: string): string[] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.trim());
}

function matched(pattern: RegExp, line: string): RegExpExecArray {
  const match = pattern.exec(line);
  if (!match) throw new Error(`a line of a coverage table cannot be read: ${line}`);
  return match;
}
