import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconMinus } from '@tabler/icons-react';
import { type Delta, UNKNOWN } from '../format/number.ts';
import classes from './delta-text.module.css';

const ARROWS = { up: IconArrowUp, down: IconArrowDown, same: IconMinus };
const WORDS = { up: 'up', down: 'down', same: 'unchanged' };

/** The change of a metric against the period before; a dash if there is no earlier value. */
export function DeltaText({ delta }: { delta: Delta | undefined }) {
  if (!delta) return <span className={classes.root}>{UNKNOWN}</span>;
  const Arrow = ARROWS[delta.direction];
  return (
    <span className={classes.root} data-tone={delta.tone}>
      <Arrow size={12} stroke={2} aria-hidden="true" />
      <VisuallyHidden>{WORDS[delta.direction]} </VisuallyHidden>
      {delta.text}
    </span>
  );
}
