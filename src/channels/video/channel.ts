import type { z } from 'zod';
import type { Channel } from '../../tools/channel.ts';
import { Id } from '../../tools/fields.ts';
import { authorize, VideoClient } from './client.ts';
import { complaintOf, ERRORS } from './errors.ts';

/** How many advertisers an error names before it stops being a help. */
const CHOICES_MAX = 50;

export const channel: Channel<VideoClient> = {
  name: 'video',
  title: 'Short-video ads',
  instructions:
    'Short-video ads: advertiser → campaign → ad group → ad. Everything is created switched off (status DISABLE); set status ENABLE on campaign, ad group and ad to run it. An ad needs an identity (get_identities) and an uploaded video with a cover image. Money is in major units of the advertiser currency; rates are fractions. Updates answer with what really changed.',
  hosts: { api: 'https://business-api.tiktok.com' },
  needsConnection: true,
  account: {
    argument: 'advertiser_id',
    schema: Id.describe('Default: the configured advertiser') as z.ZodType<string>,
    choices: async (client) => (await client.advertisers()).slice(0, CHOICES_MAX),
  },
  dialect: { errors: ERRORS, authorize, complaint: complaintOf },
  connect: (session) => new VideoClient(session),
};
