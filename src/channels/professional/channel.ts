import { z } from 'zod';
import { DAY_MS } from '../../ambient.ts';
import type { Channel } from '../../tools/channel.ts';
import { moment, plain, secret } from '../../tools/credentials.ts';
import { authorize, ProfessionalClient, quotaOf } from './client.ts';
import { conversions } from './conversions.ts';
import { complaintOf, ERRORS, traceOf } from './errors.ts';
import { exposure } from './exposure.ts';
import { leads } from './leads.ts';
import { mediaPlanning } from './media-plan.ts';
import { authorizeUrl, exchangeCode, renewToken } from './oauth.ts';
import { reporting } from './reporting.ts';
import { readCampaign } from './resources/campaign.ts';
import { readGroup } from './resources/campaign-group.ts';
import { readCreative } from './resources/creative.ts';
import { AccountId } from './resources/fields.ts';
import { accountsOf, identify } from './resources/identity.ts';
import { lineage } from './resources/lineage.ts';
import { stopping } from './resources/stopping.ts';
import { undo } from './undo.ts';
import { watching } from './watching.ts';

/** The most accounts an error message lists. */
const CHOICES_MAX = 50;

export const channel: Channel<ProfessionalClient> = {
  name: 'professional',
  title: 'Professional network ads',
  knownAs: ['linkedin', 'linked in', 'campaign manager'],
  instructions:
    'Professional-network ads. The interface people see has other names than the API; give both: campaign group (shown as Campaign) → campaign (shown as Ad set) → creative (shown as Ad). Campaigns are created DRAFT or PAUSED and spend nothing until group, campaign and creative are ACTIVE, in that order; diagnose_delivery says what keeps anything from being shown. The platform offers no history of changes; objects tell when they were last changed. Money is decimal text in major units with its currency; days of reports are UTC; rates are fractions.',
  hosts: { api: 'https://api.linkedin.com', oauth: 'https://www.linkedin.com' },
  defaultToolsets: ['accounts', 'audiences', 'campaigns', 'creatives', 'reporting', 'targeting'],
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
    options: z.strictObject({
      source_platform: plain('The name the platform gave the app for bringing lists of people or companies').optional(),
    }),
    secretShapes: [/\bAQ[A-Z][\w-]{20,}/, /WPL_AP\d\.[\w.=+/]+/],
  },
  identify,
  account: {
    argument: 'account_id',
    schema: AccountId,
    choices: (client) => accountsOf(client, CHOICES_MAX),
  },
  levels: [
    { argument: 'campaign_group_id', tool: 'update_campaign_group', off: 'PAUSED' },
    { argument: 'campaign_id', tool: 'update_professional_campaign', off: 'PAUSED' },
    { argument: 'creative_id', tool: 'update_creative', off: 'PAUSED' },
  ],
  holds: async (client, id, account) => {
    const reads = [readGroup, readCampaign, readCreative];
    await Promise.any(reads.map(async (read) => read(client, account, id)));
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
  dialect: { errors: ERRORS, authorize, complaint: complaintOf, quota: quotaOf, trace: traceOf },
  signIn: { app: { id: 'client_id', secret: 'client_secret' }, code: 'code', authorizeUrl, exchangeCode },
  connect: (session) => new ProfessionalClient(session),
  renew: renewToken,
  renewBeforeMs: 7 * DAY_MS,
};
