import { NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import type { Workspace } from '../../api/scope.ts';
import classes from './alerts.module.css';
import { ChannelSelect } from './channel-select.tsx';
import { type Draft, MONEY_METRICS } from './monitor-draft.ts';

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

interface FieldsProps {
  draft: Draft;
  put(change: Partial<Draft>): void;
}

export function ScopeFields({ workspace, draft, put }: FieldsProps & { workspace: Workspace }) {
  return (
    <div className={classes.three}>
      <ChannelSelect
        workspace={workspace}
        channel={draft.channel}
        onChange={(channel) => put({ channel, account: '', campaign: '' })}
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

export function ThresholdFields({ draft, put }: FieldsProps) {
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

export function OwnFields({ draft: { own }, put }: FieldsProps) {
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

export function ActionChoice({ draft, put }: FieldsProps) {
  return (
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
  );
}
