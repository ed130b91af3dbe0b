import { Button, Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import type { KeyRecord, MadeKey } from './types.ts';

const OVERLAPS = [
  { value: '0', label: 'None: the old key stops at once' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
];

interface Props {
  apiKey: KeyRecord;
  onClose(): void;
  onMade(made: MadeKey): void;
}

export function RollKey({ apiKey: { id, name, lastFour }, onClose, onMade }: Props) {
  const [hours, setHours] = useState('24');
  const roll = useMutation(api.keys.roll.mutationOptions({ onSuccess: onMade }));
  const submit = () => roll.mutate({ id, overlapHours: Number(hours) });
  return (
    <Dialog
      opened
      onClose={onClose}
      size={480}
      title={`Roll ${name}`}
      about={`sk_live_…${lastFour} is replaced by a new key that may do the same. The new one will be shown once.`}
      actions={
        <>
          <Button onClick={onClose}>Keep the old key</Button>
          <Button variant="filled" onClick={submit} loading={roll.isPending}>
            Roll key
          </Button>
        </>
      }
    >
      <Failed error={roll.error} title="The key was not rolled" left="The old key works on." />
      <Select
        label="Overlap"
        description="For how long the old key still works beside the new one."
        inputWrapperOrder={['label', 'input', 'description']}
        allowDeselect={false}
        data={OVERLAPS}
        value={hours}
        onChange={(chosen) => chosen && setHours(chosen)}
      />
    </Dialog>
  );
}
