import type { Channel } from '../../tools/channel.ts';

/** The service's own area: about workspaces, not about a platform. */
export const channel: Channel<undefined> = {
  name: 'workspace',
  title: 'Workspaces',
  instructions:
    'Workspaces, their channels and ad accounts, the spreadsheets they can read, and numbers over all channels at once: report for "which campaign, over everything", compare for two periods. What is not in a reply stands in its `missing`, never as zero; two currencies are never added. Monitors, alerts, budget plans, schedules and media plans from spreadsheets are listed with ?toolsets=watching,pacing,schedules,media_plans and can be called either way.',
  defaultToolsets: ['conversions', 'history', 'leads', 'plans', 'reporting', 'spending', 'workspaces'],
  foundToolsets: ['conversions', 'leads', 'watching', 'pacing', 'schedules', 'media_plans'],
  hosts: {},
  needsConnection: false,
  connect: () => undefined,
};
