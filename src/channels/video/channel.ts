import { z } from 'zod';
import type { Channel } from '../../tools/channel.ts';
import { plain, secret } from '../../tools/credentials.ts';
import { Id } from '../../tools/fields.ts';
import { authorize, VideoClient } from './client.ts';
import { conversions } from './conversions.ts';
import { complaintOf, ERRORS, traceOf } from './errors.ts';
import { exposure } from './exposure.ts';
import { leads } from './leads.ts';
import { mediaPlanning } from './media-plan.ts';
import { authorizeUrl, exchangeCode } from './oauth.ts';
import { reporting } from './reporting.ts';
import { existingAd } from './resources/ad.ts';
import { existingAdGroup } from './resources/ad-group.ts';
import { existingCampaign } from './resources/campaign.ts';
import { identify } from './resources/identity.ts';
import { lineage } from './resources/lineage.ts';
import { stopping } from './resources/stopping.ts';
import { undo } from './undo.ts';
import { watching } from './watching.ts';

/** The most advertisers an error lists as choices. */
const CHOICES_MAX = 50;

export const channel: Channel<VideoClient> = {
  name: 'video',
  title: 'Short-video ads',
  knownAs: ['tiktok', 'tik tok'],
  instructions:
    'Short-video ads: advertiser → campaign → ad group → ad. Everything is created switched off (status DISABLE); set status ENABLE on campaign, ad group and ad to run it. An ad needs an identity (get_identities) and an uploaded video with a cover image. Smart+ campaigns (automation SMART_PLUS) are steered by the platform; their ads hold lists. Money is in major units of the advertiser currency; rates are fractions. Updates answer with what really changed.',
  defaultToolsets: ['accounts', 'ads', 'audiences', 'campaigns', 'creatives', 'reporting', 'targeting'],
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
  identify,
  account: {
    argument: 'advertiser_id',
    schema: Id.describe('Default: configured') as z.ZodType<string>,
    choices: async (client) => (await client.advertisers()).slice(0, CHOICES_MAX),
  },
  levels: [
    { argument: 'campaign_id', tool: 'update_campaign', off: 'DISABLE' },
    { argument: 'ad_group_id', tool: 'update_ad_group', off: 'DISABLE' },
    { argument: 'ad_id', tool: 'update_ad', off: 'DISABLE' },
  ],
  holds: async (client, id, account) => {
    const reads = [existingCampaign, existingAdGroup, existingAd];
    await Promise.any(reads.map((read) => read(client, account, id)));
    return true;
  },
  lineage,
  reporting,
  exposure,
  stopping,
  conversions,
  leads,
  watching,
  mediaPlanning,
  undo,
  dialect: { errors: ERRORS, authorize, complaint: complaintOf, trace: traceOf },
  signIn: { app: { id: 'app_id', secret: 'secret' }, code: 'auth_code', authorizeUrl, exchangeCode },
  connect: (session) => new VideoClient(session),
};
