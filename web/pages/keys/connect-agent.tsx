import { Button } from '@mantine/core';
import { CLIENTS } from '../../../src/text/client-snippets.ts';
import { useScope } from '../../api/scope.ts';
import { CHANNEL_NAMES } from '../../parts/channels.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Snippets } from './snippets.tsx';

/** What each client needs to connect by sign-in: an address, and a person who consents. */
export function ConnectAgent({ onClose }: { onClose(): void }) {
  const { workspace } = useScope();
  return (
    <Dialog
      opened
      onClose={onClose}
      size={680}
      title="Connect an agent"
      about="Without a key: it asks you to sign in, and you choose what it may do."
      footStart={
        window.location.protocol === 'https:'
          ? 'What it was given is listed here afterwards, and can be revoked.'
          : 'Claude and ChatGPT connect from the internet: they need a public https address.'
      }
      actions={
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Snippets
        links
        snippets={CLIENTS}
        connection={{
          origin: window.location.origin,
          name: workspace?.name ?? 'adhelm',
          channels: Object.keys(CHANNEL_NAMES).filter((channel) => channel !== 'office'),
        }}
      />
    </Dialog>
  );
}
