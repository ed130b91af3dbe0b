import { ActionIcon, Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { rereadAlerts } from '../../api/alerts.ts';
import { callTool } from '../../api/call-tool.ts';
import { api } from '../../api/client.ts';
import type { Workspace } from '../../api/scope.ts';
import { plainAmount } from '../../format/money.ts';
import { channelName } from '../../parts/channels.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import classes from './alerts.module.css';
import { monthName } from './words.ts';

interface Target {
  id: number;
  name: string;
  amount: string;
  currency: string;
  channel: string;
  /** As they were set by a program; this form shows none of them and keeps them with their channel. */
  kept: { accounts?: string[] | undefined; campaigns?: string[] | undefined };
}

interface Props {
  workspace: Workspace;
  month: string;
  choice?: ReactNode;
  onClose(): void;
}

/** What each client or channel may cost in a month, typed here or read from a range of a spreadsheet. */
export function EditTargets({ workspace, month, choice, onClose }: Props) {
  const [from, setFrom] = useState<'rows' | 'sheet'>('rows');
  const { data } = useQuery({
    ...api.alerts.pacing.queryOptions({ workspaceIds: [workspace.id], month }),
    placeholderData: undefined,
  });
  const [edited, setEdited] = useState<readonly Target[]>();
  const [sheet, setSheet] = useState({ spreadsheet_id: '', range: '' });
  const targets = edited ?? (data ? targetsOf(data.rows) : []);
  const save = useSave(workspace.id, month, onClose);
  const args =
    from === 'sheet'
      ? { month, sheet }
      : { month, rows: targets.filter(({ name, amount }) => name.trim() || amount.trim()).map(rowOf) };
  return (
    <Dialog
      opened
      onClose={onClose}
      size={680}
      title={`Targets for ${monthName(month)}`}
      about={`${workspace.name}. They replace the targets of this month; nothing is limited by them.`}
      footStart="On record in Activity."
      actions={
        <>
          <Button onClick={onClose}>Keep as they are</Button>
          <Button
            variant="filled"
            loading={save.isPending}
            onClick={() => save.mutate(args)}
            rightSection={<KeyCap keys="mod↵" onAccent />}
          >
            Set targets
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        {choice}
        <SegmentedControl
          aria-label="Where the targets stand"
          value={from}
          onChange={(chosen) => setFrom(chosen as 'rows')}
          data={[
            { value: 'rows', label: 'Typed here' },
            { value: 'sheet', label: 'In a spreadsheet' },
          ]}
        />
        {from === 'rows' ? (
          <Rows workspace={workspace} targets={targets} onChange={setEdited} />
        ) : (
          <div className={classes.three}>
            <TextInput
              label="Spreadsheet"
              description="Its id or address"
              value={sheet.spreadsheet_id}
              onChange={(event) => setSheet({ ...sheet, spreadsheet_id: event.currentTarget.value.trim() })}
            />
            <TextInput
              label="Range"
              description="With its head row: client, currency, amount"
              placeholder="Nov!A3:D9"
              value={sheet.range}
              onChange={(event) => setSheet({ ...sheet, range: event.currentTarget.value })}
            />
          </div>
        )}
        <Failed error={save.error} title="The targets were not set" left="Those of before stay." />
      </div>
    </Dialog>
  );
}

interface RowsProps {
  workspace: Workspace;
  targets: readonly Target[];
  onChange(targets: readonly Target[]): void;
}

function Rows({ workspace, targets, onChange }: RowsProps) {
  const channels = Object.keys(workspace.modes).filter((name) => name !== 'office' && name !== 'tags');
  const put = (id: number, change: Partial<Target>) =>
    onChange(targets.map((one) => (one.id === id ? { ...one, ...change } : one)));
  const add = () =>
    onChange([
      ...targets,
      {
        id: Math.max(0, ...targets.map(({ id }) => id)) + 1,
        name: '',
        amount: '',
        currency: targets.at(-1)?.currency ?? '',
        channel: '',
        kept: {},
      },
    ]);
  return (
    <>
      {targets.map(({ id, name, amount, currency, channel }) => (
        <div key={id} className={classes.target}>
          <TextInput
            label="Client"
            maxLength={100}
            value={name}
            onChange={(event) => put(id, { name: event.currentTarget.value })}
          />
          <TextInput
            label="Amount"
            inputMode="decimal"
            value={amount}
            onChange={(event) => put(id, { amount: event.currentTarget.value })}
          />
          <TextInput
            label="Currency"
            maxLength={3}
            value={currency}
            onChange={(event) => put(id, { currency: event.currentTarget.value.toUpperCase() })}
          />
          <Select
            label="Channel"
            placeholder="every channel"
            clearable
            data={channels.map((value) => ({ value, label: channelName(value) }))}
            value={channel || null}
            onChange={(chosen) => put(id, { channel: chosen ?? '', kept: {} })}
          />
          <ActionIcon
            variant="subtle"
            aria-label={`Remove ${name || 'the row'}`}
            onClick={() => onChange(targets.filter((one) => one.id !== id))}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button size="xs" leftSection={<IconPlus />} onClick={add}>
          Add a target
        </Button>
      </div>
    </>
  );
}

interface Shown {
  name: string;
  target: string;
  currency: string;
  channel: string | null;
  accounts?: string[] | undefined;
  campaigns?: string[] | undefined;
}

const targetsOf = (rows: readonly Shown[]): Target[] =>
  rows.map(({ name, target, currency, channel, accounts, campaigns }, id) => ({
    id,
    name,
    amount: target,
    currency,
    channel: channel ?? '',
    kept: { accounts, campaigns },
  }));

const rowOf = ({ name, amount, currency, channel, kept }: Target) => ({
  name: name.trim(),
  amount: plainAmount(amount),
  currency,
  ...(channel && { channel }),
  ...kept,
});

function useSave(workspaceId: string, month: string, onSaved: () => void) {
  return useMutation({
    mutationFn: (args: Record<string, unknown>) =>
      callTool({ workspaceId, channel: 'workspace', tool: 'set_budget_plan', arguments: args }),
    onSuccess: () => {
      rereadAlerts();
      showReadBack({
        title: `The targets for ${monthName(month)} are set`,
        about: 'They limit nothing; they are watched.',
      });
      onSaved();
    },
  });
}
