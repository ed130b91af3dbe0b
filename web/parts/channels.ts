/** The ad channels, in the order used by every list and stacked chart. */
export const AD_CHANNELS = ['social', 'search', 'video', 'professional'] as const;

export type AdChannel = (typeof AD_CHANNELS)[number];
export type Channel = AdChannel | 'office' | 'workspace';

export const CHANNEL_NAMES: Record<Channel, string> = {
  social: 'Social',
  search: 'Search',
  video: 'Video',
  professional: 'Professional',
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
