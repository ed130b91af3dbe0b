import { Button } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import type { PracticeSheet } from '../../api/media-plans.ts';
import { ModeTag } from '../../parts/mode-tag.tsx';
import classes from './media-plans.module.css';

interface Props {
  sheets: readonly PracticeSheet[];
  isBusy: boolean;
  onTry(sheet: PracticeSheet): void;
}

/** Sheets as four agencies write them: one press reads and checks one. */
export function PracticeSheets({ sheets, isBusy, onTry }: Props) {
  if (sheets.length === 0) return null;
  return (
    <section aria-labelledby="practice-sheets">
      <div className={classes.cardHead}>
        <h2 id="practice-sheets">Try it with a practice sheet</h2>
        <ModeTag mode="sandbox" />
      </div>
      <ul className={classes.problems}>
        {sheets.map((sheet) => (
          <li key={sheet.id} className={classes.practice}>
            <IconTable size={16} stroke={1.75} aria-hidden="true" />
            <span className={classes.movedText}>
              <span>{sheet.name}</span>
              <span className={classes.quiet}>{sheet.kind}</span>
            </span>
            <Button size="xs" disabled={isBusy} onClick={() => onTry(sheet)} aria-label={`Try it: ${sheet.name}`}>
              Try it
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
