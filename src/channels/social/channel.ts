import type { Channel } from '../../tools/channel.ts';
import { authorize, SocialClient } from './client.ts';
import { complaintOf, ERRORS } from './errors.ts';
import { AccountId } from './fields.ts';
import { renewToken } from './oauth.ts';
import { usageOf } from './usage.ts';
import { AD_ACCOUNTS } from './wire.ts';

/** How many accounts an error names before it stops being a help. */
const CHOICES_MAX = 50;

export const channel: Channel<SocialClient> = {
  name: 'social',
  title: 'Social-network ads',
  instructions:
    'Social-network ads: campaign → ad set → ad → creative. Everything is created PAUSED; set status ACTIVE on campaign, ad set and ad to run it. Money is in major units of the account currency; rates are fractions. Updates answer with what really changed.',
  defaultToolsets: ['accounts', 'ads', 'audiences', 'campaigns', 'creatives', 'reference', 'reporting', 'targeting'],
  platformScopes: {
    ads_read: [],
    ads_management: ['ads_read'],
    business_management: [],
    pages_read_engagement: [],
    pages_show_list: [],
  },
  hosts: { api: 'https://graph.facebook.com', login: 'https://www.facebook.com' },
  needsConnection: true,
  account: {
    argument: 'account_id',
    schema: AccountId,
    choices: async (client) => {
      const { items } = await client.list(AD_ACCOUNTS, 'me', { limit: CHOICES_MAX });
      return items.map(({ account_id, name }) => ({ id: account_id, ...(name && { name }) }));
    },
  },
  dialect: { errors: ERRORS, authorize, complaint: complaintOf, usage: usageOf },
  connect: (session) => new SocialClient(session),
  renew: renewToken,
  renewBeforeMs: 7 * 24 * 3_600_000,
};
