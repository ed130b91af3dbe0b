import { IconBriefcase, IconCode, IconMessage2, IconPlayerPlay, IconSearch, IconTable } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import classes from './channel-icon.module.css';
import { type Channel, channelColour, channelName } from './channels.ts';
import { HelmMark } from './helm-mark.tsx';

const ICONS: Record<Channel, ComponentType<{ size?: number; stroke?: number }>> = {
  social: IconMessage2,
  search: IconSearch,
  video: IconPlayerPlay,
  professional: IconBriefcase,
  tags: IconCode,
  office: IconTable,
  workspace: HelmMark,
};

interface Props {
  channel: string;
  /** 20 in rows, 32 in card heads. */
  size?: number;
  /** Where no name stands beside it. */
  labelled?: boolean;
}

export function ChannelIcon({ channel, size = 20, labelled = false }: Props) {
  const Icon = ICONS[channel as Channel] ?? HelmMark;
  return (
    <span
      className={classes.root}
      data-channel={channel}
      data-size={size > 24 ? 'lg' : 'sm'}
      style={{ width: size, height: size, background: channelColour(channel as Channel) }}
      {...(labelled ? { role: 'img', 'aria-label': channelName(channel) } : { 'aria-hidden': true })}
    >
      <Icon size={Math.round(size * 0.6)} stroke={2} />
    </span>
  );
}
