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
  const [name, setName] = useState(change.kind === 'rename' ? change.workspace.name : '');
  const [currency, setCurrency] = useState('USD');
  const send = useSend(change, { name, currency }, onDone);
  const archives = change.kind === 'archive';
  return (
    <Dialog
      opened
      onClose={onClose}
      size={480}
      title={titleOf(change)}
      actions={
        <>
          <Button onClick={onClose}>{archives ? 'Keep it' : 'Cancel'}</Button>
          <Button
            variant="filled"
            {...(archives && { color: 'red' })}
            disabled={!archives && name.trim() === ''}
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            {VERBS[change.kind]}
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

const VERBS = { create: 'Create workspace', rename: 'Rename', archive: 'Archive' };

function titleOf(change: WorkspaceChange): string {
  if (change.kind === 'create') return 'Create workspace';
  return change.kind === 'archive' ? `Archive ${change.workspace.name}?` : `Rename ${change.workspace.name}`;
}

function useSend(change: WorkspaceChange, typed: { name: string; currency: string }, onDone: Props['onDone']) {
  const queries = useQueryClient();
  const { name } = typed;
  return useMutation({
    mutationFn: async () => {
      if (change.kind === 'create') await client.workspaces.create.mutate(typed);
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
}
