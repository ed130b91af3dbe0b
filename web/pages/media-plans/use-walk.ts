import { useMemo, useState } from 'react';
import type { SheetProblem } from '../../api/media-plans.ts';
import { useKey } from '../../keyboard/use-keys.ts';
import { bareCell, inOrder } from './grid.ts';

/** N walks from problem to problem, what keeps rows out first; `at` counts the steps, so that the same cell is shown again. */
export function useWalk(problems: readonly SheetProblem[]) {
  const ordered = useMemo(() => inOrder(problems), [problems]);
  const [at, setAt] = useState({ index: -1, steps: 0 });
  const go = (index: number) => setAt(({ steps }) => ({ index, steps: steps + 1 }));
  useKey(['n', 'N'], () => ordered.length > 0 && go((at.index + 1) % ordered.length));
  const problem = ordered[at.index];
  return {
    ordered,
    current: problem && { cell: bareCell(problem.cell), steps: at.steps },
    /** Its place among the problems. */
    index: at.index,
    go,
  };
}

export type Walk = ReturnType<typeof useWalk>;
