import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import type { GrantRecord } from './types.ts';

interface Props {
  grant: GrantRecord;
  onClose(): void;
  onDone(): void;
}

export function RevokeGrant({ grant: { id, client, workspaceName, own, person }, onClose, onDone }: Props) {
  const revoke = useMutation(
    api.grants.revoke.mutationOptions({
      onSuccess: () => {
        showReadBack({ title: `${client.name} is revoked`, about: 'It is refused from now on.' });
        onDone();
      },
    }),
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      size={480}
      title={`Revoke ${client.name}?`}
      about={`${client.redirectHost} · ${workspaceName} · given by ${own ? 'you' : (person.email ?? 'an erased account')}`}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="filled" color="red" onClick={() => revoke.mutate({ id })} loading={revoke.isPending}>
            Revoke client
          </Button>
        </>
      }
    >
      <Failed error={revoke.error} title="The client was not revoked" left="It still works." />
      <p style={{ margin: 0 }}>
        It is refused within one second, in the middle of a batch too. To use it again, somebody has to connect it again
        and choose anew what it may do.
      </p>
    </Dialog>
  );
}
