import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useShownPeriod } from '../address/use-period.ts';
import type { Campaign } from '../api/campaign.ts';
import { useScope, type Workspace } from '../api/scope.ts';
import { stopAll } from '../api/stops.ts';
import { useCampaigns } from '../api/use-campaigns.ts';
import { currencyDigits, money } from '../format/money.ts';
import { plural } from '../format/number.ts';
import { ChannelIcon } from '../parts/channel-icon.tsx';
import { channelName, channelOrder } from '../parts/channels.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Failed } from '../parts/failure-notice.tsx';
import { KeyCap } from '../parts/key-cap.tsx';
import classes from './stop.module.css';
import { useGo } from './use-go.ts';

const ALL = 'all';

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
  const live = useLive(ids);
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
            {live ? `Stop ${live.length} now` : 'Stop everything'}
          </Button>
        </>
      }
    >
      <Failed error={stop.error} title="Not everything was stopped" left="It still spends." />
      {own.length > 1 && <Workspaces own={own} chosen={chosen} onChoose={setChosen} />}
      <WillBePaused live={live} />
      <p className={classes.said}>
        What is paused already stays paused, and Resume will not touch it. Ads on their way may still show for some
        minutes. A channel that does not answer is named, and the others stop all the same.
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

const RUNNING = ['ACTIVE', 'ENABLED', 'ENABLE'];

/** The campaigns that are on, as far as they are known; undefined until the first answer. */
function useLive(workspaceIds: readonly string[]): readonly Campaign[] | undefined {
  const { period, against } = useShownPeriod();
  const { campaigns, isListed } = useCampaigns(period, against);
  if (!campaigns || !isListed) return undefined;
  return campaigns.filter(
    ({ workspaceId, status, state }) =>
      workspaceIds.includes(workspaceId) && RUNNING.includes(status) && state.value !== 'ended',
  );
}

function WillBePaused({ live }: { live: readonly Campaign[] | undefined }) {
  if (!live) return <p className={classes.said}>Counting what delivers …</p>;
  if (live.length === 0) return <p className={classes.said}>Nothing that is known delivers now.</p>;
  const accounts = [...Map.groupBy(live, (one) => `${one.workspaceId} ${one.channel} ${one.account}`).values()].sort(
    ([one], [other]) => channelOrder(one!.channel) - channelOrder(other!.channel),
  );
  return (
    <section className={classes.table} aria-label="What will be paused" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Channel and account</th>
            <th scope="col">Will be paused</th>
            <th scope="col">A day</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((some) => (
            <Account key={some[0]!.key} campaigns={some} />
          ))}
        </tbody>
        <tfoot>
          {[...Map.groupBy(live, ({ currency }) => currency)].map(([currency, some]) => (
            <tr key={currency}>
              <th scope="row" colSpan={2}>
                Total {currency}
              </th>
              <td>{aDay(some, currency)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </section>
  );
}

function Account({ campaigns }: { campaigns: readonly Campaign[] }) {
  const [{ channel, accountName, calledThere, currency }] = campaigns as [Campaign];
  return (
    <tr>
      <td>
        <span className={classes.place}>
          <ChannelIcon channel={channel} /> {channelName(channel)} <bdi>{accountName}</bdi>
        </span>
      </td>
      <td>{plural(campaigns.length, calledThere.toLowerCase())}</td>
      <td>{aDay(campaigns, currency)}</td>
    </tr>
  );
}

/** Daily budgets, added in the currency's smallest unit. Ad sets that hold the budget themselves are counted when it is stopped. */
function aDay(campaigns: readonly Campaign[], currency: string): string {
  const scale = 10 ** currencyDigits(currency);
  const daily = campaigns.flatMap(({ budget }) => (budget?.period === 'DAILY' ? [Number(budget.amount)] : []));
  if (daily.length === 0) return '–';
  return money(daily.reduce((sum, amount) => sum + Math.round(amount * scale), 0) / scale, currency);
}
