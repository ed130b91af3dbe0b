import { z } from 'zod';
import type { Channel } from '../../tools/channel.ts';
import { secret } from '../../tools/credentials.ts';
import { googleSecrets, personSignIn } from '../../tools/google-sign-in.ts';
import { authorize, checkOnly, SearchClient } from './client.ts';
import { conversions } from './conversions.ts';
import { complaintOf, ERRORS } from './errors.ts';
import { exposure } from './exposure.ts';
import { leads } from './leads.ts';
import { mediaPlanning } from './media-plan.ts';
import { authorizeUrl, exchangeCode, renewToken } from './oauth.ts';
import { reporting } from './reporting.ts';
import { existingAd } from './resources/ad.ts';
import { existingAdGroup } from './resources/ad-group.ts';
import { existingAssetGroup } from './resources/asset-group.ts';
import { existingCampaign } from './resources/campaign.ts';
import { accountsOf, identify } from './resources/identity.ts';
import { lineage } from './resources/lineage.ts';
import { stopping } from './resources/stopping.ts';
import { undo } from './undo.ts';
import { watching } from './watching.ts';

/** Ten digits, with or without the dashes people see in the platform's own interface. */
export const CustomerId = z
  .string()
  .refine((id) => /^\d{3}-?\d{3}-?\d{4}$/.test(id), 'must be ten digits, with or without dashes (123-456-7890)')
  .transform((id) => id.replaceAll('-', ''))
  .describe('Default: configured');

/** An error that asks for an account lists at most this many. */
const CHOICES_MAX = 50;

export const channel: Channel<SearchClient> = {
  name: 'search',
  title: 'Search ads',
  knownAs: ['google', 'adwords', 'youtube', 'search ad', 'search campaign', 'paid search', 'ppc'],
  instructions:
    'Search ads: customer → campaign → ad group → ads and keywords; Performance Max: campaign → asset group. Everything is created PAUSED; set status ENABLED on campaign, ad group, ad and keywords (or asset group) to run it; keeps_from_serving in the answers says what is missing. Money is in major units with its currency; rates are fractions. Numbers of many accounts at once: tool report at /workspace/mcp.',
  defaultToolsets: ['accounts', 'ads', 'assets', 'campaigns', 'keywords', 'reporting', 'targeting'],
  hosts: {
    api: 'https://googleads.googleapis.com',
    oauth: 'https://oauth2.googleapis.com',
    login: 'https://accounts.google.com',
    datamanager: 'https://datamanager.googleapis.com',
  },
  needsConnection: true,
  credentials: {
    ways: [
      {
        ...personSignIn,
        fields: personSignIn.fields.extend({
          developer_token: secret('Of older projects only; new ones call without').optional(),
        }),
      },
    ],
    options: z.strictObject({
      login_customer_id: CustomerId.optional().describe('The manager account through which customers are reached'),
    }),
    ...googleSecrets,
  },
  identify,
  account: {
    argument: 'customer_id',
    schema: CustomerId,
    choices: (client) => accountsOf(client, CHOICES_MAX),
  },
  levels: [
    { argument: 'campaign_id', tool: 'update_campaign', off: 'PAUSED', below: ['update_asset_group'] },
    {
      argument: 'ad_group_id',
      tool: 'update_ad_group',
      off: 'PAUSED',
      below: ['update_keyword', 'update_keywords'],
    },
    { argument: 'ad_id', tool: 'update_ad', off: 'PAUSED' },
  ],
  holds: async (client, id, account) => {
    const reads = [existingCampaign, existingAdGroup, existingAd, existingAssetGroup];
    await Promise.any(reads.map((read) => read(client, account, id)));
    return true;
  },
  sharedInput: {
    login_customer_id: CustomerId.optional().describe('The manager account above the customer'),
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
  dialect: {
    errors: ERRORS,
    authorize,
    complaint: complaintOf,
    trace: ({ headers }) => headers['request-id'],
    checkOnly,
  },
  signIn: { app: { id: 'client_id', secret: 'client_secret' }, code: 'code', authorizeUrl, exchangeCode },
  connect: (session, shared) =>
    new SearchClient(session, (shared.login_customer_id as string | undefined) ?? session.options.login_customer_id),
  renew: renewToken,
};
