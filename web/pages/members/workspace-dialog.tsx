import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import type { Workspace } from '../../api/scope.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import classes from './members.module.css';

export type WorkspaceChange = { kind: 'create' } | { kind: 'rename' | 'archive'; workspace: Workspace };

interface Props {
  change: WorkspaceChange;
  onClose(): void;
  onDone(): void;
}

export function WorkspaceDialog({ change, onClose, onDone }: Props) {
  const queries = useQueryClient();
  const [name, setName] = useState(change.kind === 'rename' ? change.workspace.name : '');
  const [currency, setCurrency] = useState('USD');
  const send = useMutation({
    mutationFn: async () => {
      if (change.kind === 'create') await client.workspaces.create.mutate({ name, currency });
      else if (change.kind === 'rename')
        await client.workspaces.rename.mutate({ workspaceId: change.workspace.id, name });
      else await client.workspaces.archive.mutate({ workspaceId: change.workspace.id });
    },
    onSuccess: () => {
      void queries.invalidateQueries();
      showReadBack(
        change.kind === 'archive'
          ? { title: `${change.workspace.name} is archived`, about: 'Its keys are refused; its records stay.' }
          : { title: `${name} is ready`, about: change.kind === 'create' ? 'Connect its channels next.' : 'Renamed.' },
      );
      onDone();
    },
  });
  const archives = change.kind === 'archive';
  const ready = archives || name.trim() !== '';
  const title =
    change.kind === 'create'
      ? 'Create workspace'
      : `${archives ? 'Archive' : 'Rename'} ${change.workspace.name}${archives ? '?' : ''}`;
  const verb = { create: 'Create workspace', rename: 'Rename', archive: 'Archive' }[change.kind];
  return (
    <Dialog
      opened
      onClose={onClose}
      size={480}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{archives ? 'Keep it' : 'Cancel'}</Button>
          <Button
            variant="filled"
            {...(archives && { color: 'red' })}
            disabled={!ready}
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <Failed error={send.error} title="Nothing was changed" />
        {archives ? (
          <p style={{ margin: 0 }}>
            Every key of this workspace is refused from then on, and it leaves the lists. Nothing changes at the
            platforms: campaigns that run go on running. Its records stay in Activity.
          </p>
        ) : (
          <TextInput
            label="Name"
            data-autofocus
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {change.kind === 'create' && (
          <TextInput
            label="Currency"
            description="Three letters, for amounts that belong to no account."
            inputWrapperOrder={['label', 'input', 'description']}
            maxLength={3}
            value={currency}
            onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
          />
        )}
      </div>
    </Dialog>
  );
}
