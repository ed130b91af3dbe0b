import { Button, Card, SegmentedControl, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus, IconSend } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { type Alert, type Monitor, useAlerts } from '../../api/alerts.ts';
import { useScope, type Workspace } from '../../api/scope.ts';
import { wholeCount } from '../../format/number.ts';
import { Empty } from '../../parts/empty-state.tsx';
import { Locked } from '../../parts/locked-notice.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { Shape } from '../../parts/shape.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import WorkspaceSelect from '../../parts/workspace-select.tsx';
import { Page } from '../../shell/page.tsx';
import { useGo } from '../../shell/use-go.ts';
import classes from './alerts.module.css';
import { DeleteMonitor } from './delete-monitor.tsx';
import { EditTargets } from './edit-targets.tsx';
import { FiringCard } from './firing-card.tsx';
import { MonitorsCard } from './monitors-card.tsx';
import { NewMonitor } from './new-monitor.tsx';
import { PacingCard } from './pacing-card.tsx';
import { SuggestedMonitors } from './suggested-monitors.tsx';

const CARDS_FIRST = 6;

type Opened =
  | { kind: 'new' }
  | { kind: 'edit' | 'delete'; monitor: Monitor }
  | { kind: 'targets'; month: string }
  | undefined;

export default function AlertsPage() {
  const { workspaces, workspace } = useScope();
  const { data, error, refetch } = useAlerts();
  const [opened, setOpened] = useState<Opened>();
  const go = useGo();
  const { mayChange, chosen, open } = useRights(workspaces, workspace);
  const onEdit = useCallback((monitor: Monitor) => setOpened({ kind: 'edit', monitor }), []);
  const onDelete = useCallback((monitor: Monitor) => setOpened({ kind: 'delete', monitor }), []);
  const withWorkspace = workspaces.length > 1;
  return (
    <Page
      title="Alerts"
      note="Judged on closed days only. One alert a state, one message a day at most."
      actions={
        <>
          <Button leftSection={<IconSend />} onClick={() => go('/alerts/endpoints')}>
            Where alerts go
          </Button>
          {chosen ? (
            <Button variant="filled" leftSection={<IconPlus />} onClick={() => setOpened({ kind: 'new' })}>
              New monitor
            </Button>
          ) : (
            <Locked verb="New monitor" />
          )}
        </>
      }
    >
      {error && !data && (
        <ReadProblem title="The alerts could not be read" text={error.message} onRetry={() => void refetch()} />
      )}
      <Jump firing={data?.alerts.filter(({ state }) => state === 'firing').length} />
      <div className={classes.columns}>
        <div className={classes.main}>
          {!data && !error && <Waiting />}
          {data && <Firing alerts={data.alerts} mayChange={mayChange} />}
          {data && data.monitors.length === 0 && (
            <NothingWatched onNew={chosen && (() => setOpened({ kind: 'new' }))} />
          )}
          {chosen && data && <SuggestedMonitors workspace={chosen} />}
          {data && data.monitors.length > 0 && (
            <MonitorsCard
              monitors={data.monitors}
              withWorkspace={withWorkspace}
              mayChange={mayChange}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          )}
          {data && <Resolved alerts={data.alerts} />}
        </div>
        <PacingCard
          withWorkspace={withWorkspace}
          onEdit={chosen && ((month) => setOpened({ kind: 'targets', month }))}
        />
      </div>
      <Dialogs opened={opened} open={open} chosen={chosen} onClose={() => setOpened(undefined)} />
    </Page>
  );
}

/** Where this person may change something; `chosen` is where a new monitor is made. */
function useRights(workspaces: readonly Workspace[], workspace: Workspace | undefined) {
  return useMemo(() => {
    const open = workspaces.filter(({ role }) => role !== 'viewer');
    const mayChange = (id: string) => open.some((one) => one.id === id);
    return { open, mayChange, chosen: workspace ? open.find(({ id }) => id === workspace.id) : open[0] };
  }, [workspaces, workspace]);
}

interface DialogsProps {
  opened: Opened;
  /** Those where this person may change something. */
  open: readonly Workspace[];
  chosen: Workspace | undefined;
  onClose(): void;
}

function Dialogs({ opened, open, chosen, onClose }: DialogsProps) {
  const [picked, setPicked] = useState<string>();
  if (!opened) return null;
  if (opened.kind === 'delete') return <DeleteMonitor monitor={opened.monitor} onClose={onClose} />;
  const wanted = opened.kind === 'edit' ? opened.monitor.workspaceId : (picked ?? chosen?.id);
  const of = open.find(({ id }) => id === wanted);
  if (!of) return null;
  const choice = opened.kind !== 'edit' && open.length > 1 && (
    <WorkspaceSelect label="Workspace" workspaces={open} value={of.id} onChange={(id) => id && setPicked(id)} />
  );
  if (opened.kind === 'targets')
    return <EditTargets key={of.id} workspace={of} month={opened.month} choice={choice} onClose={onClose} />;
  const monitor = opened.kind === 'edit' && { monitor: opened.monitor };
  return <NewMonitor key={of.id} workspace={of} {...monitor} choice={choice} onClose={onClose} />;
}

/** In a narrow window: the three parts of the page, the gravest first. */
function Jump({ firing }: { firing: number | undefined }) {
  const narrow = useMediaQuery('(max-width: 640px)', window.innerWidth <= 640, { getInitialValueInEffect: false });
  const [at, setAt] = useState('firing');
  if (!narrow) return null;
  return (
    <SegmentedControl
      fullWidth
      aria-label="Go to"
      value={at}
      onChange={(id) => {
        setAt(id);
        document.getElementById(id)?.scrollIntoView({ block: 'start' });
      }}
      data={[
        { value: 'firing', label: firing === undefined ? 'Firing' : `Firing ${wholeCount(firing)}` },
        { value: 'pacing', label: 'Pacing' },
        { value: 'monitors', label: 'Monitors' },
      ]}
    />
  );
}

function Firing({ alerts, mayChange }: { alerts: readonly Alert[]; mayChange(workspaceId: string): boolean }) {
  const [all, setAll] = useState(false);
  const open = alerts.filter(({ state }) => state !== 'resolved');
  const sorted = open.toSorted((a, b) => rank(a) - rank(b) || b.since.localeCompare(a.since));
  const shown = all ? sorted : sorted.slice(0, CARDS_FIRST);
  if (open.length === 0) return null;
  return (
    <section aria-label="Firing" id="firing">
      <div className={classes.cards}>
        {shown.map((alert) => (
          <FiringCard key={alert.id} alert={alert} mayChange={mayChange(alert.workspaceId)} />
        ))}
      </div>
      {sorted.length > shown.length && (
        <Button size="xs" variant="subtle" mt={8} onClick={() => setAll(true)}>
          Show all {wholeCount(sorted.length)}
        </Button>
      )}
    </section>
  );
}

/** Firing before seen, critical before warning. */
const rank = ({ state, severity }: Alert): number => (state === 'seen' ? 2 : 0) + (severity === 'critical' ? 0 : 1);

const RESOLVED_SHOWN = 10;

function Resolved({ alerts }: { alerts: readonly Alert[] }) {
  const over = alerts.filter(({ state }) => state === 'resolved').slice(0, RESOLVED_SHOWN);
  if (over.length === 0) return null;
  return (
    <Card component="section" className={classes.list} aria-label="Resolved">
      <div className={classes.listHead}>
        <h2>Resolved</h2>
      </div>
      <ul className={classes.resolved}>
        {over.map(({ id, monitor, object, sentence, resolved_at, workspace }) => (
          <li key={id}>
            <span className={classes.twoLines}>
              <span>{monitor}</span>
              <span className={classes.quiet} title={sentence}>
                {object.name} · {workspace} · {sentence}
              </span>
            </span>
            <span className={classes.stateCell}>
              <Shape kind="done" size={12} /> {resolved_at && <TimeText time={resolved_at} />}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function NothingWatched({ onNew }: { onNew: (() => void) | undefined }) {
  return (
    <Card id="monitors">
      <Empty
        title="Nothing is watched yet"
        action={
          onNew && (
            <Button variant="filled" leftSection={<IconPlus />} onClick={onNew}>
              New monitor
            </Button>
          )
        }
      >
        A monitor judges every closed day and tells you when a campaign spends twice the usual, delivers nothing, or
        stops converting.
      </Empty>
    </Card>
  );
}

const Waiting = () => (
  <div className={classes.cards}>
    <Skeleton height={320} />
    <Skeleton height={320} />
  </div>
);
