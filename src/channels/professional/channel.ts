import type { Channel } from '../../tools/channel.ts';

/** The professional network. Its address and connection are here; its tools come with its connector. */
export const channel: Channel<undefined> = {
  name: 'professional',
  title: 'Professional network ads',
  instructions:
    'Campaign groups (shown as Campaign), campaigns (shown as Ad set) and creatives (shown as Ad) of the professional network.',
  hosts: { api: 'https://api.linkedin.com', oauth: 'https://www.linkedin.com' },
  needsConnection: true,
  connect: () => undefined,
};
