import { Select } from '@mantine/core';
import type { Workspace } from '../../api/scope.ts';
import { AD_CHANNELS, channelName } from '../../parts/channels.ts';

interface Props {
  workspace: Workspace;
  /** Empty: every channel. */
  channel: string;
  onChange(channel: string): void;
}

/** The channels of a workspace that spend money. */
export function ChannelSelect({ workspace, channel, onChange }: Props) {
  const channels = AD_CHANNELS.filter((name) => name in workspace.modes);
  return (
    <Select
      label="Channel"
      placeholder="every channel"
      clearable
      data={channels.map((value) => ({ value, label: channelName(value) }))}
      value={channel || null}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
