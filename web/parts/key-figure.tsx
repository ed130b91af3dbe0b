import { Card, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Delta } from '../format/number.ts';
import { DeltaText } from './delta-text.tsx';
import classes from './key-figure.module.css';
import { Sparkline } from './sparkline.tsx';

export interface Figure {
  /** What distinguishes the figures of one card: the currency (`USD`), or on a phone the metric. */
  label: string;
  value: string;
  /** The value before rounding, shown on hover. */
  exact?: string;
  delta?: Delta;
  values: readonly (number | null)[];
}

interface Props {
  title: string;
  hint?: ReactNode;
  figures: readonly Figure[];
}

/** A card for one metric with a figure per currency, side by side; three or more are stacked. */
export function KeyFigure({ title, hint, figures }: Props) {
  return (
    <Card component="section" className={classes.card} aria-label={title}>
      <h2 className={classes.title}>
        {title}
        {hint}
      </h2>
      <div className={classes.figures} data-many={figures.length > 2}>
        {figures.map((figure) => (
          <FigureCell key={figure.label} {...figure} />
        ))}
      </div>
    </Card>
  );
}

export function FigureCell({ label, value, exact, delta, values }: Figure) {
  return (
    <div className={classes.figure}>
      <div className={classes.currency}>{label}</div>
      <Tooltip label={exact ?? value} disabled={!exact || exact === value}>
        <div className={classes.value}>{value}</div>
      </Tooltip>
      <div className={classes.below}>
        <DeltaText delta={delta} />
        <Sparkline values={values} />
      </div>
    </div>
  );
}
