import { ActionIcon, Button, Drawer, Tabs, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import type { PeriodInAddress } from '../../address/use-period.ts';
import type { Campaign } from '../../api/campaign.ts';
import { useMe } from '../../api/scope.ts';
import { costPerConversion } from '../../api/sums.ts';
import { readableId } from '../../format/id.ts';
import { money } from '../../format/money.ts';
import { count, delta, type RiseIs, rate, wholeCount } from '../../format/number.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName } from '../../parts/channels.ts';
import { DeltaText } from '../../parts/delta-text.tsx';
import { ConversionCost } from '../../parts/figure-columns.tsx';
import { Locked } from '../../parts/locked-notice.tsx';
import { ModeTag } from '../../parts/mode-tag.tsx';
import { ReadableId } from '../../parts/readable-id.tsx';
import { Status } from '../../parts/status.tsx';
import { Tag } from '../../parts/tag.tsx';
import { useGo } from '../../shell/use-go.ts';
import { BudgetDialog } from './budget-dialog.tsx';
import { CampaignActivity, useCampaignActivity } from './campaign-activity.tsx';
import { CampaignBelow } from './campaign-below.tsx';
import classes from './campaigns.module.css';
import { callFor, isPaused, isRunning } from './changes.ts';
import { PauseDialog } from './pause-dialog.tsx';
import { belowCalled, useListed } from './use-below.ts';

interface Props {
  campaign: Campaign;
  period: PeriodInAddress;
  onClose(): void;
  onStep(by: 1 | -1): void;
}

export function CampaignDrawer({ campaign, period, onClose, onStep }: Props) {
  const { change } = useSearch({ strict: false }) as { change?: string };
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<{ key: string; what: string }>();
  const asking = chosen?.key === campaign.key ? chosen.what : change;
  const ask = (what: string | undefined) => {
    setChosen(what ? { key: campaign.key, what } : undefined);
    if (change) void navigate({ to: '.', search: (old) => ({ ...old, change: undefined }), replace: true });
  };
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position="right"
      size="var(--drawer-width)"
      trapFocus
      // While a dialog is open, Esc closes the dialog and not the drawer.
      closeOnEscape={asking === undefined}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={campaign.name}>
        <div className={classes.drawerHead}>
          <div className={classes.drawerAbout}>
            <ChannelIcon channel={campaign.channel} labelled />
            <Tag>{campaign.calledThere}</Tag>
            <ReadableId id={campaign.id} />
            {campaign.mode === 'sandbox' && <ModeTag mode="sandbox" />}
          </div>
          <StepButton label="Previous campaign" icon={<IconArrowUp size={16} />} onClick={() => onStep(-1)} />
          <StepButton label="Next campaign" icon={<IconArrowDown size={16} />} onClick={() => onStep(1)} />
          <StepButton label="Close" icon={<IconX size={16} />} onClick={onClose} />
        </div>
        <Drawer.Body className={classes.drawerBody}>
          <h2 className={classes.drawerTitle}>
            {campaign.name} <Status kind={campaign.state.shape}>{campaign.state.text}</Status>
          </h2>
          <div className={classes.where}>
            {[
              channelName(campaign.channel),
              campaign.accountName,
              readableId(campaign.account),
              campaign.currency,
              campaign.timeZone,
            ].join(' · ')}
          </div>
          <Actions key={campaign.key} campaign={campaign} asking={asking} onAsk={ask} />
          <Four campaign={campaign} />
          <Parts key={`${campaign.key} parts`} campaign={campaign} period={period} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** A campaign's parts, its numbers and its history. */
function Parts({ campaign, period }: Pick<Props, 'campaign' | 'period'>) {
  const groups = useListed(campaign, 'ad_group');
  const groupIds = useMemo(() => groups.data?.map(({ id }) => id), [groups.data]);
  const ads = useListed(campaign, 'ad', groupIds);
  const below = useMemo(() => [...(groupIds ?? []), ...(ads.data ?? []).map(({ id }) => id)], [groupIds, ads.data]);
  const activity = useCampaignActivity(campaign, below);
  const tab = (value: string, label: string, amount?: number | string) => (
    <Tabs.Tab value={value}>
      {label} {amount !== undefined && <span className={classes.tabCount}>{amount}</span>}
    </Tabs.Tab>
  );
  const { entries, nextCursor } = activity.data ?? {};
  return (
    <Tabs defaultValue="groups" mt={12} keepMounted={false}>
      <Tabs.List>
        {tab('groups', belowCalled(campaign.channel, 'ad_group'), groups.data?.length)}
        {tab('ads', belowCalled(campaign.channel, 'ad'), ads.data?.length)}
        {tab('numbers', 'Numbers')}
        {tab('activity', 'Activity', entries && `${entries.length}${nextCursor ? '+' : ''}`)}
      </Tabs.List>
      <Tabs.Panel value="groups">
        <CampaignBelow campaign={campaign} period={period} level="ad_group" listed={groups} />
      </Tabs.Panel>
      <Tabs.Panel value="ads">
        <CampaignBelow campaign={campaign} period={period} level="ad" listed={ads} />
      </Tabs.Panel>
      <Tabs.Panel value="numbers">
        <Numbers campaign={campaign} />
      </Tabs.Panel>
      <Tabs.Panel value="activity">
        <CampaignActivity campaign={campaign} activity={activity} />
      </Tabs.Panel>
    </Tabs>
  );
}

const StepButton = ({ label, icon, onClick }: { label: string; icon: ReactNode; onClick(): void }) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  </Tooltip>
);

interface ActionsProps {
  campaign: Campaign;
  /** The dialog that is open. */
  asking: string | undefined;
  onAsk(what: 'budget' | 'pause' | undefined): void;
}

function Actions({ campaign, asking, onAsk }: ActionsProps) {
  const { workspaces } = useMe();
  const go = useGo();
  const close = () => onAsk(undefined);
  const role = workspaces.find(({ id }) => id === campaign.workspaceId)?.role;
  const { budget } = campaign;
  if (role === 'viewer') {
    return (
      <div className={classes.buttons}>
        <Locked verb="Change budget" />
      </div>
    );
  }
  const paused = isPaused(campaign);
  return (
    <div className={classes.buttons}>
      {(paused || isRunning(campaign)) && (
        <Button
          size="xs"
          leftSection={paused ? <IconPlayerPlay /> : <IconPlayerPause />}
          onClick={() => onAsk('pause')}
        >
          {paused ? 'Start' : 'Pause'}
        </Button>
      )}
      {budget && !budget.shared && (
        <Button size="xs" onClick={() => onAsk('budget')}>
          Change budget
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={() => go('/playground', inPlayground(campaign))}>
        Open in Playground
      </Button>
      {budget && asking === 'budget' && <BudgetDialog campaign={campaign} budget={budget} onClose={close} />}
      {asking === 'pause' && <PauseDialog campaign={campaign} onClose={close} />}
    </div>
  );
}

/** The tool that a change of it would be sent as, with the campaign filled in. */
function inPlayground(campaign: Campaign): Record<string, string> {
  const call = callFor(campaign, { to: 'paused' });
  if (!call) return { channel: campaign.channel };
  const { channel, tool } = call;
  const { status: _, ...args } = call.arguments;
  return { channel, tool, arguments: JSON.stringify(args) };
}

/** Cost, clicks, conversions and what one costs, each against the period before. */
function Four({ campaign: { sums, currency } }: { campaign: Campaign }) {
  const { current, before } = sums;
  const cells: [string, ReactNode, number | null, number | null, RiseIs][] = [
    ['Cost', money(current.cost, currency), current.cost, before.cost, 'neutral'],
    ['Clicks', wholeCount(current.clicks), current.clicks, before.clicks, 'good'],
    ['Conversions', count(current.conversions), current.conversions, before.conversions, 'good'],
    [
      'Cost / conv.',
      <ConversionCost key="each" sums={sums} currency={currency} />,
      costPerConversion(current),
      costPerConversion(before),
      'bad',
    ],
  ];
  return (
    <div className={classes.four}>
      {cells.map(([label, text, now, then, riseIs]) => (
        <div key={label}>
          <div className={classes.fourLabel}>{label}</div>
          <div className={classes.fourValue}>{text}</div>
          <DeltaText delta={delta(now, then, riseIs)} />
        </div>
      ))}
    </div>
  );
}

function Numbers({ campaign: { sums, currency } }: { campaign: Campaign }) {
  const { current, before } = sums;
  const divided = (of: number | null, by: number | null) => (of === null || !by ? null : of / by);
  const lines: [string, (side: typeof current) => string][] = [
    ['Cost', ({ cost }) => money(cost, currency)],
    ['Impressions', ({ impressions }) => wholeCount(impressions)],
    ['Clicks', ({ clicks }) => wholeCount(clicks)],
    ['CTR', ({ clicks, impressions }) => rate(divided(clicks, impressions))],
    ['Cost per click', ({ cost, clicks }) => money(divided(cost, clicks), currency)],
    ['Conversions', ({ conversions }) => count(conversions)],
    ['Conversion rate', ({ conversions, clicks }) => rate(divided(conversions, clicks))],
    ['Cost per conversion', (side) => money(costPerConversion(side), currency)],
  ];
  return (
    <table className={classes.numbers}>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col">This period</th>
          <th scope="col">Previous</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([label, text]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{text(current)}</td>
            <td>{text(before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
