import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import type { Workspace } from '../../api/scope.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName } from '../../parts/channels.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { Problem } from '../../parts/problem.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import { AccountChoice } from './account-choice.tsx';
import classes from './connections.module.css';
import type { ConnectionCardData } from './types.ts';

interface Props {
  workspace: Workspace;
  card: ConnectionCardData;
  onClose(): void;
  onDone(): void;
}

export function ChangeAccount({ workspace, card: { channel, account, mode }, onClose, onDone }: Props) {
  const workspaceId = workspace.id;
  const [chosen, setChosen] = useState(account ?? undefined);
  const reached = useQuery({
    queryKey: ['accounts', workspaceId, channel],
    queryFn: () => client.connections.test.mutate({ workspaceId, channel }),
    staleTime: 0,
  });
  const change = useMutation(
    api.connections.chooseAccount.mutationOptions({
      onSuccess: () => {
        showReadBack({
          title: `${channelName(channel)} uses ${chosen}`,
          about: `In ${workspace.name}, when a call names none.`,
        });
        onDone();
      },
    }),
  );
  const submit = () => chosen && chosen !== account && change.mutate({ workspaceId, channel, account: chosen });
  const { failure, accounts = [] } = reached.data ?? {};
  return (
    <Dialog
      opened
      onClose={onClose}
      mode={mode}
      title={`Account of ${channelName(channel)}`}
      about={`In ${workspace.name}. Calls that name an account are not changed by this.`}
      icon={<ChannelIcon channel={channel} size={32} />}
      actions={
        <>
          <Button onClick={onClose}>Keep {account}</Button>
          <Button variant="filled" onClick={submit} loading={change.isPending} disabled={!chosen || chosen === account}>
            Use this account
          </Button>
        </>
      }
    >
      <Failed error={change.error} title="The account was not changed" />
      {failure && (
        <Problem
          title={accounts.length > 0 ? 'The account in use cannot be read' : 'The platform did not list accounts'}
          text={`${failure.message} ${failure.nextStep}`}
        />
      )}
      {reached.isPending && (
        <div className={classes.asking}>
          <Loader size="sm" /> Asking the platform which accounts there are
        </div>
      )}
      {accounts.length > 0 && <AccountChoice accounts={accounts} value={chosen} onChange={setChosen} />}
    </Dialog>
  );
}
