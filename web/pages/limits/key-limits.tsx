import { ActionIcon } from '@mantine/core';
import { IconPencil, IconRobot } from '@tabler/icons-react';
import type { LimitedKey, LimitRow } from '../../api/limits.ts';
import { money } from '../../format/money.ts';
import type { Column } from '../../parts/data-table-columns.ts';
import { type Mode, ModeTag } from '../../parts/mode-tag.tsx';
import { RowName } from '../../parts/row-name.tsx';
import { Shape } from '../../parts/shape.tsx';
import { type Gauge, gaugeOf, isOver, isScarce, type MoneyKind } from './gauges.ts';
import { HeadroomBar } from './headroom-bar.tsx';
import classes from './limits.module.css';
import { kindName } from './words.ts';

/** A key's limits in one currency, or that it has none of its own. */
export interface KeyRow {
  id: string;
  key: LimitedKey;
  mode: Mode | undefined;
  currency: string | undefined;
  gauges: Partial<Record<MoneyKind, Gauge>>;
  step: string | undefined;
}

/** Keys with limits of their own first; one line a key, mode and currency. */
export function keyRowsOf(keys: readonly LimitedKey[]): KeyRow[] {
  const rows = keys.flatMap(rowsOf);
  return [...rows.filter(({ mode }) => mode), ...rows.filter(({ mode }) => !mode)];
}

function rowsOf(key: LimitedKey): KeyRow[] {
  if (key.limits.length === 0)
    return [{ id: key.id, key, mode: undefined, currency: undefined, gauges: {}, step: undefined }];
  const modes = Map.groupBy(key.limits, ({ mode }) => mode);
  return [...modes].flatMap(([mode, limits]) => {
    const step = limits.find(({ kind }) => kind === 'step')?.limit;
    const byCurrency = Map.groupBy(
      limits.filter(({ currency }) => currency !== undefined),
      ({ currency }) => currency,
    );
    const groups: [string | undefined, LimitRow[]][] = byCurrency.size > 0 ? [...byCurrency] : [[undefined, []]];
    return groups.map(([currency, rows]) => ({
      id: `${key.id} ${mode} ${currency ?? ''}`,
      key,
      mode,
      currency,
      gauges: Object.fromEntries(rows.map((row) => [row.kind, gaugeOf(row)])),
      step,
    }));
  });
}

interface Options {
  now: number;
  manyModes: boolean;
  /** Undefined: this person may not. */
  onEdit: ((row: KeyRow) => void) | undefined;
}

export function keyColumns({ now, manyModes, onEdit }: Options): Column<KeyRow>[] {
  return [
    { id: 'key', header: 'Key', cell: (row) => <KeyName row={row} manyModes={manyModes} /> },
    { id: 'person', header: 'Person', leaves: 1, quiet: true, cell: ({ key }) => key.createdBy.name },
    { id: 'daily', header: 'A day, raised by it', cell: (row) => <Added row={row} /> },
    { id: 'month', header: kindName('month', now), cell: (row) => <UsedOf row={row} kind="month" /> },
    { id: 'single', header: 'Largest budget', leaves: 3, align: 'end', cell: (row) => limitOf(row, 'single') },
    {
      id: 'step',
      header: 'Step',
      leaves: 2,
      align: 'end',
      cell: ({ step }) => (step === undefined ? '–' : `+ ${step} %`),
    },
    { id: 'tightest', header: 'Tightest', cell: (row) => <Tightest row={row} now={now} /> },
    ...(onEdit
      ? [
          {
            id: 'actions',
            header: 'Actions',
            hideHeader: true,
            align: 'end' as const,
            cell: (row: KeyRow) => <EditKey row={row} onEdit={onEdit} />,
          },
        ]
      : []),
  ];
}

const EditKey = ({ row, onEdit }: { row: KeyRow; onEdit(row: KeyRow): void }) =>
  !row.key.readOnly && (
    <ActionIcon
      aria-label={`Edit limits of ${row.key.name}${row.currency ? ` in ${row.currency}` : ''}`}
      onClick={() => onEdit(row)}
    >
      <IconPencil size={16} />
    </ActionIcon>
  );

const KeyName = ({ row: { key, mode }, manyModes }: { row: KeyRow; manyModes: boolean }) => (
  <span className={classes.keyName}>
    <IconRobot size={16} aria-hidden="true" />
    <RowName name={key.name} past={false} />{' '}
    <span className={classes.quiet}>{key.lastFour === '' ? 'signed in' : `…${key.lastFour}`}</span>
    {manyModes && mode && <ModeTag mode={mode} />}
  </span>
);

function Added({ row }: { row: KeyRow }) {
  const { key, gauges, currency } = row;
  if (key.readOnly) return <span className={classes.quiet}>reads only</span>;
  if (!gauges.daily || !currency) return <span className={classes.quiet}>as workspace</span>;
  return (
    <span className={classes.added}>
      <HeadroomBar gauge={gauges.daily} currency={currency} />
      <UsedOf row={row} kind="daily" />
    </span>
  );
}

function UsedOf({ row: { key, gauges, currency }, kind }: { row: KeyRow; kind: MoneyKind }) {
  const gauge = gauges[kind];
  if (!gauge || !currency) return <span className={classes.quiet}>{key.readOnly ? '–' : 'as workspace'}</span>;
  return (
    <span>
      {money(gauge.used + gauge.held, currency)}{' '}
      <span className={classes.quiet}>of {money(gauge.limit, currency)}</span>
    </span>
  );
}

const limitOf = ({ gauges, currency }: KeyRow, kind: MoneyKind): string =>
  currency ? money(gauges[kind]?.limit, currency) : '–';

const SUMS: readonly MoneyKind[] = ['daily', 'worst_day', 'month'];

function Tightest({ row: { key, gauges, currency, step }, now }: { row: KeyRow; now: number }) {
  if (key.readOnly) return <span className={classes.quiet}>cannot change</span>;
  const share = ({ left, limit }: Gauge) => (left ?? 0) / (limit || 1);
  const [tightest] = SUMS.flatMap((kind) => gauges[kind] ?? []).toSorted((a, b) => share(a) - share(b));
  if (tightest && currency) {
    const warns = isScarce(tightest) || isOver(tightest);
    const left = tightest.left ?? 0;
    return (
      <span className={warns ? classes.warn : classes.quiet}>
        {warns && <Shape kind={isOver(tightest) ? 'rejected' : 'limited'} size={12} />}
        <span>
          {kindName(tightest.kind, now)}:{' '}
          {left < 0 ? `over by ${money(-left, currency)}` : `${money(left, currency)} left`}
        </span>
      </span>
    );
  }
  if (gauges.single && currency)
    return <span className={classes.quiet}>Largest: {money(gauges.single.limit, currency)}</span>;
  return <span className={classes.quiet}>{step === undefined ? 'as workspace' : `Step: + ${step} %`}</span>;
}

export const KeyCompact = ({ row, now, manyModes }: { row: KeyRow; now: number; manyModes: boolean }) => (
  <div className={classes.compact}>
    <KeyName row={row} manyModes={manyModes} />
    <div className={classes.compactRow}>
      <UsedOrNone row={row} />
      <Tightest row={row} now={now} />
    </div>
  </div>
);

const UsedOrNone = ({ row }: { row: KeyRow }) =>
  row.gauges.daily && !row.key.readOnly ? (
    <UsedOf row={row} kind="daily" />
  ) : (
    <span className={classes.quiet}>{row.key.createdBy.name}</span>
  );
