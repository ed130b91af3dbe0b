import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { Workspace } from '../../api/scope.ts';
import classes from './alerts.module.css';
import { ChannelSelect } from './channel-select.tsx';

export interface Target {
  id: number;
  name: string;
  amount: string;
  currency: string;
  channel: string;
  /** As they were set by a program; this form shows none of them and keeps them with their channel. */
  kept: { accounts?: string[] | undefined; campaigns?: string[] | undefined };
}

interface FieldsProps {
  workspace: Workspace;
  targets: readonly Target[];
  onChange(targets: readonly Target[]): void;
}

export function TargetFields({ workspace, targets, onChange }: FieldsProps) {
  return (
    <>
      {targets.map((target) => (
        <Row
          key={target.id}
          workspace={workspace}
          target={target}
          put={(change) => onChange(targets.map((one) => (one === target ? { ...one, ...change } : one)))}
          onRemove={() => onChange(targets.filter((one) => one !== target))}
        />
      ))}
      <div>
        <Button size="xs" leftSection={<IconPlus />} onClick={() => onChange([...targets, emptyTarget(targets)])}>
          Add a target
        </Button>
      </div>
    </>
  );
}

interface RowProps {
  workspace: Workspace;
  target: Target;
  put(change: Partial<Target>): void;
  onRemove(): void;
}

function Row({ workspace, target: { name, amount, currency, channel }, put, onRemove }: RowProps) {
  return (
    <div className={classes.target}>
      <TextInput
        label="Client"
        maxLength={100}
        value={name}
        onChange={(event) => put({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Amount"
        inputMode="decimal"
        value={amount}
        onChange={(event) => put({ amount: event.currentTarget.value })}
      />
      <TextInput
        label="Currency"
        maxLength={3}
        value={currency}
        onChange={(event) => put({ currency: event.currentTarget.value.toUpperCase() })}
      />
      <ChannelSelect
        workspace={workspace}
        channel={channel}
        onChange={(chosen) => put({ channel: chosen, kept: {} })}
      />
      <ActionIcon variant="subtle" aria-label={`Remove ${name || 'the row'}`} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}

const emptyTarget = (targets: readonly Target[]): Target => ({
  id: Math.max(0, ...targets.map(({ id }) => id)) + 1,
  name: '',
  amount: '',
  currency: targets.at(-1)?.currency ?? '',
  channel: '',
  kept: {},
});

export interface SheetRange {
  spreadsheet_id: string;
  range: string;
}

export function SheetFields({ sheet, onChange }: { sheet: SheetRange; onChange(sheet: SheetRange): void }) {
  return (
    <div className={classes.three}>
      <TextInput
        label="Spreadsheet"
        description="Its id or address"
        value={sheet.spreadsheet_id}
        onChange={(event) => onChange({ ...sheet, spreadsheet_id: event.currentTarget.value.trim() })}
      />
      <TextInput
        label="Range"
        description="With its head row: client, currency, amount"
        placeholder="Nov!A3:D9"
        value={sheet.range}
        onChange={(event) => onChange({ ...sheet, range: event.currentTarget.value })}
      />
    </div>
  );
}
