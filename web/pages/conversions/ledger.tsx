import { Button, Card, SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { useOpened } from '../../address/use-opened.ts';
import { type Only, type SentEvent, useSendCounts, useSentEvents } from '../../api/conversions.ts';
import type { Workspace } from '../../api/scope.ts';
import { plural, wholeCount } from '../../format/number.ts';
import { channelName } from '../../parts/channels.ts';
import { DataTable, type DataTableHandle } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty-state.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { Shape } from '../../parts/shape.tsx';
import { TableSkeleton } from '../../parts/table-skeleton.tsx';
import classes from './conversions.module.css';
import { EventDrawer } from './event-drawer.tsx';
import { EventCompact, ledgerColumns, type TestModes } from './ledger-columns.tsx';

interface Props {
  workspace: Workspace;
  modes: TestModes;
  /** By channel and id, where the platforms have told. */
  nameOf(channel: string, destination: string): string | undefined;
}

/** One row an event, one column a channel. */
export function Ledger({ workspace, modes, nameOf }: Props) {
  const [only, setOnly] = useOnly();
  const { query, events } = useSentEvents(workspace.id, only);
  const counts = useSendCounts(workspace.id);
  const columns = useMemo(() => ledgerColumns(modes), [modes]);
  const opened = useOpened('open');
  const table = useRef<DataTableHandle>(null);
  return (
    <Card component="section" aria-labelledby="ledger-heading" className={classes.ledger}>
      <header className={classes.sectionHead}>
        <h2 id="ledger-heading">What did each platform say?</h2>
        <span className={classes.quiet}>one row an event, sent once each</span>
        <Filter only={only} onOnly={setOnly} counts={counts} />
      </header>
      {query.error && events.length === 0 && <Unread text={query.error.message} onRetry={() => void query.refetch()} />}
      {query.isPending && <TableSkeleton columns={columns} rows={8} />}
      {events.length > 0 && (
        <DataTable
          ref={table}
          label="Sent events"
          whole
          rows={events}
          columns={columns}
          rowId={({ eventId }) => eventId}
          active={opened.id}
          onOpen={({ eventId }) => opened.open(eventId)}
          stale={query.isPlaceholderData}
          compact={(event) => <EventCompact event={event} modes={modes} />}
          compactUpTo={900}
        />
      )}
      {query.isSuccess && events.length === 0 && <None only={only} onAll={() => setOnly(undefined)} />}
      {query.hasNextPage && <Earlier isLoading={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />}
      {events.length > 0 && <Foot events={events} sends={counts?.sends} />}
      {opened.id !== undefined && (
        <EventDrawer
          workspaceId={workspace.id}
          eventId={opened.id}
          modes={modes}
          nameOf={nameOf}
          onClose={opened.close}
          onStep={(by) => table.current?.step(by)}
        />
      )}
    </Card>
  );
}

const Unread = ({ text, onRetry }: { text: string; onRetry(): void }) => (
  <div className={classes.inCard}>
    <ReadProblem title="The sends could not be read" text={text} onRetry={onRetry} />
  </div>
);

const Earlier = ({ isLoading, onMore }: { isLoading: boolean; onMore(): void }) => (
  <div className={classes.earlier}>
    <Button size="xs" loading={isLoading} onClick={onMore}>
      Show earlier events
    </Button>
  </div>
);

function useOnly(): [Only | undefined, (only: Only | undefined) => void] {
  const { only } = useSearch({ strict: false }) as { only?: string };
  const navigate = useNavigate();
  const put = (next: Only | undefined) =>
    void navigate({ to: '.', search: (old) => ({ ...old, only: next }), replace: true });
  return [only === 'refused' || only === 'unknown' ? only : undefined, put];
}

interface FilterProps {
  only: Only | undefined;
  onOnly(only: Only | undefined): void;
  counts: ReturnType<typeof useSendCounts>;
}

function Filter({ only, onOnly, counts }: FilterProps) {
  const label = (kind: Only) => {
    const { events, more } = counts?.[kind] ?? {};
    return (
      <span className={classes.choice}>
        <Shape kind={kind === 'refused' ? 'rejected' : 'unknown'} size={12} />
        {kind === 'refused' ? 'Refused' : 'Unknown'} {events === undefined ? '' : wholeCount(events)}
        {more && '+'}
      </span>
    );
  };
  return (
    <SegmentedControl
      className={classes.filter}
      size="xs"
      aria-label="Which events"
      value={only ?? 'all'}
      onChange={(choice) => onOnly(choice === 'all' ? undefined : (choice as Only))}
      data={[
        { value: 'all', label: 'All' },
        { value: 'refused', label: label('refused') },
        { value: 'unknown', label: label('unknown') },
      ]}
    />
  );
}

function None({ only, onAll }: { only: Only | undefined; onAll(): void }) {
  if (only)
    return (
      <Empty
        title={only === 'refused' ? 'No event was refused' : 'Every outcome is known'}
        icons={null}
        action={<Button onClick={onAll}>Show all events</Button>}
      >
        The filter “{only === 'refused' ? 'Refused' : 'Unknown'}” hides the others.
      </Empty>
    );
  return (
    <Empty title="Nothing was sent yet" icons={null}>
      Each sale, lead or sign-up that an agent, a program or a file tells the platforms stands here, with what each
      platform said.
    </Empty>
  );
}

/** The first outcome that is not known, in words; the number of sends. */
function Foot({ events, sends }: { events: readonly SentEvent[]; sends: number | undefined }) {
  const open = events
    .flatMap(({ eventId, sends: all }) => all.map((send) => ({ eventId, ...send })))
    .find(({ state }) => state === 'unknown');
  return (
    <footer className={classes.foot}>
      {open && (
        <span className={classes.footWhy}>
          <Shape kind="unknown" size={12} />
          <span>
            {open.eventId} at {channelName(open.channel)}: {open.why ?? 'the answer was lost.'}
          </span>
        </span>
      )}
      {sends !== undefined && <span className={classes.footCount}>{plural(sends, 'send')} in 7 days</span>}
    </footer>
  );
}
