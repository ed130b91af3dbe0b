import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './connections.module.css';

/** The redirect URI to register in the platform's app settings. */
export const RedirectAddress = ({ address }: { address: string }) => (
  <div className={classes.address}>
    <code>{address}</code>
    <CopyButton value={address}>
      {({ copied, copy }) => (
        <ActionIcon onClick={copy} aria-label="Copy the redirect address">
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      )}
    </CopyButton>
  </div>
);
