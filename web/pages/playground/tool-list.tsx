import { Select, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { plural } from '../../format/number.ts';
import { useKey } from '../../keyboard/use-keys.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName, channelOrder } from '../../parts/channels.ts';
import { KeyCap } from '../../parts/key-cap.tsx';
import { Tag } from '../../parts/tag.tsx';
import classes from './playground.module.css';
import type { CatalogueChannel, CatalogueTool } from './types.ts';

interface Props {
  channels: readonly CatalogueChannel[];
  channel: CatalogueChannel;
  tool: CatalogueTool;
  onChannel(name: string): void;
  onTool(name: string): void;
}

/** Tools by toolset; the search also finds arguments and their values. */
export function ToolList({ channels, channel, tool, onChannel, onTool }: Props) {
  const [search, setSearch] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useKey('/', () => input.current?.focus());
  const wanted = search.trim().toLowerCase();
  const found = channel.tools.filter(
    ({ name, title, inputSchema }) =>
      wanted === '' || `${name} ${title} ${JSON.stringify(inputSchema)}`.toLowerCase().includes(wanted),
  );
  const sets = [...Map.groupBy(found, ({ toolset }) => toolset)];
  return (
    <div className={classes.list}>
      <div className={classes.listHead}>
        <ChannelSelect channels={channels} channel={channel} onChannel={onChannel} />
        <TextInput
          ref={input}
          size="xs"
          className="quiet"
          placeholder="Tool, argument or value"
          aria-label="Tool, argument or value"
          leftSection={<IconSearch size={14} />}
          rightSection={<KeyCap keys="/" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      <nav aria-label="Tools" className={classes.tools} tabIndex={0}>
        {sets.map(([toolset, tools]) => (
          <div key={toolset}>
            <div className={classes.toolset}>
              <span>{toolset}</span>
              <span>{tools.length}</span>
            </div>
            {tools.map(({ name, access }) => (
              <UnstyledButton
                key={name}
                className={classes.tool}
                aria-current={name === tool.name ? 'true' : undefined}
                onClick={() => onTool(name)}
              >
                <code>{name}</code>
                <Tag tone={access === 'read' ? 'plain' : 'warn'}>{access === 'read' ? 'read' : 'write'}</Tag>
              </UnstyledButton>
            ))}
          </div>
        ))}
        {found.length === 0 && <p className={classes.none}>Nothing here mentions “{search}”.</p>}
      </nav>
    </div>
  );
}

function ChannelSelect({ channels, channel, onChannel }: Pick<Props, 'channels' | 'channel' | 'onChannel'>) {
  return (
    <Select
      aria-label="Channel"
      allowDeselect={false}
      leftSection={<ChannelIcon channel={channel.channel} />}
      data={[...channels]
        .filter(({ tools }) => tools.length > 0)
        .sort((a, b) => channelOrder(a.channel) - channelOrder(b.channel))
        .map(({ channel: value, tools }) => ({
          value,
          label: `${channelName(value)} · ${plural(tools.length, 'tool')}`,
        }))}
      value={channel.channel}
      onChange={(chosen) => chosen && onChannel(chosen)}
    />
  );
}
