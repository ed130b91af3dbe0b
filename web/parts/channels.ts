/** The ad channels, in the order used by every list and stacked chart. */
export const AD_CHANNELS = ['social', 'search', 'video', 'professional'] as const;

export type AdChannel = (typeof AD_CHANNELS)[number];
export type Channel = AdChannel | 'tags' | 'office' | 'workspace';

/** The channels in which something is changed, in the same order: tags spend nothing and have no numbers. */
export const CHANGED_CHANNELS: readonly Channel[] = [...AD_CHANNELS, 'tags'];

/** The channels that are connected by signing in at a platform. */
export const CONNECTED_CHANNELS: readonly Channel[] = [...CHANGED_CHANNELS, 'office'];

export const CHANNEL_NAMES: Record<Channel, string> = {
  social: 'Social',
  search: 'Search',
  video: 'Video',
  professional: 'Professional',
  tags: 'Tag management',
  office: 'Spreadsheets',
  workspace: 'Workspace',
};

export const channelColour = (channel: Channel): string => `var(--ch-${channel === 'workspace' ? 'office' : channel})`;

export const channelName = (channel: string): string => CHANNEL_NAMES[channel as Channel] ?? channel;

/** For sorting by the fixed order; what we do not know comes last. */
export const channelOrder = (channel: string): number => {
  const at = Object.keys(CHANNEL_NAMES).indexOf(channel);
  return at < 0 ? 99 : at;
};
