import { SegmentedControl, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { rereadEndpoints } from '../../api/endpoints.ts';
import type { Workspace } from '../../api/scope.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogButtons } from '../../parts/dialog-buttons.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import classes from './endpoints.module.css';
import { EventChoice } from './event-choice.tsx';
import { EVENTS, type EventName, KINDS, type Kind } from './words.ts';

interface Props {
  workspace: Workspace;
  /** A mail server is configured. */
  mails: boolean;
  onClose(): void;
  /** With the secret of a webhook, which is shown once. */
  onMade(name: string, secret: string | null): void;
}

interface Draft {
  kind: Kind;
  name: string;
  address: string;
  events: EventName[];
}

/** What most people want to hear of; each change and each lead is for programs. */
const USUAL = EVENTS.map(({ type }) => type).filter((type) => type !== 'change.applied' && type !== 'lead.received');

const wordsOf = (kind: Kind) => KINDS.find((one) => one.kind === kind)!;

export function NewEndpoint({ workspace, mails, onClose, onMade }: Props) {
  const [draft, setDraft] = useState<Draft>({ kind: 'webhook', name: '', address: '', events: USUAL });
  const { kind, name, address, events } = draft;
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
        <DialogButtons
          back="Add nothing"
          onBack={onClose}
          verb="Add the endpoint"
          onVerb={() =>
            make.mutate({
              workspaceId: workspace.id,
              kind,
              name: name.trim() || wordsOf(kind).name,
              address: address.trim(),
              events,
            })
          }
          busy={make.isPending}
          disabled={address.trim() === '' || events.length === 0}
        />
      }
    >
      <div className={classes.form}>
        <Fields draft={draft} mails={mails} put={(change) => setDraft((old) => ({ ...old, ...change }))} />
        <Failed error={make.error} title="The endpoint was not added" />
      </div>
    </Dialog>
  );
}

interface FieldsProps {
  draft: Draft;
  mails: boolean;
  put(change: Partial<Draft>): void;
}

function Fields({ draft: { kind, name, address, events }, mails, put }: FieldsProps) {
  const chosen = wordsOf(kind);
  return (
    <>
      <SegmentedControl
        aria-label="Kind"
        value={kind}
        onChange={(value) => put({ kind: value as Kind })}
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
        onChange={(event) => put({ address: event.currentTarget.value })}
      />
      <TextInput
        label="Name"
        placeholder={chosen.name}
        maxLength={100}
        value={name}
        onChange={(event) => put({ name: event.currentTarget.value })}
      />
      <EventChoice chosen={events} onChange={(chosenEvents) => put({ events: chosenEvents })} />
    </>
  );
}
