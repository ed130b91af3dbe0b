import { Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReadingStep } from '../../api/reading-steps.ts';
import { Problem } from '../../parts/problem.tsx';
import { problemOf } from '../../parts/problem-of.ts';
import classes from './media-plans.module.css';

const LONG_MS = 6_000;

/** How many rows were read, then how many campaigns were checked; what happens, where that takes long. */
export function Reading({ step }: { step: ReadingStep | undefined }) {
  const isLong = useIsLong();
  const share = step?.total ? (step.done / step.total) * 100 : undefined;
  return (
    <div className={classes.reading}>
      <span role="status">{step ? `${step.words} …` : 'Reading the sheet …'}</span>
      <Progress
        value={share ?? 100}
        size="sm"
        mt={6}
        striped={share === undefined}
        animated={share === undefined}
        aria-label="Reading and checking"
      />
      {isLong && (
        <p className={classes.quiet}>
          Each campaign is checked by its platform, at the pace that the platform allows. Nothing is made. Leaving this
          page ends it, and nothing is kept.
        </p>
      )}
    </div>
  );
}

function useIsLong(): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const waiting = setTimeout(() => setIsLong(true), LONG_MS);
    return () => clearTimeout(waiting);
  }, []);
  return isLong;
}

interface FailedProps {
  error: { message: string } | null;
  title: string;
  left: string;
}

/** Reading makes nothing, so it may be repeated also where its answer was lost. */
export function ReadingFailed({ error, title, left }: FailedProps) {
  if (!error) return null;
  const { unknown, text, ...problem } = problemOf(error, title);
  const told = unknown ? `${error.message} Read it again.` : String(text);
  return <Problem {...problem} title={title} text={`${told} ${left}`} />;
}
