import { z } from 'zod';
import type { Channel } from '../../tools/channel.ts';
import { moment, plain, secret } from '../../tools/credentials.ts';

/** The professional network. Its address and connection are here; its tools come with its connector. */
export const channel: Channel<undefined> = {
  name: 'professional',
  title: 'Professional network ads',
  instructions:
    'Campaign groups (shown as Campaign), campaigns (shown as Ad set) and creatives (shown as Ad) of the professional network.',
  hosts: { api: 'https://api.linkedin.com', oauth: 'https://www.linkedin.com' },
  needsConnection: true,
  credentials: {
    ways: [
      {
        title: "A member's sign-in",
        fields: z.strictObject({
          client_id: plain('Of the app'),
          client_secret: secret('Of the same app'),
          access_token: secret('Begins with `AQ`; lives for 60 days'),
          expires_at: moment('When the access token ends').optional(),
          refresh_token: secret(
            'Given to approved partners only; without it a member signs in anew every 60 days',
          ).optional(),
          refresh_token_expires_at: moment('When the refresh token ends: 365 days after the sign-in').optional(),
        }),
      },
    ],
    secretShapes: [/\bAQ[A-Z][\w-]{40,}/, /WPL_AP\d\.[\w.=+/]+/],
  },
  connect: () => undefined,
};
