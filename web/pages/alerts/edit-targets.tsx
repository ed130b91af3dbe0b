import { SegmentedControl } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { rereadAlerts } from '../../api/alerts.ts';
import { callTool } from '../../api/call-tool.ts';
import { api } from '../../api/client.ts';
import type { Workspace } from '../../api/scope.ts';
import { plainAmount } from '../../format/money.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogButtons } from '../../parts/dialog-buttons.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import classes from './alerts.module.css';
import { SheetFields, type SheetRange, type Target, TargetFields } from './target-fields.tsx';
import { monthName } from './words.ts';

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
  const [sheet, setSheet] = useState<SheetRange>({ spreadsheet_id: '', range: '' });
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
        <DialogButtons
          back="Keep as they are"
          onBack={onClose}
          verb="Set targets"
          onVerb={() => save.mutate(args)}
          busy={save.isPending}
        />
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
          <TargetFields workspace={workspace} targets={targets} onChange={setEdited} />
        ) : (
          <SheetFields sheet={sheet} onChange={setSheet} />
        )}
        <Failed error={save.error} title="The targets were not set" left="Those of before stay." />
      </div>
    </Dialog>
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
