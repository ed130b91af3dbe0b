import { Button, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Monitor, rereadAlerts } from '../../api/alerts.ts';
import { callTool } from '../../api/call-tool.ts';
import type { Workspace } from '../../api/scope.ts';
import { channelName } from '../../parts/channels.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import classes from './alerts.module.css';
import { PastVerdicts } from './past-verdicts.tsx';
import { KINDS, kindName } from './words.ts';

interface Props {
  workspace: Workspace;
  /** To be changed; left out: a new one. */
  monitor?: Monitor;
  /** Of the workspace, where there are several. */
  choice?: ReactNode;
  onClose(): void;
}

interface Draft {
  kind: string;
  name: string;
  channel: string;
  account: string;
  campaign: string;
  action: 'notify' | 'pause';
  thresholds: Record<string, number | undefined>;
  own: { metric: string; comparison: 'above' | 'below'; value: string; currency: string; window_days: number };
}

/** The thresholds of a kind that a person most often moves: name, label, default. */
const FIELDS: Readonly<Record<string, readonly [string, string, number][]>> = {
  spend_spike: [['times', 'Times the usual', 2]],
  cpa_drift: [['times', 'Times the usual', 1.5]],
  ctr_drop: [['times', 'Times the usual', 0.5]],
  zero_delivery: [['percent', 'Drop in %', 90]],
  conversions_stopped: [['conversions_min', 'Usual conversions a day', 10]],
  overspend: [['percent', 'Over the target in %', 10]],
  budget_nearly_gone: [['percent', 'Spent in %', 90]],
  plan_waiting: [['hours', 'Hours', 4]],
};

const OWN_METRICS = ['cost', 'impressions', 'clicks', 'conversions', 'ctr', 'cpc', 'cost_per_conversion', 'roas'];
const MONEY_METRICS = ['cost', 'cpc', 'cost_per_conversion'];

export function NewMonitor({ workspace, monitor, choice, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(monitor));
  const put = (change: Partial<Draft>) => setDraft((old) => ({ ...old, ...change }));
  const args = argumentsOf(draft);
  const save = useSave(workspace.id, monitor, onClose);
  return (
    <Dialog
      opened
      onClose={onClose}
      size={640}
      title={monitor ? `Edit ${monitor.name}` : 'New monitor'}
      about="Judged on closed days only. One alert a state, one message a day at most."
      footStart="On record in Activity."
      actions={
        <>
          <Button onClick={onClose}>{monitor ? 'Keep as it is' : 'Watch nothing new'}</Button>
          <Button
            variant="filled"
            loading={save.isPending}
            onClick={() => save.mutate(args)}
            rightSection={<KeyCap keys="mod↵" onAccent />}
          >
            {monitor ? 'Save the monitor' : 'Create the monitor'}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        {choice}
        <Select
          label="What to look for"
          data-autofocus
          disabled={monitor !== undefined}
          data={KINDS.map(({ kind, name }) => ({ value: kind, label: name }))}
          description={KINDS.find(({ kind }) => kind === draft.kind)?.about}
          value={draft.kind}
          allowDeselect={false}
          onChange={(kind) => kind && put({ kind, thresholds: {} })}
        />
        <TextInput
          label="Name"
          maxLength={100}
          placeholder={kindName(draft.kind)}
          value={draft.name}
          onChange={(event) => put({ name: event.currentTarget.value })}
        />
        <Where workspace={workspace} draft={draft} put={put} />
        {draft.kind === 'own' ? <OwnFields draft={draft} put={put} /> : <ThresholdFields draft={draft} put={put} />}
        <div>
          <div className={classes.label} id="monitor-action">
            When it fires
          </div>
          <SegmentedControl
            aria-labelledby="monitor-action"
            value={draft.action}
            onChange={(action) => put({ action: action as Draft['action'] })}
            data={[
              { value: 'notify', label: 'Tell us' },
              { value: 'pause', label: 'Tell us and pause the campaign' },
            ]}
          />
        </div>
        <Failed error={save.error} title={monitor ? 'The monitor was not changed' : 'The monitor was not created'} />
        <PastVerdicts workspaceId={workspace.id} arguments={args} />
      </div>
    </Dialog>
  );
}

interface PartProps {
  draft: Draft;
  put(change: Partial<Draft>): void;
}

function Where({ workspace, draft, put }: PartProps & { workspace: Workspace }) {
  const channels = Object.keys(workspace.modes).filter((name) => name !== 'office' && name !== 'tags');
  return (
    <div className={classes.three}>
      <Select
        label="Channel"
        placeholder="every channel"
        clearable
        data={channels.map((value) => ({ value, label: channelName(value) }))}
        value={draft.channel || null}
        onChange={(channel) => put({ channel: channel ?? '', account: '', campaign: '' })}
      />
      <TextInput
        label="Account"
        placeholder="every account"
        disabled={draft.channel === ''}
        value={draft.account}
        onChange={(event) => put({ account: event.currentTarget.value.trim(), campaign: '' })}
      />
      <TextInput
        label="Campaign id"
        placeholder="every campaign"
        disabled={draft.account === ''}
        value={draft.campaign}
        onChange={(event) => put({ campaign: event.currentTarget.value.trim() })}
      />
    </div>
  );
}

function ThresholdFields({ draft, put }: PartProps) {
  const fields = FIELDS[draft.kind] ?? [];
  return fields.map(([name, label, usual]) => (
    <NumberInput
      key={name}
      label={label}
      placeholder={String(usual)}
      min={0}
      decimalScale={2}
      value={draft.thresholds[name] ?? ''}
      onChange={(value) =>
        put({ thresholds: { ...draft.thresholds, [name]: typeof value === 'number' ? value : undefined } })
      }
    />
  ));
}

function OwnFields({ draft: { own }, put }: PartProps) {
  const set = (change: Partial<Draft['own']>) => put({ own: { ...own, ...change } });
  return (
    <div className={classes.three}>
      <Select
        label="Metric"
        data={OWN_METRICS.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        value={own.metric}
        allowDeselect={false}
        onChange={(metric) => metric && set({ metric })}
      />
      <Select
        label="Is"
        data={['above', 'below']}
        value={own.comparison}
        allowDeselect={false}
        onChange={(comparison) => comparison && set({ comparison: comparison as 'above' })}
      />
      <TextInput
        label="Value"
        inputMode="decimal"
        value={own.value}
        onChange={(event) => set({ value: event.currentTarget.value.trim() })}
      />
      {MONEY_METRICS.includes(own.metric) && (
        <TextInput
          label="Currency"
          maxLength={3}
          value={own.currency}
          onChange={(event) => set({ currency: event.currentTarget.value.toUpperCase() })}
        />
      )}
      <NumberInput
        label="Closed days taken together"
        min={1}
        max={90}
        value={own.window_days}
        onChange={(value) => set({ window_days: typeof value === 'number' ? value : 1 })}
      />
    </div>
  );
}

function draftOf(monitor: Monitor | undefined): Draft {
  const own = monitor?.own;
  return {
    kind: monitor?.kind ?? 'spend_spike',
    name: monitor?.name ?? '',
    channel: monitor?.channel ?? '',
    account: monitor?.account ?? '',
    campaign: monitor?.campaigns?.[0] ?? '',
    action: monitor?.action ?? 'notify',
    thresholds: Object.fromEntries(
      Object.entries(monitor?.thresholds ?? {}).filter(([, value]) => typeof value === 'number'),
    ) as Draft['thresholds'],
    own: {
      metric: own?.metric ?? 'cost',
      comparison: own?.comparison ?? 'above',
      value: own?.value ?? '',
      currency: own?.currency ?? '',
      window_days: own?.window_days ?? 1,
    },
  };
}

/** As `create_monitor` takes them: what was left empty is left out. */
function argumentsOf({
  kind,
  name,
  channel,
  account,
  campaign,
  action,
  thresholds,
  own,
}: Draft): Record<string, unknown> {
  const given = Object.entries(thresholds).filter(([, value]) => value !== undefined);
  const { currency, ...rule } = own;
  return {
    kind,
    action,
    ...(name.trim() && { name: name.trim() }),
    ...(channel && { channel }),
    ...(account && { account }),
    ...(campaign && { campaigns: [campaign] }),
    ...(given.length > 0 && kind !== 'own' && { thresholds: Object.fromEntries(given) }),
    ...(kind === 'own' && { own: { ...rule, ...(MONEY_METRICS.includes(own.metric) && currency && { currency }) } }),
  };
}

function useSave(workspaceId: string, monitor: Monitor | undefined, onSaved: () => void) {
  return useMutation({
    mutationFn: ({ kind, ...args }: Record<string, unknown>) =>
      callTool<{ name: string; fires_when: string }>({
        workspaceId,
        channel: 'workspace',
        tool: monitor ? 'update_monitor' : 'create_monitor',
        arguments: monitor ? { monitor_id: monitor.id, ...args } : { kind, ...args },
      }),
    onSuccess: ({ name, fires_when }) => {
      rereadAlerts();
      showReadBack({ title: `${name} is watched`, about: `Fires when: ${fires_when}.` });
      onSaved();
    },
  });
}
