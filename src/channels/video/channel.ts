import { z } from 'zod';
import type { Channel } from '../../tools/channel.ts';
import { plain, secret } from '../../tools/credentials.ts';

/** The short-video platform. Its address and connection are here; its tools come with its connector. */
export const channel: Channel<undefined> = {
  name: 'video',
  title: 'Short-video ads',
  instructions: 'Advertisers, campaigns, ads and targeting options of the short-video platform.',
  hosts: { api: 'https://business-api.tiktok.com' },
  needsConnection: true,
  credentials: {
    ways: [
      {
        title: 'A token of an app',
        fields: z.strictObject({
          app_id: plain('The app that was authorized'),
          secret: secret('Secret of that app; the list of advertisers is asked for with it'),
          access_token: secret('Has no end; it works until it is revoked'),
        }),
      },
    ],
    secretShapes: [/\b[0-9a-f]{40}\b/],
    secretNames: ['auth_code'],
  },
  connect: () => undefined,
};
