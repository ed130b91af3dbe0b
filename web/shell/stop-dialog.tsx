import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type DaySum, daySums, daySumTexts } from '../api/day-sums.ts';
import { countOf, type Delivering, type DeliveringAccount, dayAmounts, useDelivering } from '../api/delivering.ts';
import { type KnownAccount, useKnownAccounts } from '../api/limits.ts';
import { useScope, type Workspace } from '../api/scope.ts';
import { stopAll } from '../api/stops.ts';
import { money } from '../format/money.ts';
import { plural } from '../format/number.ts';
import { ChannelIcon } from '../parts/channel-icon.tsx';
import { channelName, channelOrder } from '../parts/channels.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Failed } from '../parts/failure-notice.tsx';
import { KeyCap } from '../parts/key-cap.tsx';
import { Shape } from '../parts/shape.tsx';
import { TimeText } from '../parts/time-text.tsx';
import classes from './stop.module.css';
import { useGo } from './use-go.ts';

const ALL = 'all';

type SilentPart = Delivering['silent'][number];

const SENT_AS = (
  <span>
    Sent as <code>stop_spending</code> in your name
  </span>
);

/** What will be paused, and the button that does it. It works before the counts have come. */
export default function StopDialog({ onClose }: { onClose(): void }) {
  const { workspaces } = useScope();
  const own = workspaces.filter(({ role }) => role !== 'viewer');
  const [chosen, setChosen] = useState(ALL);
  const [reason, setReason] = useState('');
  const go = useGo();
  const ids = own.map(({ id }) => id).filter((id) => chosen === ALL || id === chosen);
  const { delivering } = useDelivering(ids);
  const known = useKnownAccounts(ids);
  const stop = useMutation({
    mutationFn: () => stopAll(ids, reason.trim()),
    onSuccess: () => {
      onClose();
      go('/stop');
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      size={680}
      icon={<IconHandStop className={classes.sign} size={18} stroke={2} aria-hidden="true" />}
      title="Stop all spending?"
      about="Pauses everything that delivers, past any limit, rule or quota. Nothing is deleted."
      footStart={SENT_AS}
      actions={
        <>
          <Button data-autofocus onClick={onClose}>
            Keep running
          </Button>
          <Button
            className={classes.now}
            loading={stop.isPending}
            onClick={() => stop.mutate()}
            rightSection={<KeyCap keys="mod↵" onAccent />}
          >
            {delivering?.silent.length === 0 ? `Stop ${countOf(delivering.accounts)} now` : 'Stop everything'}
          </Button>
        </>
      }
    >
      <Failed error={stop.error} title="Not everything was stopped" left="It still spends." />
      {own.length > 1 && <Workspaces own={own} chosen={chosen} onChoose={setChosen} />}
      <p className={classes.said}>{deliversWords(delivering)}</p>
      <WillBePaused delivering={delivering} known={known} />
      <p className={classes.said}>
        What is paused already stays paused, and Resume will not touch it. Ads on their way may still show for some
        minutes. A channel that does not answer is named and tried again; the others stop all the same.
      </p>
      <TextInput
        aria-label="Why"
        placeholder="Why (optional, stands in Activity)"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}

function deliversWords(delivering: Delivering | undefined): string {
  if (!delivering) return 'Counting what delivers now. The button works before that.';
  const { accounts, silent } = delivering;
  const names = [...new Set(silent.map(({ channel }) => channelName(channel)))].join(', ');
  const count = countOf(accounts);
  const words = `${plural(count, 'campaign or group', 'campaigns and groups')} ${count === 1 ? 'delivers' : 'deliver'} now`;
  return silent.length > 0 ? `At least ${words}; ${names} did not answer.` : `${words}.`;
}

interface Choice {
  own: readonly Workspace[];
  chosen: string;
  onChoose(id: string): void;
}

function Workspaces({ own, chosen, onChoose }: Choice) {
  const all = own.length === 2 ? 'Both workspaces' : `All ${own.length} workspaces`;
  return (
    <SegmentedControl
      mb={12}
      aria-label="Workspaces"
      value={chosen}
      onChange={onChoose}
      data={[{ value: ALL, label: all }, ...own.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  );
}

interface Found {
  delivering: Delivering | undefined;
  /** What accounts may cost, as last read. */
  known: readonly KnownAccount[];
}

function WillBePaused({ delivering, known }: Found) {
  if (!delivering) return null;
  const { silent, readAt } = delivering;
  const accounts = delivering.accounts.toSorted(
    (one, other) => channelOrder(one.channel) - channelOrder(other.channel),
  );
  if (accounts.length === 0 && silent.length === 0) return null;
  return (
    <section className={classes.table} aria-label="What will be paused" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Channel and account</th>
            <th scope="col">Will be paused</th>
            <th scope="col">A day</th>
            <th scope="col">Counted</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((one) => (
            <Account key={`${one.workspaceId} ${one.channel} ${one.account}`} account={one} readAt={readAt} />
          ))}
          {silent.flatMap((one) =>
            lastKnown(one, known).map((account) => (
              <Silent key={`${one.workspaceId} ${one.channel} ${account?.account ?? ''}`} part={one} known={account} />
            )),
          )}
        </tbody>
        <tfoot>
          <Totals accounts={accounts} known={known} />
        </tfoot>
      </table>
    </section>
  );
}

function Totals({ accounts, known }: Pick<Delivering, 'accounts'> & Pick<Found, 'known'>) {
  const sums = daySums(dayAmounts(accounts));
  const texts = daySumTexts(sums);
  const worst = daySums(known.map(({ worst_day, ...one }) => ({ ...one, amount: worst_day })));
  return sums.map(({ mode, currency }, at) => (
    <tr key={`${mode} ${currency}`}>
      <th scope="row" colSpan={2}>
        Total {currency} <WorstDay sum={worst.find((one) => one.mode === mode && one.currency === currency)} />
      </th>
      <td>{texts[at]}</td>
      <td />
    </tr>
  ));
}

function WorstDay({ sum }: { sum: DaySum | undefined }) {
  return sum && <span className={classes.worst}>worst day {money(sum.amount, sum.currency)}</span>;
}

/** The accounts behind what did not answer, as they were when they last did; of a channel that never did, one without figures. */
function lastKnown(part: SilentPart, known: readonly KnownAccount[]): (KnownAccount | undefined)[] {
  const own = known.filter(
    ({ workspaceId, channel, account }) =>
      workspaceId === part.workspaceId && channel === part.channel && account === (part.account ?? account),
  );
  return own.length > 0 ? own : [undefined];
}

function Account({ account, readAt }: { account: DeliveringAccount; readAt: string }) {
  const { channel, name, objects } = account;
  const levels = [...Map.groupBy(objects, ({ level }) => level)];
  return (
    <tr>
      <td>
        <span className={classes.place}>
          <ChannelIcon channel={channel} /> {channelName(channel)} <bdi>{name}</bdi>
        </span>
      </td>
      <td>{levels.map(([level, some]) => plural(some.length, level.replaceAll('_', ' '))).join(', ')}</td>
      <td>{daySumTexts(daySums(dayAmounts([account]))).join(', ') || '–'}</td>
      <td>
        <TimeText time={readAt} />
      </td>
    </tr>
  );
}

/** What is on there is not known, so that it is never counted as nothing. */
function Silent({ part: { channel, account, reason }, known }: { part: SilentPart; known: KnownAccount | undefined }) {
  return (
    <tr>
      <td>
        <span className={classes.place}>
          <ChannelIcon channel={channel} /> {channelName(channel)} <bdi>{known?.account ?? account ?? ''}</bdi>
        </span>
      </td>
      <td>
        <span className={classes.silent} title={reason}>
          <Shape kind="limited" size={12} /> no answer
        </span>
      </td>
      <td>{known ? money(known.daily, known.currency) : '–'}</td>
      <td>{known ? <TimeText time={known.readAt} /> : '–'}</td>
    </tr>
  );
}
