import { Button, Card } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '../../api/client.ts';
import { useMe, useScope } from '../../api/scope.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Empty } from '../../parts/empty-state.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { Locked } from '../../parts/locked-notice.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { Page } from '../../shell/page.tsx';
import { useGo } from '../../shell/use-go.ts';
import { ClockCard } from './clock-card.tsx';
import { rehearsedPeriod } from './curve.ts';
import { Faults } from './faults.tsx';
import { Ledger } from './ledger.tsx';
import classes from './rehearsal.module.css';
import { numbered, tell } from './story.ts';
import type { Clock, LedgerPage } from './types.ts';
import { WeekChart } from './week-chart.tsx';

export default function RehearsalPage() {
  const { hasSandbox } = useMe();
  return hasSandbox ? <Rehearsal /> : <NoSandbox />;
}

function NoSandbox() {
  const go = useGo();
  return (
    <Page title="Rehearsal">
      <Card>
        <Empty
          title="No workspace is connected to the sandbox"
          action={
            <Button variant="filled" onClick={() => go('/connections')}>
              Connect to the sandbox
            </Button>
          }
        >
          With a sandbox connection you could let an agent work here, let time pass, and see what would have come of it.
        </Empty>
      </Card>
    </Page>
  );
}

function Rehearsal() {
  const { all } = useScope();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery({ ...api.rehearsal.state.queryOptions(), refetchInterval: 5_000 });
  const mayChange = all.some(({ role }) => role !== 'viewer');
  /** After a change of the sandbox's clock or state, all cached numbers are stale. */
  const changed = () => void queries.invalidateQueries();
  return (
    <Page
      title="Rehearsal"
      note="Let an agent work, let time pass, see what would have come of it."
      actions={
        mayChange ? (
          <Button leftSection={<IconRotate />} onClick={() => setAsking(true)}>
            Start over
          </Button>
        ) : (
          <Locked verb="Start over" />
        )
      }
    >
      {error && <ReadProblem title="The sandbox did not answer" text={error.message} onRetry={() => void refetch()} />}
      {data && (
        <>
          <ClockCard clock={data.clock} mayChange={mayChange} onChanged={changed} />
          <Story clock={data.clock}>
            <Faults platforms={data.platforms} faults={data.faults} mayChange={mayChange} />
          </Story>
        </>
      )}
      <StartOver opened={asking} onClose={() => setAsking(false)} onDone={changed} />
    </Page>
  );
}

function StartOver({ opened, onClose, onDone }: { opened: boolean; onClose(): void; onDone(): void }) {
  const startOver = useMutation(
    api.rehearsal.startOver.mutationOptions({
      onSuccess: () => {
        onClose();
        onDone();
        showReadBack({
          title: 'The sandbox is as it was made',
          about: 'Time, campaigns, ledger and faults began anew.',
        });
      },
    }),
  );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      mode="sandbox"
      size={480}
      title="Start the sandbox over?"
      actions={
        <>
          <Button onClick={onClose}>Keep it as it is</Button>
          <Button variant="filled" color="red" loading={startOver.isPending} onClick={() => startOver.mutate()}>
            Start over
          </Button>
        </>
      }
    >
      <Failed error={startOver.error} title="Nothing was started over" />
      <p style={{ margin: 0 }}>
        Everything that was made or changed in the sandbox since its beginning is gone, for every workspace that is
        connected to it: campaigns, numbers, the ledger, armed faults, and its clock. Connections and keys stay.
      </p>
    </Dialog>
  );
}

const LEDGER_ROWS = 200;

/** The curve and the ledger tell of the same happenings by the same numbers. */
function Story({ clock: { now }, children }: { clock: Clock; children: React.ReactNode }) {
  const ledger = useQuery({
    ...api.rehearsal.ledger.queryOptions({ limit: LEDGER_ROWS }),
    refetchInterval: 5_000,
  });
  const today = new Date(now).toLocaleDateString('sv-SE');
  const shown = useMemo(() => ledger.data && withoutFuture(ledger.data, now), [ledger.data, now]);
  const first = firstOf(shown);
  const period = useMemo(() => rehearsedPeriod(today, first), [today, first]);
  const { numbers, marks } = useMemo(() => {
    const effects = shown?.effects ?? [];
    const given = numbered(effects, new Date(`${period.start}T00:00`).getTime());
    const marked = effects.filter(({ seq }) => given.has(seq));
    return {
      numbers: given,
      marks: marked.map((effect) => ({
        number: given.get(effect.seq)!,
        time: Date.parse(effect.at),
        channel: effect.platform,
        title: tell(effect).title,
      })),
    };
  }, [shown, period]);
  return (
    <div className={classes.halves}>
      <div className={classes.column}>
        {ledger.isFetched && <WeekChart now={now} period={period} marks={marks} passages={shown?.passages ?? []} />}
        {children}
      </div>
      <Ledger ledger={shown} error={ledger.error} numbers={numbers} />
    </div>
  );
}

/** Drops clock moves that end in the future: the sandbox's clock was set back or the sandbox recreated since. */
const withoutFuture = (ledger: LedgerPage, now: string): LedgerPage => ({
  ...ledger,
  passages: ledger.passages.filter(({ to }) => to <= now),
});

const firstOf = (ledger: LedgerPage | undefined): string | undefined =>
  [...(ledger?.effects ?? []).map(({ at }) => at), ...(ledger?.passages ?? []).map(({ from }) => from)].toSorted()[0];
