import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { Campaign } from '../api/campaign.ts';
import type { CampaignState } from '../api/campaign-state.ts';
import { ChannelIcon } from '../parts/channel-icon.tsx';
import type { SearchSource } from './search-entries.ts';

/** Search entries for loaded campaigns, with the commands that fit their state. */
export const searchSource =
  (campaigns: readonly Campaign[]): SearchSource =>
  (go) =>
    campaigns.map(({ key, name, channel, accountName, state }) => ({
      label: name,
      about: `${accountName} · ${state.text}`,
      icon: <ChannelIcon channel={channel} />,
      run: () => go('/campaigns', { open: key }),
      actions: (CHANGES[state.value] ?? []).map(([verb, change, Icon]) => ({
        label: `${verb} ${name}`,
        about: `${accountName} · asks before it is sent`,
        icon: <Icon size={16} stroke={1.75} />,
        run: () => go('/campaigns', { open: key, change }),
      })),
    }));

/** By what a campaign is now: the verb, and the dialog it opens. */
const CHANGES: Partial<Record<CampaignState['value'], [string, 'pause', typeof IconPlayerPause][]>> = {
  active: [['Pause', 'pause', IconPlayerPause]],
  limited: [['Pause', 'pause', IconPlayerPause]],
  learning: [['Pause', 'pause', IconPlayerPause]],
  paused: [['Start', 'pause', IconPlayerPlay]],
};
