import type { ReactNode } from 'react';
import { Shape, type ShapeKind } from './shape.tsx';
import classes from './state-mark.module.css';

export type StateTone = 'good' | 'warn' | 'bad' | 'idle';

interface Props {
  shape: ShapeKind;
  tone: StateTone;
  children: ReactNode;
}

/** The state of a card in a coloured pill: `Firing`, `Off`, `No limit set`. */
export function StateMark({ shape, tone, children }: Props) {
  return (
    <span className={classes.root} data-tone={tone}>
      <Shape kind={shape} size={12} /> {children}
    </span>
  );
}
