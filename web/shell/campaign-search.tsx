import type { Campaign } from '../api/campaign.ts';
import { ChannelIcon } from '../parts/channel-icon.tsx';
import type { SearchSource } from './search-entries.ts';

/** What ⌘K finds once the campaigns are loaded. */
export const searchSource = (campaigns: readonly Campaign[]): SearchSource => ({
  group: 'Campaigns',
  entries: (go) =>
    campaigns.map(({ key, name, channel, accountName, state }) => ({
      label: name,
      about: `${accountName} · ${state.text}`,
      icon: <ChannelIcon channel={channel} />,
      run: () => go('/campaigns', { open: key }),
    })),
});
