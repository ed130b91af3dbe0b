import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { plural } from '../../format/number.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import type { KeyRecord } from './types.ts';

interface Props {
  apiKey: KeyRecord;
  onClose(): void;
  onDone(): void;
}

export function RevokeKey({ apiKey: { id, name, lastFour, callsPerDay }, onClose, onDone }: Props) {
  const revoke = useMutation(
    api.keys.revoke.mutationOptions({
      onSuccess: () => {
        showReadBack({ title: `${name} is revoked`, about: `sk_live_…${lastFour} is refused from now on.` });
        onDone();
      },
    }),
  );
  const submit = () => revoke.mutate({ id });
  return (
    <Dialog
      opened
      onClose={onClose}
      size={480}
      title={`Revoke ${name}?`}
      about={`sk_live_…${lastFour}`}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="filled" color="red" onClick={submit} loading={revoke.isPending}>
            Revoke key
          </Button>
        </>
      }
    >
      <Failed error={revoke.error} title="The key was not revoked" left="It still works." />
      <p style={{ margin: 0 }}>
        Whoever uses it is refused within one second, in the middle of a batch too. It made{' '}
        {plural(callsPerDay.at(-1) ?? 0, 'call')} today. This cannot be undone; a new key can be made at any time.
      </p>
    </Dialog>
  );
}
