import { Button, Card } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { MediaPlan, PlannedRow, SheetProblem } from '../../api/media-plans.ts';
import { plural, wholeCount } from '../../format/number.ts';
import { channelName } from '../../parts/channels.ts';
import { KeyCap } from '../../parts/key-cap.tsx';
import { Shape } from '../../parts/shape.tsx';
import { useGo } from '../../shell/use-go.ts';
import { placeOf } from './grid.ts';
import classes from './media-plans.module.css';
import type { Walk } from './use-walk.ts';

const SHOWN_FIRST = 30;

interface Props {
  plan: MediaPlan;
  walk: Walk;
  isBusy: boolean;
  mayChange: boolean;
  onRepair(cell: string, value: string): void;
  onMakeNew(rows: readonly number[]): void;
  onEdit(cell: string): void;
  onDefaults(): void;
}

/** Every problem by its cell, with one repair where there is one. */
export function ProblemsCard(props: Props) {
  const { plan, walk } = props;
  const [all, setAll] = useState(false);
  const shown = all ? walk.ordered : walk.ordered.slice(0, SHOWN_FIRST);
  return (
    <Card component="section" aria-labelledby="what-is-wrong">
      <div className={classes.cardHead}>
        <h2 id="what-is-wrong">What is wrong?</h2>
        <span className={classes.quiet}>{summary(plan)}</span>
        <span className={classes.cardEnd}>
          {walk.ordered.length > 1 && (
            <span className={classes.hint}>
              <KeyCap keys="N" /> next
            </span>
          )}
          <Button
            size="xs"
            leftSection={<IconDownload />}
            component="a"
            href={`/api/media-plans/notes.xlsx?workspaceId=${plan.workspaceId}&id=${plan.id}`}
            download
          >
            Sheet with notes
          </Button>
        </span>
      </div>
      {shown.length > 0 && (
        <ul className={classes.problems}>
          {shown.map((problem, at) => (
            <Line key={`${problem.cell} ${problem.message}`} {...props} problem={problem} at={at} />
          ))}
        </ul>
      )}
      {walk.ordered.length > shown.length && (
        <Button variant="subtle" size="xs" m={8} onClick={() => setAll(true)}>
          Show all {wholeCount(walk.ordered.length)}
        </Button>
      )}
    </Card>
  );
}

/** `3 rows stay out, 1 to look at; nothing is made before you approve`. */
function summary({ problems, rows }: MediaPlan): string {
  const out = rows.filter(({ fate }) => fate === 'out').reduce((sum, row) => sum + row.rows.length, 0);
  const stops = problems.filter(({ level }) => level === 'stop').length;
  const looks = problems.length - stops;
  if (problems.length === 0) return 'Nothing: every row goes in as it is.';
  const parts = [
    out > 0 && `${plural(out, 'row')} ${out === 1 ? 'stays' : 'stay'} out`,
    out === 0 && stops > 0 && plural(stops, 'stop'),
    looks > 0 && `${wholeCount(looks)} to look at`,
  ].filter((part) => part !== false);
  return `${parts.join(', ')}; nothing is made before somebody says yes`;
}

function Line({ problem, at, plan, walk, ...act }: Props & { problem: SheetProblem; at: number }) {
  return (
    <li className={classes.problem} data-current={walk.index === at}>
      <Shape kind={problem.level === 'stop' ? 'rejected' : 'limited'} size={13} />
      <button type="button" className={classes.address} onClick={() => walk.go(at)} title="Show the cell">
        {problem.cell}
      </button>
      <span className={classes.problemText}>
        <span className={classes.unseen}>{problem.level === 'stop' ? 'The row stays out. ' : 'It goes in. '}</span>
        {problem.message}
        {problem.allowed && <span className={classes.quiet}> {problem.allowed}</span>}
      </span>
      {act.mayChange && <Repair problem={problem} plan={plan} walk={walk} {...act} />}
    </li>
  );
}

/** The one thing that would mend it. */
function Repair({ problem, plan, isBusy, onRepair, onMakeNew, onEdit, onDefaults }: Props & { problem: SheetProblem }) {
  const go = useGo();
  const { cell, repair, message } = problem;
  const row = rowAt(plan, cell);
  if (repair !== undefined)
    return (
      <Button
        size="xs"
        disabled={isBusy}
        onClick={() => onRepair(cell, repair)}
        aria-label={`Use ${repair} in ${cell}`}
      >
        Use {repair}
      </Button>
    );
  if (row && existsAlready(plan, problem, row))
    return (
      <Button size="xs" disabled={isBusy} onClick={() => onMakeNew(row.rows)} aria-label={`Make a new one for ${cell}`}>
        Make a new one
      </Button>
    );
  if (/\bdefaults? /.test(`${message} ${problem.allowed ?? ''}`))
    return (
      <Button size="xs" disabled={isBusy} onClick={onDefaults} aria-label={`Set defaults for ${cell}`}>
        Set defaults
      </Button>
    );
  if (/\bconnected\b/.test(message) && row?.channel)
    return (
      <Button size="xs" onClick={() => go('/connections')}>
        Connect {channelName(row.channel)}
      </Button>
    );
  return (
    <Button size="xs" disabled={isBusy} onClick={() => onEdit(cell)} aria-label={`Edit cell ${cell}`}>
      Edit cell
    </Button>
  );
}

const rowAt = ({ rows }: MediaPlan, cell: string): PlannedRow | undefined => {
  const { row } = placeOf(cell);
  return rows.find((one) => one.rows.includes(row));
};

/** It says that the campaign of this row is there already, so that it would be changed. */
function existsAlready({ mapping }: MediaPlan, { cell, level }: SheetProblem, { fate }: PlannedRow): boolean {
  const { letter } = placeOf(cell);
  const isName = mapping.some(({ column, meaning }) => column === letter && meaning === 'campaign');
  return level === 'look' && isName && (fate === 'change' || fate === 'same');
}
