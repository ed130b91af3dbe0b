/** The three levels below an account: what each is called, and which tools list and change it. */
export const LEVELS = {
  campaign_group: {
    what: 'campaign group',
    argument: 'campaign_group_id',
    update: 'update_campaign_group',
    list: 'list_campaign_groups',
  },
  campaign: {
    what: 'campaign',
    argument: 'campaign_id',
    update: 'update_professional_campaign',
    list: 'list_professional_campaigns',
  },
  creative: { what: 'creative', argument: 'creative_id', update: 'update_creative', list: 'list_creatives' },
} as const;
export type Level = keyof typeof LEVELS;
