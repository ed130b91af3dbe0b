import { Button, Card, Progress } from '@mantine/core';
import { IconDownload, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { plural, wholeCount } from '../../format/number.ts';
import { Failed } from '../../parts/failure-notice.tsx';
import classes from './conversions.module.css';
import { FIRST_ROW, type Import, type Imports, isDone } from './use-imports.ts';

interface Props {
  workspaceId: string;
  one: Import;
  imports: Imports;
  mayChange: boolean;
  onColumns(): void;
}

/** A file on its way: how far it is, what became of its rows, and the way to halt. */
export function ImportCard({ workspaceId, one, imports, mayChange, onColumns }: Props) {
  const { id, name, rows, next } = one;
  const isRunning = imports.running === id;
  const isNew = next === FIRST_ROW && !isRunning;
  const done = Math.min(next - FIRST_ROW, rows);
  return (
    <Card component="section" aria-label={`Import ${name}`} className={classes.import}>
      <div className={classes.importHead}>
        <h2>Import {name}</h2>
        <span className={classes.quiet} role="status">
          {isNew ? `${plural(rows, 'row')}, nothing was sent yet` : told(one)}
        </span>
        <span className={classes.importButtons}>
          {!isNew && (
            <Button
              size="xs"
              component="a"
              download
              href={`/api/conversion-imports?${new URLSearchParams({ workspaceId, id })}`}
              leftSection={<IconDownload />}
            >
              {isDone(one) ? 'Result' : 'Result so far'}
            </Button>
          )}
          {mayChange && <Way one={one} imports={imports} isNew={isNew} onColumns={onColumns} />}
        </span>
      </div>
      {imports.problem?.id === id && <Failed error={imports.problem.error} title="The import stopped here" />}
      {!isNew && <Progress value={(done / rows) * 100} size="sm" aria-label={`Rows of ${name} that were sent`} />}
    </Card>
  );
}

function Way({ one, imports, isNew, onColumns }: Pick<Props, 'one' | 'imports' | 'onColumns'> & { isNew: boolean }) {
  if (imports.running === one.id)
    return (
      <Button size="xs" leftSection={<IconPlayerPause />} onClick={imports.halt}>
        Halt
      </Button>
    );
  return (
    <>
      {isNew ? (
        <Button size="xs" onClick={onColumns}>
          Choose columns
        </Button>
      ) : (
        !isDone(one) && (
          <Button
            size="xs"
            leftSection={<IconPlayerPlay />}
            disabled={imports.running !== undefined}
            onClick={() => void imports.go(one)}
          >
            Go on
          </Button>
        )
      )}
      <Button size="xs" variant="subtle" onClick={() => void imports.remove(one.id)}>
        {isDone(one) ? 'Close' : 'Remove the file'}
      </Button>
    </>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  sent: 'taken',
  already_sent: 'sent before',
  skipped: 'skipped',
  refused: 'refused, by row and field',
  unknown: 'unknown',
};

function told({ rows, next, counts }: Import): string {
  const done = Math.min(next - FIRST_ROW, rows);
  const outcomes = Object.entries(WORDS).flatMap(([outcome, word]) =>
    counts[outcome] ? [`${wholeCount(counts[outcome])} ${word}`] : [],
  );
  return [`row ${wholeCount(done)} of ${wholeCount(rows)}`, ...outcomes].join(' · ');
}
