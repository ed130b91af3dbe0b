import { Button, CopyButton, SegmentedControl, Tabs } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import type { Connection, Snippet } from '../../../src/text/client-snippets.ts';
import { CodeBox } from '../../parts/code-box.tsx';
import classes from './keys.module.css';

interface Props {
  snippets: readonly Snippet[];
  connection: Connection;
  /** One-click links, for a connection without a key. A link opens one address. */
  links?: boolean;
}

/** How several clients connect, one a tab, at one address for all channels or at one for each. */
export function Snippets({ snippets, connection, links = false }: Props) {
  const [tab, setTab] = useState<string | null>(snippets[0]?.name ?? null);
  const [addresses, setAddresses] = useState('one');
  const chosen = snippets.find(({ name }) => name === tab) ?? snippets[0]!;
  const shown = addresses === 'one' ? { ...connection, channels: [] } : connection;
  const text = chosen.write(shown);
  return (
    <Tabs value={tab} onChange={setTab} className={classes.tabs}>
      <Tabs.List>
        {snippets.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <div className={classes.snippetBar}>
        <SegmentedControl
          aria-label="Addresses"
          value={addresses}
          onChange={setAddresses}
          data={[
            { value: 'one', label: 'One address' },
            { value: 'channels', label: 'One a channel' },
          ]}
        />
        {links && addresses === 'one' && chosen.link && (
          <Button component="a" size="xs" href={chosen.link(shown)} leftSection={<IconExternalLink />}>
            Open in {chosen.name}
          </Button>
        )}
        <CopyButton value={text} timeout={3000}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              className={classes.copy}
              leftSection={copied ? <IconCheck /> : <IconCopy />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </div>
      {snippets.map(({ name, write }) => (
        <Tabs.Panel key={name} value={name} className={classes.panel}>
          <CodeBox label={`How to connect ${name}`}>{write(shown)}</CodeBox>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
