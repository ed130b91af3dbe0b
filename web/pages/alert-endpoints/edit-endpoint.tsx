import { Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { type Endpoint, rereadEndpoints } from '../../api/endpoints.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogButtons } from '../../parts/dialog-buttons.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import classes from './endpoints.module.css';
import { EventChoice } from './event-choice.tsx';
import { EVENTS } from './words.ts';

export function EditEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose(): void }) {
  const { id, workspaceId } = endpoint;
  const [name, setName] = useState(endpoint.name);
  const [on, setOn] = useState(endpoint.state === 'on');
  const [events, setEvents] = useState(() =>
    EVENTS.map(({ type }) => type).filter((type) => endpoint.events.includes(type)),
  );
  const save = useMutation(
    api.endpoints.update.mutationOptions({
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
      size={600}
      title={`Edit ${endpoint.name}`}
      about={endpoint.address}
      footStart="On record in Activity."
      actions={
        <DialogButtons
          back="Keep as it is"
          onBack={onClose}
          verb="Save"
          onVerb={() =>
            save.mutate({
              workspaceId,
              id,
              name: name.trim(),
              events,
              ...(on !== (endpoint.state === 'on') && { on }),
            })
          }
          busy={save.isPending}
          disabled={name.trim() === '' || events.length === 0}
        />
      }
    >
      <div className={classes.form}>
        <TextInput
          data-autofocus
          label="Name"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <OnSwitch on={on} onChange={setOn} />
        <EventChoice chosen={events} onChange={setEvents} />
        <Failed error={save.error} title="The endpoint was not changed" />
      </div>
    </Dialog>
  );
}

function OnSwitch({ on, onChange }: { on: boolean; onChange(on: boolean): void }) {
  return (
    <Switch
      label="On"
      description={
        on ? 'What happens is told there.' : 'Nothing is told there. What happens meanwhile is not told later.'
      }
      checked={on}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
