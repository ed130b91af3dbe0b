import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Monitor, rereadAlerts } from '../../api/alerts.ts';
import { callTool } from '../../api/call-tool.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { showReadBack } from '../../parts/read-back.tsx';

export function DeleteMonitor({ monitor, onClose }: { monitor: Monitor; onClose(): void }) {
  const remove = useMutation({
    mutationFn: () =>
      callTool({
        workspaceId: monitor.workspaceId,
        channel: 'workspace',
        tool: 'delete_monitor',
        arguments: { monitor_id: monitor.id },
      }),
    onSuccess: () => {
      rereadAlerts();
      showReadBack({ title: `${monitor.name} is deleted`, about: 'It is judged no more.' });
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Delete ${monitor.name}?`}
      about={`${monitor.where} · ${monitor.workspace}`}
      actions={
        <>
          <Button data-autofocus onClick={onClose}>
            Keep watching
          </Button>
          <Button variant="filled" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete the monitor
          </Button>
        </>
      }
    >
      <p>Its open alerts end with it. Nothing that it paused is switched on again.</p>
      <Failed error={remove.error} title="The monitor was not deleted" left="It is still judged." />
    </Dialog>
  );
}
