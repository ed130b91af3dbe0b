import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { rereadEndpoints } from '../../api/endpoints.ts';
import type { Workspace } from '../../api/scope.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import classes from './endpoints.module.css';
import { EventChoice } from './event-choice.tsx';
import { KINDS, type Kind } from './words.ts';

interface Props {
  workspace: Workspace;
  /** A mail server is configured. */
  mails: boolean;
  onClose(): void;
  /** With the secret of a webhook, which is shown once. */
  onMade(name: string, secret: string | null): void;
}

/** What most people want to hear of; each change and each lead is for programs. */
const USUAL = ['alert.firing', 'alert.resolved', 'plan.waiting', 'limit.reached', 'change.unknown', 'report.ready'];

export function NewEndpoint({ workspace, mails, onClose, onMade }: Props) {
  const [kind, setKind] = useState<Kind>('webhook');
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [events, setEvents] = useState<string[]>(USUAL);
  const chosen = KINDS.find((one) => one.kind === kind)!;
  const make = useMutation(
    api.endpoints.create.mutationOptions({
      onSuccess: ({ endpoint, secret }) => {
        rereadEndpoints();
        onMade(endpoint.name, secret);
      },
    }),
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      size={600}
      title="Add an endpoint"
      about={workspace.name}
      footStart="On record in Activity."
      actions={
        <>
          <Button onClick={onClose}>Add nothing</Button>
          <Button
            variant="filled"
            disabled={address.trim() === '' || events.length === 0}
            loading={make.isPending}
            onClick={() =>
              make.mutate({
                workspaceId: workspace.id,
                kind,
                name: name.trim() || chosen.name,
                address: address.trim(),
                events: events as never,
              })
            }
            rightSection={<KeyCap keys="mod↵" onAccent />}
          >
            Add the endpoint
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <SegmentedControl
          aria-label="Kind"
          value={kind}
          onChange={(value) => setKind(value as Kind)}
          data={KINDS.map((one) => ({ value: one.kind, label: one.name }))}
        />
        {kind === 'email' && (
          <p className={classes.quiet}>
            {mails
              ? 'Mails go to members of this workspace only.'
              : 'No mail server is configured: whoever runs the service sets ADHELM_SMTP_URL first.'}
          </p>
        )}
        <TextInput
          data-autofocus
          label={chosen.label}
          placeholder={chosen.address}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <TextInput
          label="Name"
          placeholder={chosen.name}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <EventChoice chosen={events} onChange={setEvents} />
        <Failed error={make.error} title="The endpoint was not added" />
      </div>
    </Dialog>
  );
}
