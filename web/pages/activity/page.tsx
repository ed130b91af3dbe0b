import { Button, Card, CopyButton, SegmentedControl, Select } from '@mantine/core';
import { IconDownload, IconLink } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Entry } from '../../api/activity.ts';
import { plural } from '../../format/number.ts';
import { longDay } from '../../format/time.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty-state.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { Status } from '../../parts/status.tsx';
import { TableSkeleton } from '../../parts/table-skeleton.tsx';
import { Page } from '../../shell/page.tsx';
import { useUnknownCount } from '../../shell/use-counts.ts';
import { useGo } from '../../shell/use-go.ts';
import classes from './activity.module.css';
import { Chain } from './chain.tsx';
import { COLUMNS, EntryCompact } from './columns.tsx';
import { EntryDetail } from './entry-detail.tsx';
import { PERIOD_CHOICES, useActivity } from './use-activity.ts';

/** The choices of the outcome filter; only `Unknown` has a count, since those need a person to check them. */
const outcomes = (unknown: number | undefined) => [
  { value: 'all', label: 'All' },
  { value: 'applied', label: <Status kind="done">Applied</Status> },
  { value: 'not_applied', label: <Status kind="refused">Not applied</Status> },
  { value: 'unknown', label: <Status kind="unknown">{unknown ? `Unknown ${unknown}` : 'Unknown'}</Status> },
];

export default function ActivityPage() {
  const activity = useActivity();
  const { query, fields, filters, text, onFilters, put } = activity;
  return (
    <Page title="Activity" actions={<PageActions {...activity} />}>
      <Chain />
      <FilterBar
        fields={fields}
        filters={filters}
        onFilters={onFilters}
        search={text}
        onSearch={(q) => put({ q: q || undefined })}
        placeholder="Object, tool, trace or id"
        end={<FilterActions {...activity} />}
      />
      {query.error && (
        <ReadProblem
          title="The activity could not be read"
          text={query.error.message}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Card>
          <TableSkeleton columns={COLUMNS} rows={8} />
        </Card>
      )}
      <Entries {...activity} />
      {query.hasNextPage && (
        <Button className={classes.more} loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show earlier entries
        </Button>
      )}
    </Page>
  );
}

type Activity = ReturnType<typeof useActivity>;

function PageActions({ query, since, put }: Activity) {
  return (
    <>
      {query.isSuccess && !query.isError && (
        <span className={classes.live}>
          <Status kind="done">Up to date, new entries appear by themselves</Status>
        </span>
      )}
      <Select
        aria-label="Since when"
        w={140}
        allowDeselect={false}
        data={PERIOD_CHOICES}
        value={since}
        onChange={(chosen) => put({ since: chosen === '7d' ? undefined : (chosen ?? undefined) })}
      />
    </>
  );
}

function FilterActions({ outcome, put, csv }: Activity) {
  const unknown = useUnknownCount();
  return (
    <>
      <SegmentedControl
        aria-label="Outcome"
        data={outcomes(unknown)}
        value={outcome}
        onChange={(chosen) => put({ outcome: chosen === 'all' ? undefined : chosen })}
      />
      <CopyButton value={window.location.href}>
        {({ copied, copy }) => (
          <Button size="xs" leftSection={<IconLink />} onClick={copy}>
            {copied ? 'Copied' : 'Copy link'}
          </Button>
        )}
      </CopyButton>
      <Button size="xs" leftSection={<IconDownload />} component="a" href={csv} download>
        CSV
      </Button>
    </>
  );
}

/** The entries, or why there are none. */
function Entries({ query, filters, text, since, outcome, open, put, onFilters }: Activity) {
  const go = useGo();
  const entries = useMemo(() => query.data?.pages.flatMap((page) => page.entries) ?? [], [query.data]);
  const narrowed = filters.length + Number(outcome !== 'all') + Number(text !== '');
  if (entries.length > 0)
    return (
      <Card>
        <DataTable
          label="Activity"
          whole
          rows={entries}
          columns={COLUMNS}
          rowId={({ id }) => String(id)}
          grouping={BY_DAY}
          active={open}
          onOpen={({ id }) => put({ open: open === String(id) ? undefined : String(id) })}
          detail={(entry) => <EntryDetail entry={entry} />}
          compact={(entry) => <EntryCompact entry={entry} />}
          compactUpTo={900}
        />
      </Card>
    );
  if (!query.isSuccess) return null;
  if (narrowed > 0)
    return (
      <NoMatch
        what="entry"
        filterCount={narrowed}
        onClear={() => {
          onFilters([]);
          put({ outcome: undefined, q: undefined });
        }}
      />
    );
  return (
    <Card>
      <Empty
        title={since === 'all' ? 'Nothing was changed yet' : 'Nothing was changed in this time'}
        action={
          since === 'all' ? (
            <Button variant="filled" onClick={() => go('/keys')}>
              Make a key for an agent
            </Button>
          ) : (
            <Button onClick={() => put({ since: 'all' })}>Look at all time</Button>
          )
        }
      >
        Every change that an agent, a program or a person makes is written down here, with what it was before and what
        came of it.
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
  keyOf: ({ at }: Entry) => dayOf(at),
  head: (key: string, rows: readonly Entry[]) => ({
    cells: {
      time: (
        <>
          <span className={classes.day}>{dayName(key)}</span>{' '}
          <span className={classes.quiet}>{plural(rows.length, 'entry', 'entries')}</span>
        </>
      ),
    },
  }),
};
