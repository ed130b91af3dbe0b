import { Card, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Period } from '../../address/period.ts';
import { daily } from '../../api/days.ts';
import { type BothSums, costPerConversion, type Purse, sumsOf } from '../../api/sums.ts';
import { money, wholeMoney } from '../../format/money.ts';
import { count, delta, plural, type RiseIs, wholeCount } from '../../format/number.ts';
import { type Figure, FigureCell, KeyFigure } from '../../parts/key-figure.tsx';
import classes from './overview.module.css';

interface Question {
  title: string;
  figure: 'cost' | 'clicks' | 'conversions' | 'cost_per_conversion';
  riseIs: RiseIs;
  isMoney: boolean;
}

const QUESTIONS: readonly Question[] = [
  { title: 'Cost', figure: 'cost', riseIs: 'neutral', isMoney: true },
  { title: 'Clicks', figure: 'clicks', riseIs: 'good', isMoney: false },
  { title: 'Conversions', figure: 'conversions', riseIs: 'good', isMoney: false },
  { title: 'Cost per conversion', figure: 'cost_per_conversion', riseIs: 'bad', isMoney: true },
];

function figureOf({ figure, riseIs, isMoney }: Question, purse: Purse, sums: BothSums, period: Period): Figure {
  const value = (side: 'current' | 'before') =>
    figure === 'cost_per_conversion' ? costPerConversion(sums[side]) : sums[side][figure];
  const now = value('current');
  return {
    label: purse.label,
    value: isMoney ? wholeMoney(now, purse.currency) : wholeCount(now),
    exact: isMoney ? money(now, purse.currency) : count(now),
    delta: delta(now, value('before'), riseIs),
    values: daily(purse, period, figure),
  };
}

const ClaimHint = () => (
  <Tooltip label="Platforms may each claim the same conversion.">
    <span className={classes.hint} tabIndex={0} role="img" aria-label="Platforms may each claim the same conversion.">
      <IconInfoCircle size={14} />
    </span>
  </Tooltip>
);

/** One card per metric with all currencies side by side; on a phone one card per currency with all metrics. */
export function KeyFigures({ purses, period }: { purses: readonly Purse[]; period: Period }) {
  const narrow = useMediaQuery('(max-width: 640px)', window.innerWidth <= 640, { getInitialValueInEffect: false });
  const sums = new Map(purses.map((purse) => [purse, sumsOf(purse.rows)]));
  const figure = (question: Question, purse: Purse) => figureOf(question, purse, sums.get(purse)!, period);
  if (narrow) {
    return purses.map((purse) => (
      <Card key={purse.key} component="section" aria-label={purse.label}>
        <h2 className={classes.purse}>
          {purse.label} <span>{plural(new Set(purse.rows.map(({ channel }) => channel)).size, 'channel')}</span>
        </h2>
        <div className={classes.purseFigures}>
          {QUESTIONS.map((question) => (
            <FigureCell key={question.title} {...figure(question, purse)} label={question.title} />
          ))}
        </div>
      </Card>
    ));
  }
  return (
    <div className={classes.figures}>
      {QUESTIONS.map((question) => (
        <KeyFigure
          key={question.title}
          title={question.title}
          hint={question.figure === 'conversions' ? <ClaimHint /> : undefined}
          figures={purses.map((purse) => figure(question, purse))}
        />
      ))}
    </div>
  );
}
