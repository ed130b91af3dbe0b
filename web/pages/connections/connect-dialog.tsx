import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { api } from '../../api/client.ts';
import type { Workspace } from '../../api/scope.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName } from '../../parts/channels.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import { AccountStep } from './account-step.tsx';
import { AppStep } from './app-step.tsx';
import classes from './connections.module.css';
import { PasteStep } from './paste-step.tsx';
import { Steps } from './steps.tsx';
import type { PendingConnection } from './types.ts';

export type Start =
  | { at: 'live' | 'sandbox' | 'paste'; channel: string }
  /** The platform's sign-in page has redirected back. */
  | { at: 'pending'; id: string };

interface Props {
  workspace: Workspace;
  start: Start;
  onClose(): void;
  onDone(): void;
}

/** Steps: credentials or sign-in, the identity the platform gives, the ad account. Only the last button stores anything. */
export function ConnectDialog({ workspace, start, onClose, onDone }: Props) {
  const workspaceId = workspace.id;
  const [pasted, setPasted] = useState<PendingConnection>();
  const arrived = useQuery({
    ...api.connections.pending.queryOptions({ workspaceId, id: start.at === 'pending' ? start.id : '' }),
    enabled: start.at === 'pending',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const pending = pasted ?? (start.at === 'pending' ? arrived.data : undefined);
  const channel = pending?.channel ?? (start.at === 'pending' ? '' : start.channel);
  const mode = pending?.mode ?? (start.at === 'sandbox' ? 'sandbox' : 'live');
  // Storing reads the account first: what it refuses is not stored.
  const store = useMutation(
    api.connections.store.mutationOptions({
      onSuccess: (_, { account }) => {
        showReadBack({
          title: `${channelName(channel)} is connected to ${workspace.name}`,
          about: `Signed in as ${pending?.who ?? 'an account'}${account ? `; account ${account} was read` : ''}.`,
        });
        onDone();
      },
    }),
  );
  const title = channel === '' ? 'Connect' : `Connect ${channelName(channel)} to ${workspace.name}`;
  const about = `${mode === 'sandbox' ? 'Sandbox' : 'Live'} · nothing is stored before you confirm`;
  const frame = {
    opened: true,
    onClose,
    size: 540,
    mode,
    title,
    about,
    icon: <ChannelIcon channel={channel} size={32} />,
  };

  if (pending && !pending.failure)
    return (
      <AccountStep
        frame={frame}
        pending={pending}
        saving={store.isPending}
        error={store.error}
        onStore={(account) => store.mutate({ workspaceId, id: pending.id, ...(account && { account }) })}
      />
    );
  if (start.at === 'paste')
    return <PasteStep frame={frame} workspace={workspace} channel={channel} onPending={setPasted} />;
  if (start.at === 'pending')
    return <ArrivalStep frame={frame} failure={pending?.failure ?? undefined} error={arrived.error} />;
  return <AppStep frame={frame} workspace={workspace} channel={channel} mode={start.at} />;
}

interface ArrivalProps {
  frame: Omit<ComponentProps<typeof Dialog>, 'children'>;
  failure: PendingConnection['failure'] | undefined;
  error: { message: string } | null;
}

/** After the redirect: the service asks the platform whose sign-in it was. */
function ArrivalStep({ frame, failure, error }: ArrivalProps) {
  return (
    <Dialog {...frame} actions={<Button onClick={frame.onClose}>Close</Button>}>
      <Steps at={1} />
      {failure || error ? (
        <Problem
          title="Nothing was connected"
          text={failure ? `${failure.message} ${failure.nextStep}` : `${error?.message} Start again from the card.`}
        />
      ) : (
        <div className={classes.asking}>
          <Loader size="sm" /> Asking the platform who this is
        </div>
      )}
    </Dialog>
  );
}
