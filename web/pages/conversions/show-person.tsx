import { Button, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import type { Lead } from '../../api/leads.ts';
import { moment } from '../../format/time.ts';
import { channelName } from '../../parts/channels.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import classes from './conversions.module.css';

const SHOWN_S = 60;
const REASON_LENGTH_MIN = 5;

interface Props {
  workspaceId: string;
  leads: readonly Lead[];
  onClose(): void;
}

/** One person, for a reason that is put on record, for a minute. Kept nowhere: closing the dialog forgets it. */
export function ShowPerson({ workspaceId, leads, onClose }: Props) {
  const [id, setId] = useState(leads[0]?.id ?? null);
  const [reason, setReason] = useState('');
  const show = useMutation({ ...api.leads.show.mutationOptions(), gcTime: 0 });
  const lead = leads.find((one) => one.id === id);
  const leftS = useCountdown(show.data !== undefined, onClose);
  return (
    <Dialog
      opened
      onClose={onClose}
      size={480}
      title="Show one person"
      about={show.data ? `Hidden again in ${leftS} s` : 'Your name and your reason stand in Activity.'}
      actions={
        <>
          <Button onClick={onClose}>{show.data ? 'Hide' : 'Show nobody'}</Button>
          <Button
            variant="filled"
            disabled={!lead || reason.trim().length < REASON_LENGTH_MIN || show.data !== undefined}
            loading={show.isPending}
            onClick={() => lead && show.mutate({ workspaceId, channel: lead.channel, leadId: lead.id, reason })}
            rightSection={<KeyCap keys="mod↵" onAccent />}
          >
            Show for {SHOWN_S} s
          </Button>
        </>
      }
    >
      {show.data ? (
        <Person {...show.data} />
      ) : (
        <div className={classes.form}>
          <Failed error={show.error} title="Nobody was shown" />
          <Select
            label="Lead"
            searchable
            allowDeselect={false}
            data={leads.map((one) => ({ value: one.id, label: nameOf(one) }))}
            value={id}
            onChange={setId}
          />
          <TextInput
            label="Why"
            description="Such as: calls back because the appointment moved. Do not name the person here."
            value={reason}
            maxLength={300}
            data-autofocus
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </div>
      )}
    </Dialog>
  );
}

const nameOf = ({ id, channel, form, formId, submittedAt }: Lead) =>
  `${id} · ${channelName(channel)} · ${form ?? formId} · ${moment(submittedAt)}`;

interface PersonProps {
  answers: readonly { field: string; values: readonly string[] }[];
  consents: readonly { text: string; given: boolean }[];
}

/** A stranger's words, as text. */
const Person = ({ answers, consents }: PersonProps) => (
  <div role="status">
    <dl className={classes.facts}>
      {answers.flatMap(({ field, values }) => [
        <dt key={`${field} name`}>{field.replaceAll('_', ' ')}</dt>,
        <dd key={field}>{values.join(', ') || '–'}</dd>,
      ])}
      {consents.flatMap(({ text, given }) => [
        <dt key={`${text} name`}>{given ? 'Agreed' : 'Did not agree'}</dt>,
        <dd key={text}>{text}</dd>,
      ])}
    </dl>
  </div>
);

function useCountdown(isOn: boolean, onEnd: () => void): number {
  const [leftS, setLeftS] = useState(SHOWN_S);
  useEffect(() => {
    if (!isOn) return;
    const ticking = setInterval(() => setLeftS((left) => left - 1), 1_000);
    return () => clearInterval(ticking);
  }, [isOn]);
  useEffect(() => {
    if (leftS <= 0) onEnd();
  }, [leftS, onEnd]);
  return leftS;
}
