import { IconEye } from '@tabler/icons-react';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelOrder } from '../../parts/channels.ts';
import { Tag } from '../../parts/tag.tsx';
import classes from './keys.module.css';

/** `null` stands for all of them. */
export const Channels = ({ channels }: { channels: readonly string[] | null }) =>
  channels === null ? (
    <span>All</span>
  ) : (
    <span className={classes.channels}>
      {[...channels]
        .sort((a, b) => channelOrder(a) - channelOrder(b))
        .map((channel) => (
          <ChannelIcon key={channel} channel={channel} labelled />
        ))}
    </span>
  );

interface MayProps {
  readOnly: boolean;
  personalData?: boolean;
  customHtml?: boolean;
}

export const May = ({ readOnly, personalData = false, customHtml = false }: MayProps) => (
  <span className={classes.may}>
    {readOnly && <IconEye size={14} aria-hidden="true" />}
    {readOnly ? 'Read only' : 'Read and write'}
    {personalData && <Tag tone="warn">Personal data</Tag>}
    {customHtml && <Tag tone="warn">Custom HTML</Tag>}
  </span>
);
