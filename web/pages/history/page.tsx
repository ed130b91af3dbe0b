import { Button, Card, Select } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { HistoryChange } from '../../api/history.ts';
import { useScope } from '../../api/scope.ts';
import { plural, wholeCount } from '../../format/number.ts';
import { DataTable } from '../../parts/data-table.tsx';
import type { Selection } from '../../parts/data-table-columns.ts';
import { Empty } from '../../parts/empty-state.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { saveCsv } from '../../parts/save-csv.ts';
import { TableSkeleton } from '../../parts/table-skeleton.tsx';
import { Page } from '../../shell/page.tsx';
import { useGo } from '../../shell/use-go.ts';
import { dayName, dayOf, nameOf, spanOf, whoOf } from './change-names.ts';
import { ChangeCompact, columnsFor } from './columns.tsx';
import { allChanges, csvOf } from './csv.ts';
import classes from './history.module.css';
import { LaunchParts } from './launch-parts.tsx';
import { UndoDrawer, type Undoing } from './undo-drawer.tsx';
import { PERIOD_CHOICES, useHistory } from './use-history.ts';

type History = ReturnType<typeof useHistory>;

export default function HistoryPage() {
  const history = useHistory();
  const { query, text, put, changes } = history;
  const [undoing, setUndoing] = useState<Undoing>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => changes.filter((change) => selected.has(rowId(change))), [changes, selected]);
  const ways = useWays(setUndoing);
  const columns = useMemo(() => columnsFor(ways), [ways]);
  return (
    <Page title="History" note="Every change made through Adhelm, and the way back." actions={<Since {...history} />}>
      <FilterBar
        fields={history.fields}
        filters={history.filters}
        onFilters={history.onFilters}
        search={text}
        onSearch={(q) => put({ q: q || undefined })}
        placeholder="Object, tool or id"
        end={
          <>
            {ways.mayUndoAny && <UndoChosen chosen={chosen} onUndo={() => setUndoing(undoingOf(chosen))} />}
            <SaveCsv {...history} />
          </>
        }
      />
      {query.error && (
        <ReadProblem
          title="The history could not be read"
          text={query.error.message}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Card>
          <TableSkeleton columns={columns} rows={8} />
        </Card>
      )}
      <Changes {...history} columns={columns} ways={ways} selection={{ selected, onChange: setSelected }} />
      {query.hasNextPage && (
        <Button className={classes.more} loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show earlier changes
        </Button>
      )}
      <p className={classes.quiet}>
        Undo is a plan of its own: previewed, under the same limits and rules. Changes made at a platform are not ours
        to undo.
      </p>
      {undoing && (
        <UndoDrawer undoing={undoing} onClose={() => setUndoing(undefined)} onDone={() => setSelected(new Set())} />
      )}
    </Page>
  );
}

const Since = ({ since, put }: History) => (
  <Select
    aria-label="Since when"
    w={140}
    allowDeselect={false}
    data={PERIOD_CHOICES}
    value={since}
    onChange={(choice) => put({ since: choice === '7d' ? undefined : (choice ?? undefined) })}
  />
);

/** As many as the service takes back at once. */
const CHOSEN_MAX = 50;

function UndoChosen({ chosen, onUndo }: { chosen: readonly HistoryChange[]; onUndo(): void }) {
  const isTooMany = chosen.length > CHOSEN_MAX;
  return (
    <Button
      size="xs"
      className={classes.chosen}
      leftSection={<IconArrowBackUp />}
      disabled={chosen.length === 0 || isTooMany}
      title={isTooMany ? `At most ${CHOSEN_MAX} changes are undone at once.` : undefined}
      onClick={onUndo}
    >
      {chosen.length === 0 ? 'Undo what is chosen' : `Undo ${plural(chosen.length, 'change')}`}
    </Button>
  );
}

function SaveCsv({ asked, changes }: History) {
  const save = useMutation({
    mutationFn: () => allChanges(asked),
    onSuccess: (read) => saveCsv('history.csv', csvOf(read.changes)),
  });
  return (
    <>
      <Failed error={save.error} title="The CSV was not saved" />
      {save.data?.isCut && (
        <span role="status" className={classes.quiet}>
          The first {wholeCount(save.data.changes.length)} were saved. Narrow the time for the others.
        </span>
      )}
      <Button
        size="xs"
        leftSection={<IconDownload />}
        loading={save.isPending}
        disabled={changes.length === 0}
        onClick={() => save.mutate()}
      >
        CSV
      </Button>
    </>
  );
}

type Ways = Parameters<typeof columnsFor>[0] & { mayUndoAny: boolean; onOpen(change: HistoryChange): void };

function useWays(setUndoing: (undoing: Undoing) => void): Ways {
  const { all, workspaces } = useScope();
  const go = useGo();
  return useMemo(() => {
    const mayUndo = ({ workspaceId }: HistoryChange) => all.find(({ id }) => id === workspaceId)?.role !== 'viewer';
    const onUndo = (change: HistoryChange) => setUndoing(undoingOf([change]));
    const onRedo = (change: HistoryChange) => setUndoing(redoingOf(change));
    const onCheck = (change: HistoryChange) =>
      go('/activity', { open: change.change_id.replace('chg_', ''), since: 'all' });
    return {
      mayUndo,
      mayUndoAny: workspaces.some(({ role }) => role !== 'viewer'),
      onUndo,
      onRedo,
      onCheck,
      onOpen(change) {
        if (change.outcome === 'unknown' || !mayUndo(change)) return onCheck(change);
        return change.undone?.state === 'applied' ? onRedo(change) : onUndo(change);
      },
    };
  }, [all, workspaces, go, setUndoing]);
}

function undoingOf(changes: readonly HistoryChange[]): Undoing {
  const [first] = changes as [HistoryChange];
  const who = new Set(changes.map((change) => whoOf(change).name));
  const byOne = who.size === 1 ? ` of ${[...who][0]}` : '';
  return {
    verb: 'Undo',
    title: changes.length === 1 ? `Undo: ${nameOf(first)}` : `Undo ${plural(changes.length, 'change')}${byOne}`,
    about: `${spanOf(changes)}${changes.length > 1 ? ', newest first' : ''}`,
    calls: [...Map.groupBy(changes, ({ workspaceId }) => workspaceId)].map(([workspaceId, some]) => ({
      workspaceId,
      asked: { change_ids: some.map(({ change_id }) => change_id) },
    })),
  };
}

function redoingOf(change: HistoryChange): Undoing {
  const { workspaceId, undone } = change;
  return {
    verb: 'Redo',
    title: `Redo: ${nameOf(change)}`,
    about: undone ? `undone ${spanOf([{ ...change, at: undone.at }])}` : '',
    // The undo was recorded under the id of its own call.
    calls: [{ workspaceId, asked: { call_id: undone?.call_id ?? '' } }],
  };
}

const rowId = ({ change_id, workspaceId }: HistoryChange) => `${workspaceId} ${change_id}`;

interface ChangesProps extends History {
  columns: ReturnType<typeof columnsFor>;
  ways: Ways;
  selection: Selection;
}

/** The changes, or why there are none. */
function Changes({ query, changes, text, filters, since, put, onFilters, columns, ways, selection }: ChangesProps) {
  const [opened, setOpened] = useState<string>();
  const open = (change: HistoryChange) => {
    if (!change.plan) return ways.onOpen(change);
    setOpened(opened === rowId(change) ? undefined : rowId(change));
  };
  if (changes.length > 0)
    return (
      <Card>
        <DataTable
          label="History"
          whole
          rows={changes}
          columns={columns}
          rowId={rowId}
          grouping={BY_DAY}
          selection={ways.mayUndoAny ? selection : undefined}
          onOpen={open}
          {...(opened !== undefined && { active: opened })}
          detail={(change) => <LaunchParts change={change} />}
          compact={(change) => <ChangeCompact change={change} />}
          compactUpTo={900}
        />
      </Card>
    );
  if (!query.isSuccess) return null;
  const narrowed = filters.length + Number(text !== '');
  if (narrowed > 0) return <NoMatch what="change" filterCount={narrowed} onClear={() => onFilters([])} />;
  return (
    <Card>
      <Empty
        title={since === 'all' ? 'Nothing was changed yet' : 'Nothing was changed in this time'}
        {...(since !== 'all' && { action: <Button onClick={() => put({ since: 'all' })}>Look at all time</Button> })}
      >
        Every change that an agent, a program or a person makes through Adhelm stands here, with the way back.
      </Empty>
    </Card>
  );
}

const BY_DAY = {
  keyOf: ({ at }: HistoryChange) => dayOf(at),
  head: (key: string, rows: readonly HistoryChange[]) => ({
    cells: {
      time: (
        <>
          <span className={classes.day}>{dayName(key)}</span>{' '}
          <span className={classes.quiet}>{plural(rows.length, 'change')}</span>
        </>
      ),
    },
  }),
};
