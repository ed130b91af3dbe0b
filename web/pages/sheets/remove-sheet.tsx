import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import type { Sheet } from './sheet-columns.tsx';

interface Props {
  workspaceId: string;
  sheet: Sheet;
  onClose(): void;
  onDone(): void;
}

export function RemoveSheet({ workspaceId, sheet: { id, name }, onClose, onDone }: Props) {
  const remove = useMutation(
    api.sheets.remove.mutationOptions({
      onSuccess: () => {
        showReadBack({ title: `${name} is removed`, about: `Reading ${id} is answered with "not found".` });
        onDone();
      },
    }),
  );
  const submit = () => remove.mutate({ workspaceId, id });
  return (
    <Dialog
      opened
      onClose={onClose}
      size={480}
      title={`Remove ${name}?`}
      about={id}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="filled" color="red" loading={remove.isPending} onClick={submit}>
            Remove
          </Button>
        </>
      }
    >
      <Failed error={remove.error} title="It was not removed" />
      <p style={{ margin: 0 }}>
        The file is deleted from the service and agents that read it by this id are refused. This cannot be undone.
      </p>
    </Dialog>
  );
}
