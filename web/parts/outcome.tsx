import classes from './outcome.module.css';
import { Shape, type ShapeKind } from './shape.tsx';

export type OutcomeKind = 'applied' | 'not_applied' | 'unknown';

const OUTCOMES: Record<OutcomeKind, { shape: ShapeKind; word: string }> = {
  applied: { shape: 'done', word: 'Applied' },
  not_applied: { shape: 'refused', word: 'Not applied' },
  unknown: { shape: 'unknown', word: 'Unknown' },
};

export function Outcome({ outcome, children }: { outcome: OutcomeKind; children?: string }) {
  const { shape, word } = OUTCOMES[outcome];
  return (
    <span className={classes.root} data-outcome={outcome}>
      <Shape kind={shape} size={12} />
      {children ?? word}
    </span>
  );
}
