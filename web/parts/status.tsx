import { Shape, type ShapeKind } from './shape.tsx';
import classes from './status.module.css';

const WORDS: Record<ShapeKind, string> = {
  active: 'Active',
  paused: 'Paused',
  learning: 'Learning',
  limited: 'Limited',
  rejected: 'Rejected',
  scheduled: 'Scheduled',
  ended: 'Ended',
  unknown: 'Unknown',
  done: 'Done',
  refused: 'Refused',
};

interface Props {
  kind: ShapeKind;
  /** More exact than the kind: `Limited by budget`, `3 ads rejected`. */
  children?: string;
}

export function Status({ kind, children = WORDS[kind] }: Props) {
  return (
    <span className={classes.root}>
      <Shape kind={kind} />
      <span title={children}>{children}</span>
    </span>
  );
}
