import { Button, Card, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { HistoryChange } from '../../api/history.ts';
import { useScope } from '../../api/scope.ts';
import { plural } from '../../format/number.ts';
import { longDay } from '../../format/time.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty-state.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { TableSkeleton } from '../../parts/table-skeleton.tsx';
import { Page } from '../../shell/page.tsx';
import { useGo } from '../../shell/use-go.ts';
import { ChangeCompact, columnsFor } from './columns.tsx';
import classes from './history.module.css';
import { UndoDrawer, type Undoing } from './undo-drawer.tsx';
import { PERIOD_CHOICES, useHistory } from './use-history.ts';

export default function HistoryPage() {
  const history = useHistory();
  const { query, since, text, put } = history;
  const [undoing, setUndoing] = useState<Undoing>();
  const ways = useWays(setUndoing);
  const columns = useMemo(() => columnsFor(ways), [ways]);
  return (
    <Page
      title="History"
      note="Every change made through Adhelm, and the way back."
      actions={
        <Select
          aria-label="Since when"
          w={140}
          allowDeselect={false}
          data={PERIOD_CHOICES}
          value={since}
          onChange={(chosen) => put({ since: chosen === '7d' ? undefined : (chosen ?? undefined) })}
        />
      }
    >
      <TextInput
        aria-label="Object, tool or person"
        placeholder="Object, tool or person"
        leftSection={<IconSearch size={14} />}
        w={260}
        maw="100%"
        value={text}
        onChange={(event) => put({ q: event.currentTarget.value || undefined })}
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
      <Changes {...history} columns={columns} ways={ways} />
      {query.hasNextPage && (
        <Button className={classes.more} loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show earlier changes
        </Button>
      )}
      <p className={classes.quiet}>
        Undo is a plan of its own: previewed, under the same limits and rules. Changes made at a platform are not ours
        to undo.
      </p>
      {undoing && <UndoDrawer undoing={undoing} onClose={() => setUndoing(undefined)} />}
    </Page>
  );
}

type Ways = Parameters<typeof columnsFor>[0];

function useWays(setUndoing: (undoing: Undoing) => void): Ways {
  const { all } = useScope();
  const go = useGo();
  return useMemo(
    () => ({
      mayUndo: ({ workspaceId }) => all.find(({ id }) => id === workspaceId)?.role !== 'viewer',
      onUndo: (change) => setUndoing(undoingOf(change, 'Undo', { change_id: change.change_id })),
      // The undo was recorded under the id of its own call.
      onRedo: (change) => setUndoing(undoingOf(change, 'Redo', { call_id: change.undone?.call_id ?? '' })),
      onCheck: (change) => go('/activity', { open: change.change_id.replace('chg_', ''), since: 'all' }),
    }),
    [all, go, setUndoing],
  );
}

function undoingOf(change: HistoryChange, verb: Undoing['verb'], asked: Undoing['asked']): Undoing {
  const { workspaceId, object, tool } = change;
  return { workspaceId, asked, verb, title: `${verb}: ${object.name ?? object.id ?? tool}` };
}

type ChangesProps = ReturnType<typeof useHistory> & { columns: ReturnType<typeof columnsFor>; ways: Ways };

/** The changes, or why there are none. */
function Changes({ query, changes, text, since, put, columns, ways }: ChangesProps) {
  if (changes.length > 0)
    return (
      <Card>
        <DataTable
          label="History"
          whole
          rows={changes}
          columns={columns}
          rowId={({ change_id, workspaceId }) => `${workspaceId} ${change_id}`}
          grouping={BY_DAY}
          compact={(change) => <ChangeCompact change={change} ways={ways} />}
        />
      </Card>
    );
  if (!query.isSuccess) return null;
  if (text !== '') return <NoMatch what="change" filterCount={1} onClear={() => put({ q: undefined })} />;
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

/** `2026-11-12`, in the person's zone. */
const dayOf = (at: string | number) => new Date(at).toLocaleDateString('sv-SE');

function dayName(day: string): string {
  const now = Date.now();
  const word = { [dayOf(now)]: 'Today, ', [dayOf(now - 86_400_000)]: 'Yesterday, ' }[day] ?? '';
  return word + longDay(day);
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
