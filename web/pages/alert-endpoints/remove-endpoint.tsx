import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { type Endpoint, rereadEndpoints } from '../../api/endpoints.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';

export function RemoveEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose(): void }) {
  const { id, workspaceId, name, address } = endpoint;
  const remove = useMutation(
    api.endpoints.remove.mutationOptions({
      onSuccess: () => {
        rereadEndpoints();
        onClose();
      },
    }),
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Remove ${name}?`}
      about={address}
      actions={
        <>
          <Button data-autofocus onClick={onClose}>
            Keep it
          </Button>
          <Button
            variant="filled"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate({ workspaceId, id })}
          >
            Remove the endpoint
          </Button>
        </>
      }
    >
      <p>What waits to be delivered there is dropped, and its log goes with it.</p>
      <Failed error={remove.error} title="The endpoint was not removed" left="It is still told." />
    </Dialog>
  );
}
