import type { SheetProblem } from '../../api/media-plans.ts';

/** The same problem in several cells, with one thing that mends all of them. */
export interface ProblemGroup {
  first: SheetProblem;
  cells: string[];
  /** The places of its problems in the walk. */
  places: number[];
}

/** In the order of the walk. What only another value mends stands for itself: each cell needs its own. */
export function groupsOf(ordered: readonly SheetProblem[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  ordered.forEach((problem, place) => {
    const { level, kind, message, allowed, repair } = problem;
    const isAlone = kind === 'value' && repair === undefined;
    const key = isAlone ? String(place) : JSON.stringify([level, kind, message, allowed, repair]);
    const group = groups.get(key);
    if (group) {
      group.cells.push(problem.cell);
      group.places.push(place);
    } else groups.set(key, { first: problem, cells: [problem.cell], places: [place] });
  });
  return [...groups.values()];
}

/** What every proposal would put into its cell. */
export const proposalsIn = (problems: readonly SheetProblem[]): Record<string, string> =>
  Object.fromEntries(problems.flatMap(({ cell, repair }) => (repair === undefined ? [] : [[cell, repair]])));
