import type { Channel } from '../../tools/channel.ts';

/** The short-video platform. Its address and connection are here; its tools come with its connector. */
export const channel: Channel<undefined> = {
  name: 'video',
  title: 'Short-video ads',
  instructions: 'Advertisers, campaigns, ads and targeting options of the short-video platform.',
  hosts: { api: 'https://business-api.tiktok.com' },
  needsConnection: true,
  connect: () => undefined,
};
