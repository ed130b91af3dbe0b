import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, readAgain } from '../../api/client.ts';
import { plural } from '../../format/number.ts';
import { channelName } from '../../parts/channels.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import classes from './conversions.module.css';

/** Erases what is kept of one person, and says beforehand and afterwards what is not. */
export function ForgetPerson({ workspaceId, onClose }: { workspaceId: string; onClose(): void }) {
  const [email, setEmail] = useState('');
  const forget = useMutation(
    api.leads.forget.mutationOptions({ onSuccess: () => readAgain(api.leads.list.pathFilter()) }),
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      size={480}
      title="Forget one person"
      about="This cannot be undone."
      actions={
        <>
          <Button onClick={onClose}>{forget.data ? 'Close' : 'Keep everything'}</Button>
          <Button
            variant="filled"
            color="red"
            disabled={!email.includes('@') || forget.data !== undefined}
            loading={forget.isPending}
            onClick={() => forget.mutate({ workspaceId, email })}
          >
            Forget
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <Failed error={forget.error} title="Nothing was erased" />
        {forget.data ? (
          <Erased erased={forget.data.erased} />
        ) : (
          <>
            <TextInput
              label="E-mail that the person gave"
              type="email"
              data-autofocus
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <dl className={classes.facts}>
              <dt>Erased here</dt>
              <dd>
                Every lead of this workspace with this address: what was written, and by whom. Its id is kept, so that
                it is not read again.
              </dd>
              <dt>Stays</dt>
              <dd>
                What the platforms have. Backups made before hold it sealed until they lapse. Events that were sent hold
                nothing about the person.
              </dd>
            </dl>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Erased({ erased }: { erased: readonly { channel: string; leadId: string }[] }) {
  if (erased.length === 0)
    return (
      <p className={classes.plain} role="status">
        No lead with this address is kept here. The platforms may have some that were not read yet: ask there.
      </p>
    );
  return (
    <div role="status">
      <p className={classes.plain}>
        <strong>{plural(erased.length, 'lead')} erased here.</strong> The platforms still have them: delete them in
        their own lists, or ask their support.
      </p>
      <ul className={classes.erased}>
        {erased.map(({ channel, leadId }) => (
          <li key={`${channel} ${leadId}`}>
            {channelName(channel)} <code>{leadId}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
