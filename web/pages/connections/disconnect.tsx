import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Workspace } from '../../api/scope.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName } from '../../parts/channels.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import type { ConnectionCardData } from './types.ts';

interface Props {
  workspace: Workspace;
  card: ConnectionCardData;
  onClose(): void;
  onDone(): void;
}

export function Disconnect({ workspace, card: { channel, mode }, onClose, onDone }: Props) {
  const name = channelName(channel);
  const disconnect = useMutation(
    api.connections.disconnect.mutationOptions({
      onSuccess: () => {
        showReadBack({ title: `${name} is disconnected`, about: `Its credentials are gone from ${workspace.name}.` });
        onDone();
      },
    }),
  );
  const submit = () => disconnect.mutate({ workspaceId: workspace.id, channel });
  return (
    <Dialog
      opened
      onClose={onClose}
      mode={mode}
      size={480}
      title={`Disconnect ${name} from ${workspace.name}?`}
      icon={<ChannelIcon channel={channel} size={32} />}
      actions={
        <>
          <Button onClick={onClose}>Keep it connected</Button>
          <Button variant="filled" color="red" onClick={submit} loading={disconnect.isPending}>
            Disconnect
          </Button>
        </>
      }
    >
      <Failed error={disconnect.error} title="It is still connected" />
      <p style={{ margin: 0 }}>
        The stored credentials are deleted and every key and agent is refused on this channel at once. Nothing changes
        at the platform: campaigns that run go on running. Connecting again needs a new sign-in.
      </p>
    </Dialog>
  );
}
