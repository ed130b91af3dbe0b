import { Button, Card, Select, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { type PacingRow, usePacing } from '../../api/alerts.ts';
import { wholeMoney } from '../../format/money.ts';
import { plural, wholeCount } from '../../format/number.ts';
import { day } from '../../format/time.ts';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { saveCsv } from '../../parts/save-csv.ts';
import { Shape, type ShapeKind } from '../../parts/shape.tsx';
import classes from './alerts.module.css';
import { monthName } from './words.ts';

const ROWS_FIRST = 20;
const NOTES_SHOWN = 4;

interface Props {
  withWorkspace: boolean;
  /** Undefined: this person may not. */
  onEdit: ((month: string) => void) | undefined;
}

/** One row a client, month and currency: spent, where it should be by yesterday, where it will end. */
export function PacingCard({ withWorkspace, onEdit }: Props) {
  const [month, setMonth] = useState<string>();
  const [all, setAll] = useState(false);
  const { data, error, refetch } = usePacing(month);
  const rows = data?.rows ?? [];
  const shown = all ? rows : rows.slice(0, ROWS_FIRST);
  const title = `Will ${data ? monthName(data.month).split(' ')[0] : 'the month'} end on target?`;
  return (
    <Card component="section" className={classes.pacing} aria-label={title} id="pacing">
      <div className={classes.pacingHead}>
        <h2>{title}</h2>
        {rows.length > 0 && <Legend until={rows.find(({ until }) => until)?.until ?? null} />}
      </div>
      {error && !data && (
        <ReadProblem title="The budget plans could not be read" text={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton height={160} m={16} />}
      {data && rows.length === 0 && (
        <p className={classes.none}>
          No target for {monthName(data.month)}. Set what each client, channel or campaign may cost, and each row tells
          where its month will end.
        </p>
      )}
      {shown.map((row) => (
        <Row key={`${row.workspaceId} ${row.id}`} row={row} withWorkspace={withWorkspace} />
      ))}
      {rows.length > shown.length && (
        <Button size="xs" variant="subtle" onClick={() => setAll(true)}>
          Show all {wholeCount(rows.length)}
        </Button>
      )}
      {data && rows.length > 0 && <Notes notes={data.notes} />}
      <footer className={classes.pacingFoot}>
        {onEdit && data && (
          <Button size="xs" onClick={() => onEdit(data.month)}>
            {rows.length > 0 ? 'Edit targets' : 'Set targets'}
          </Button>
        )}
        {data && rows.length > 0 && <CsvButton month={data.month} rows={rows} />}
        {data && <MonthSelect month={month ?? data.month} onChange={setMonth} />}
      </footer>
    </Card>
  );
}

const Legend = ({ until }: { until: string | null }) => (
  <div className={classes.legend}>
    <span data-part="spent">spent</span>
    <span data-part="due">{until ? `due by ${day(until)}` : 'due'}</span>
    <span data-part="projected">projected</span>
    <span data-part="target">target</span>
  </div>
);

/** The first notes as lines, the others in the title of the last line. */
function Notes({ notes }: { notes: readonly string[] }) {
  const more = notes.slice(NOTES_SHOWN);
  return (
    <div className={classes.pacingNotes}>
      {notes.slice(0, NOTES_SHOWN).map((note) => (
        <p key={note}>{note}</p>
      ))}
      {more.length > 0 && <p title={more.join('\n')}>and {plural(more.length, 'more note')}</p>}
      <p>Currencies are never added. Today is left out.</p>
    </div>
  );
}

const CsvButton = ({ month, rows }: { month: string; rows: readonly PacingRow[] }) => (
  <Button size="xs" leftSection={<IconDownload />} onClick={() => saveCsv(`pacing-${month}.csv`, csvOf(rows))}>
    CSV
  </Button>
);

const VERDICTS: Readonly<Record<PacingRow['verdict'], ShapeKind>> = {
  on_pace: 'done',
  over: 'rejected',
  under: 'limited',
  no_verdict: 'unknown',
};

function words({ verdict, percent, why }: PacingRow): string {
  if (verdict === 'no_verdict') return `No verdict: ${why ?? 'something is missing'}`;
  const amount = `${Math.abs(percent ?? 0).toFixed(1)} %`;
  if (verdict === 'over') return `Over by ${amount}`;
  if (verdict === 'under') return `Under by ${amount}`;
  return `On pace, ${(percent ?? 0) < 0 ? '−' : '+'} ${amount}`;
}

function Row({ row, withWorkspace }: { row: PacingRow; withWorkspace: boolean }) {
  const { name, currency, target, spent, due, projected, workspace } = row;
  const top = Math.max(Number(target), Number(projected ?? 0), Number(spent ?? 0)) * 1.04 || 1;
  const share = (amount: string) => `${(Number(amount) / top) * 100}%`;
  return (
    <div className={classes.pace}>
      <div className={classes.paceLine}>
        <span className={classes.paceName} title={withWorkspace ? `${name} · ${workspace}` : name}>
          {name} <span className={classes.quiet}>{currency}</span>
        </span>
        <span className={classes.verdict} title={words(row)}>
          <Shape kind={VERDICTS[row.verdict]} size={12} /> <span>{words(row)}</span>
        </span>
      </div>
      <div className={classes.paceBar} aria-hidden="true">
        {projected !== null && <i data-part="projected" style={{ width: share(projected) }} />}
        {spent !== null && <i data-part="spent" style={{ width: share(spent) }} />}
        {due !== null && <i data-part="due" style={{ insetInlineStart: share(due) }} />}
        <i data-part="target" style={{ insetInlineStart: share(target) }} />
      </div>
      <div className={`${classes.paceLine} ${classes.quiet}`}>
        <span>{spent === null ? '–' : `${wholeMoney(spent, currency)} spent`}</span>
        <span>
          {projected === null ? 'no projection, target ' : `→ ${wholeMoney(projected, currency)} of `}
          {wholeMoney(target, currency)}
        </span>
      </div>
    </div>
  );
}

/** The present month, six before it and one after. */
function MonthSelect({ month, onChange }: { month: string; onChange(month: string): void }) {
  const now = new Date();
  const months = Array.from({ length: 8 }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 - back, 1)).toISOString().slice(0, 7),
  );
  const known = months.includes(month) ? months : [month, ...months];
  return (
    <Select
      size="xs"
      aria-label="Month"
      className={classes.month}
      data={known.map((value) => ({ value, label: monthName(value) }))}
      value={month}
      allowDeselect={false}
      onChange={(chosen) => chosen && onChange(chosen)}
    />
  );
}

const csvOf = (rows: readonly PacingRow[]) =>
  rows.map(({ workspaceId: _, id: __, accounts, campaigns, ...row }) => ({
    ...row,
    accounts: accounts?.join(' '),
    campaigns: campaigns?.join(' '),
  }));
