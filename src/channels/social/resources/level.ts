/** The three levels below an account: what each is called, and which tools list and change it. */
export const LEVELS = {
  campaign: {
    what: 'campaign',
    argument: 'campaign_id',
    update: 'update_social_campaign',
    list: 'list_social_campaigns',
  },
  ad_set: { what: 'ad set', argument: 'ad_set_id', update: 'update_ad_set', list: 'list_ad_sets' },
  ad: { what: 'ad', argument: 'ad_id', update: 'update_social_ad', list: 'list_social_ads' },
} as const;
export type Level = keyof typeof LEVELS;
