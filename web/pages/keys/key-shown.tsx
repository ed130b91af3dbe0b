import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CLIENTS, KEY_VARIABLE, PROGRAMS } from '../../../src/text/client-snippets.ts';
import { api } from '../../api/client.ts';
import { relative } from '../../format/time.ts';
import { CHANNEL_NAMES, channelName } from '../../parts/channels.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { SecretBox } from '../../parts/secret-box.tsx';
import { Status } from '../../parts/status.tsx';
import classes from './keys.module.css';
import { Snippets } from './snippets.tsx';
import type { MadeKey } from './types.ts';

const [CURL, ...OTHER_PROGRAMS] = PROGRAMS;
const SNIPPETS = [CURL!, ...CLIENTS.filter(({ signInOnly }) => !signInOnly), ...OTHER_PROGRAMS];

/** Shows a new key, once: the service stores only its hash, and the page forgets it when this dialog closes. */
export function KeyShown({ made: { key, record }, onClose }: { made: MadeKey; onClose(): void }) {
  const [hidden, setHidden] = useState(true);
  const channels = record.channels ?? Object.keys(CHANNEL_NAMES).filter((channel) => channel !== 'office');
  const about = [
    record.name,
    record.workspaceName,
    record.readOnly ? 'read only' : 'read and write',
    record.channels === null ? 'all channels' : channels.map(channelName).join(', '),
    record.expiresAt ? `until ${relative(record.expiresAt, Date.now())}` : 'without end',
  ].join(' · ');
  return (
    <Dialog
      opened
      once
      onClose={onClose}
      size={680}
      title="Copy the key now"
      about={about}
      footStart={
        <>
          Add <code>?read_only=true</code> to an address and the agent can look but not touch.
        </>
      }
      actions={
        <Button variant="filled" onClick={onClose}>
          I have stored it
        </Button>
      }
    >
      <SecretBox
        secret={key}
        what="key"
        warning="Shown this once. If it is lost, roll the key; the old one works on for the overlap you choose."
      />
      <Snippets
        snippets={SNIPPETS}
        connection={{
          origin: window.location.origin,
          name: record.workspaceName,
          channels: channels.filter((channel) => channel !== 'office'),
          key: hidden ? KEY_VARIABLE : key,
        }}
      />
      <div className={classes.under}>
        <Checkbox
          size="xs"
          checked={hidden}
          onChange={(event) => setHidden(event.currentTarget.checked)}
          label={
            <>
              Put the key in as <code>{KEY_VARIABLE}</code>, so that it does not end up in a file
            </>
          }
        />
        <FirstCall record={record} />
      </div>
    </Dialog>
  );
}

/** Says when the key is used for the first time. */
function FirstCall({ record }: Pick<MadeKey, 'record'>) {
  const { data } = useQuery({
    ...api.keys.list.queryOptions({ workspaceIds: [record.workspaceId] }),
    refetchInterval: 3_000,
  });
  const usedAt = data?.keys.find(({ id }) => id === record.id)?.lastUsedAt;
  return (
    <span aria-live="polite">
      {usedAt ? (
        <Status kind="done">{`First call ${relative(usedAt, Date.now())}`}</Status>
      ) : (
        <Status kind="scheduled">Waiting for its first call</Status>
      )}
    </span>
  );
}
