import { z } from 'zod';
import { DAY_MS } from '../../ambient.ts';
import type { Channel } from '../../tools/channel.ts';
import { moment, plain, secret } from '../../tools/credentials.ts';
import { authorize, checkOnly, SocialClient } from './client.ts';
import { conversions } from './conversions.ts';
import { complaintOf, ERRORS, usageOf } from './errors.ts';
import { exposure } from './exposure.ts';
import { leads } from './leads.ts';
import { mediaPlanning } from './media-plan.ts';
import { authorizeUrl, exchangeCode, renewToken } from './oauth.ts';
import { reporting } from './reporting.ts';
import { AccountId } from './resources/fields.ts';
import { accountsOf, identify } from './resources/identity.ts';
import { lineage } from './resources/lineage.ts';
import { stopping } from './resources/stopping.ts';
import { undo } from './undo.ts';
import { watching } from './watching.ts';
import { OWNED } from './wire.ts';

/** An error that asks for an account lists at most so many. */
const CHOICES_MAX = 50;

export const channel: Channel<SocialClient> = {
  name: 'social',
  title: 'Social-network ads',
  knownAs: ['facebook', 'fb', 'instagram', 'insta', 'ig', 'meta', 'ads manager', 'business manager'],
  instructions:
    'Social-network ads: campaign → ad set → ad → creative. Everything is created PAUSED; set status ACTIVE on campaign, ad set and ad to run it (bulk_update does it in one call); diagnose_delivery says what keeps anything from being shown. Money is in major units of the account currency; rates are fractions. Updates answer with what really changed.',
  defaultToolsets: ['accounts', 'ads', 'audiences', 'campaigns', 'creatives', 'reporting', 'targeting'],
  platformScopes: {
    ads_read: [],
    ads_management: ['ads_read'],
    business_management: [],
    leads_retrieval: [],
    pages_manage_ads: [],
    pages_read_engagement: [],
    pages_show_list: [],
  },
  hosts: { api: 'https://graph.facebook.com', login: 'https://www.facebook.com' },
  needsConnection: true,
  credentials: {
    ways: [
      {
        title: 'A token of a system user or of a person',
        fields: z.strictObject({
          access_token: secret('Begins with `EAA`. A system user token does not depend on one person'),
          app_id: plain('The app the token was made for; with its secret, the token is renewed').optional(),
          app_secret: secret('Secret of that app; every call then proves that it comes from the app').optional(),
          expires_at: moment('When the token ends; asked of the platform when left out').optional(),
          token_kind: plain('`SYSTEM_USER` or `USER`; asked of the platform when left out').optional(),
        }),
        ignored: ['business_id', 'system_user_id'],
      },
    ],
    secretShapes: [/EAA\w{20,}/, /\b\d{5,}\|[\w-]{20,}/, /\b[0-9a-f]{32}\b/, /\b[0-9a-f]{64}\b/],
    secretNames: ['appsecret_proof', 'fb_exchange_token', 'input_token'],
  },
  identify,
  account: {
    argument: 'account_id',
    schema: AccountId,
    choices: (client) => accountsOf(client, CHOICES_MAX),
  },
  levels: [
    { argument: 'campaign_id', tool: 'update_social_campaign', off: 'PAUSED' },
    { argument: 'ad_set_id', tool: 'update_ad_set', off: 'PAUSED' },
    { argument: 'ad_id', tool: 'update_social_ad', off: 'PAUSED' },
  ],
  holds: async (client, id) => (await client.node(OWNED, id)).account_id !== undefined,
  lineage,
  reporting,
  exposure,
  stopping,
  conversions,
  leads,
  watching,
  mediaPlanning,
  undo,
  dialect: {
    errors: ERRORS,
    authorize,
    complaint: complaintOf,
    trace: ({ headers }) => headers['x-fb-trace-id'],
    usage: usageOf,
    checkOnly,
  },
  signIn: { app: { id: 'app_id', secret: 'app_secret' }, prolongs: true, code: 'code', authorizeUrl, exchangeCode },
  connect: (session) => new SocialClient(session),
  renew: renewToken,
  renewBeforeMs: 7 * DAY_MS,
};
