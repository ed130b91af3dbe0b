import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isServiceBack, noteAnswer, useServiceAnswers } from '../api/service-state.ts';
import classes from './shell.module.css';

const ASK_EVERY_MS = 3_000;

/** While the service is silent, what was read stays; once it answers, everything shown is read again. */
export function SilentBand() {
  const answers = useServiceAnswers();
  const queries = useQueryClient();
  useEffect(() => {
    if (answers) return;
    const timer = setInterval(async () => {
      if (!(await isServiceBack())) return;
      noteAnswer(true);
      void queries.invalidateQueries();
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [answers, queries]);
  if (answers) return null;
  return (
    <div className={classes.silent} role="alert">
      The service does not answer. What you see was read before; it is asked again every few seconds.
    </div>
  );
}
