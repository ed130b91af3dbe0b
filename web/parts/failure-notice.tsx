import { Problem } from './problem.tsx';
import { problemOf } from './problem-of.ts';

interface Props {
  error: { message: string } | null;
  /** What did not happen: `The key was not revoked`. */
  title: string;
  /** The state that remains, shown only if the change was certainly not made: `It still works.` */
  left?: string;
}

/** A notice about a change that failed, or whose outcome is unknown because the answer was lost. */
export function Failed({ error, title, left }: Props) {
  if (!error) return null;
  const problem = problemOf(error, title);
  return <Problem {...problem} text={problem.unknown || !left ? problem.text : `${String(problem.text)} ${left}`} />;
}
