import {
  IconActivity,
  IconArrowBackUp,
  IconBell,
  IconCode,
  IconFlask,
  IconGauge,
  IconHistory,
  IconKey,
  IconListTree,
  IconMenu2,
  IconPlugConnected,
  IconPrompt,
  IconTable,
  IconTarget,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react';

export interface NavItem {
  to: string;
  label: string;
  icon: typeof IconActivity;
  /** The shortcut: G, then this key. */
  key?: string;
  onlyWithSandbox?: true;
}

/** In the order of the navigation, the most used page first. */
export const PAGES: readonly NavItem[] = [
  { to: '/overview', label: 'Overview', icon: IconActivity, key: 'o' },
  { to: '/approvals', label: 'Approvals', icon: IconUserCheck, key: 'v' },
  { to: '/alerts', label: 'Alerts', icon: IconBell, key: 'l' },
  { to: '/campaigns', label: 'Campaigns', icon: IconMenu2, key: 'c' },
  { to: '/media-plans', label: 'Media plans', icon: IconListTree, key: 'm' },
  { to: '/conversions', label: 'Conversions', icon: IconTarget, key: 'e' },
  { to: '/tags', label: 'Tags', icon: IconCode, key: 't' },
  { to: '/activity', label: 'Activity', icon: IconHistory, key: 'a' },
  { to: '/history', label: 'History', icon: IconArrowBackUp, key: 'h' },
  { to: '/playground', label: 'Playground', icon: IconPrompt, key: 'p' },
  { to: '/rehearsal', label: 'Rehearsal', icon: IconFlask, key: 'r', onlyWithSandbox: true },
  { to: '/sheets', label: 'Sheets', icon: IconTable, key: 's' },
];

export const SETTINGS: readonly NavItem[] = [
  { to: '/limits', label: 'Limits', icon: IconGauge },
  { to: '/connections', label: 'Connections', icon: IconPlugConnected },
  { to: '/keys', label: 'API keys', icon: IconKey },
  { to: '/members', label: 'Members', icon: IconUsers },
];
