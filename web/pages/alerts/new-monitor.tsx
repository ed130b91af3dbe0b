import { Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Monitor, rereadAlerts } from '../../api/alerts.ts';
import { callTool } from '../../api/call-tool.ts';
import type { Workspace } from '../../api/scope.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogButtons } from '../../parts/dialog-buttons.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import classes from './alerts.module.css';
import { argumentsOf, type Draft, draftOf } from './monitor-draft.ts';
import { ActionChoice, OwnFields, ScopeFields, ThresholdFields } from './monitor-fields.tsx';
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
        <DialogButtons
          back={monitor ? 'Keep as it is' : 'Watch nothing new'}
          onBack={onClose}
          verb={monitor ? 'Save the monitor' : 'Create the monitor'}
          onVerb={() => save.mutate(args)}
          busy={save.isPending}
        />
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
        <ScopeFields workspace={workspace} draft={draft} put={put} />
        {draft.kind === 'own' ? <OwnFields draft={draft} put={put} /> : <ThresholdFields draft={draft} put={put} />}
        <ActionChoice draft={draft} put={put} />
        <Failed error={save.error} title={monitor ? 'The monitor was not changed' : 'The monitor was not created'} />
        <PastVerdicts workspaceId={workspace.id} arguments={args} />
      </div>
    </Dialog>
  );
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
