/** The three levels below an account: what each is called, and which tool changes it. */
export const LEVELS = {
  campaign: { what: 'campaign', argument: 'campaign_id', update: 'update_campaign' },
  ad_group: { what: 'ad group', argument: 'ad_group_id', update: 'update_ad_group' },
  ad: { what: 'ad', argument: 'ad_id', update: 'update_ad' },
} as const;
export type Level = keyof typeof LEVELS;
