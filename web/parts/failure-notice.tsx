import { Problem } from './problem.tsx';
import { problemOf } from './problem-of.ts';

interface Props {
  error: { message: string } | null;
  /** What did not happen: `The key was not revoked`. */
  title: string;
  /** What that leaves, where it is certain: `It still works.` */
  left?: string;
}

/** A change that failed, or of which nobody knows. */
export function Failed({ error, title, left }: Props) {
  if (!error) return null;
  const problem = problemOf(error, title);
  return <Problem {...problem} text={problem.unknown || !left ? problem.text : `${String(problem.text)} ${left}`} />;
}
