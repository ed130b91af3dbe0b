import { Button, Card } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { use, useState } from 'react';
import { daySumTexts } from '../../api/day-sums.ts';
import { useScope } from '../../api/scope.ts';
import { type OpenStop, pausedBy, stopAll, useOpenStops } from '../../api/stops.ts';
import { plural } from '../../format/number.ts';
import { channelName } from '../../parts/channels.ts';
import { Empty } from '../../parts/empty-state.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { Locked } from '../../parts/locked-notice.tsx';
import { Shape } from '../../parts/shape.tsx';
import { Page } from '../../shell/page.tsx';
import { OpenStopDialog } from '../../shell/stop-button.tsx';
import { DeliveringNow } from './delivering-now.tsx';
import { ResumeCard, ResumeOutcome } from './resume-card.tsx';
import classes from './stop.module.css';
import { StoppedTable } from './stopped-table.tsx';
import { useDayCost } from './use-day-cost.ts';

/** What a stop paused, what did not stop and why, what delivers all the same, and the way back. */
export default function StopPage() {
  const stops = useOpenStops();
  const { workspaces } = useScope();
  const [outcome, setOutcome] = useState<Parameters<typeof ResumeOutcome>[0]['answer']>();
  return (
    <Page title="Stop spending" actions={stops.length > 0 && <StopTheRest stops={stops} />}>
      {outcome && <ResumeOutcome answer={outcome} />}
      {stops.length === 0 && <NothingStopped />}
      {stops.length === 0 && <DeliveringNow workspaceIds={workspaces.map(({ id }) => id)} />}
      {stops.map((stop) => (
        <div key={stop.id} className={classes.stop}>
          <div className={classes.side}>
            <Figures stop={stop} />
            <StoppedTable stop={stop} />
            <DeliveringNow workspaceIds={[stop.workspaceId]} stop={stop} />
          </div>
          <ResumeCard stop={stop} onResumed={setOutcome} />
        </div>
      ))}
    </Page>
  );
}

function NothingStopped() {
  const open = use(OpenStopDialog);
  const { workspaces } = useScope();
  const mayStop = workspaces.some(({ role }) => role !== 'viewer');
  return (
    <Card>
      <Empty
        title="Spending is not stopped"
        action={
          mayStop ? (
            <Button leftSection={<IconHandStop />} onClick={open}>
              Stop spending
            </Button>
          ) : (
            <Locked verb="Stop spending" />
          )
        }
      >
        Stopping pauses everything that delivers, on all channels at once, and keeps the list, so that exactly that can
        be brought back.
      </Empty>
    </Card>
  );
}

function StopTheRest({ stops }: { stops: readonly OpenStop[] }) {
  const { workspaces } = useScope();
  const own = stops.filter(({ workspaceId }) =>
    workspaces.some(({ id, role }) => id === workspaceId && role !== 'viewer'),
  );
  const again = useMutation({
    mutationFn: () =>
      stopAll(
        own.map(({ workspaceId }) => workspaceId),
        '',
      ),
  });
  if (own.length === 0) return <Locked verb="Stop what is left" />;
  return (
    <>
      <Failed error={again.error} title="Not everything was stopped" />
      <Button
        className={classes.again}
        leftSection={<IconHandStop />}
        loading={again.isPending}
        onClick={() => again.mutate()}
      >
        Stop what is left
      </Button>
    </>
  );
}

function Figures({ stop }: { stop: OpenStop }) {
  const running = stop.objects.filter(({ state }) => state === 'not_stopped');
  const channels = [...new Set(stop.notStopped.map(({ channel }) => channelName(channel)))];
  const saved = useDayCost(stop.workspaceId, pausedBy(stop));
  return (
    <div className={classes.figures}>
      <Card component="section" aria-label="Stopped" p={16}>
        <h2 className={classes.label}>
          <Shape kind="done" size={13} /> Stopped
        </h2>
        <p className={classes.figure}>
          {pausedBy(stop).length} <span>of {stop.objects.length}</span>
        </p>
      </Card>
      <Card component="section" aria-label="Did not stop" p={16}>
        <h2 className={classes.label}>
          <Shape kind={channels.length > 0 ? 'rejected' : 'done'} size={13} /> Did not stop
        </h2>
        <p className={classes.figure}>{channels.length > 0 ? channels.join(', ') : 'Nothing'}</p>
        {running.length > 0 && <p className={classes.under}>{plural(running.length, 'object')} on</p>}
      </Card>
      <Card component="section" aria-label="No longer spent" p={16}>
        <h2 className={classes.label}>
          <Shape kind="paused" size={13} /> No longer spent
        </h2>
        <p className={`${classes.figure} ${classes.sums}`}>
          {saved.length === 0 ? '–' : daySumTexts(saved).map((text) => <strong key={text}>{text}</strong>)}
        </p>
        <p className={classes.under}>a day, by daily budgets</p>
      </Card>
    </div>
  );
}
