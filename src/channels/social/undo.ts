import { bulkBack, type FieldRules, fieldsBack, pausedAgain, type UndoTable } from '../../tools/undo.ts';

const CAMPAIGN = { tool: 'update_social_campaign', argument: 'campaign_id', off: 'PAUSED' };
const AD_SET = { tool: 'update_ad_set', argument: 'ad_set_id', off: 'PAUSED' };
const AD = { tool: 'update_social_ad', argument: 'ad_id', off: 'PAUSED' };

const FORM = { tool: 'update_lead_form', argument: 'form', off: 'ARCHIVED' };

const WITH_ANOTHER = {
  daily_budget: 'lifetime_budget',
  lifetime_budget: 'daily_budget',
  bid_amount: 'bid_strategy',
  min_roas: 'bid_strategy',
};
const RULES: FieldRules = { none: { end_time: 'none', spend_cap: 'none' }, cameWith: WITH_ANOTHER };
const OPTIONS = [
  'frequency_cap',
  'day_parting',
  'declarations',
  'daily_min_spend',
  'daily_max_spend',
  'lifetime_min_spend',
  'lifetime_max_spend',
];
const AUDIENCE = 'An audience stays in the account; the platform can only delete it, for good.';
const MEDIA = 'What was uploaded stays in the account; nothing shows it until an ad does.';

export const undo: UndoTable = {
  bulk_update: bulkBack({
    ...RULES,
    tool: 'bulk_update',
    alike: ['status', 'end_time'],
    amounts: { daily_budget: 'daily_budget', lifetime_budget: 'lifetime_budget' },
  }),
  create_ad_creative: { never: 'A creative stays in the account; nothing shows it until an ad does.' },
  create_ad_set: pausedAgain('ad_set', AD_SET),
  create_conversion_action: {
    never: 'A custom conversion stays in the account; nothing follows from it until an ad set aims at it.',
  },
  create_custom_audience: { never: AUDIENCE },
  create_lead_form: pausedAgain('lead_form', FORM),
  create_lookalike_audience: { never: AUDIENCE },
  create_social_ad: pausedAgain('ad', AD),
  create_social_campaign: pausedAgain('campaign', CAMPAIGN),
  create_test_lead: { never: "A test lead is deleted in the platform's own testing tool." },
  delete_audience: { never: 'A deleted audience does not come back, nor do its people.' },
  duplicate_object: pausedAgain('copy', ({ campaign_id, ad_set_id }) =>
    campaign_id ? CAMPAIGN : ad_set_id ? AD_SET : AD,
  ),
  generate_system_user_token: { never: 'A token that was given out works until somebody revokes it at the platform.' },
  rename_creative: fieldsBack('rename_creative', ['creative_id']),
  send_conversions: { never: 'The platform keeps an event that it received, and has no way to take it back.' },
  update_ad_set: fieldsBack('update_ad_set', ['ad_set_id'], {
    none: { end_time: 'none', day_parting: [] },
    cameWith: WITH_ANOTHER,
    as: { targeting: wholeTargeting },
    inside: Object.fromEntries(OPTIONS.map((field) => [field, 'options'])),
  }),
  update_conversion_action: fieldsBack('update_conversion_action', ['conversion_action_id'], {
    none: { description: '' },
  }),
  update_custom_audience: fieldsBack('update_custom_audience', ['audience_id'], { none: { description: '' } }),
  update_customer_list: { never: 'The platform never tells who was in a list before.' },
  update_lead_form: fieldsBack('update_lead_form', ['form']),
  update_social_ad: fieldsBack('update_social_ad', ['ad_id']),
  update_social_campaign: fieldsBack('update_social_campaign', ['campaign_id'], RULES),
  upload_ad_image: { never: MEDIA },
  upload_ad_video: { never: MEDIA },
};

/** The whole of it, as it was read before. The platform shows the automatic audience inside, which is an argument of its own here. */
function wholeTargeting({ targeting_automation: automation, ...targeting }: Record<string, unknown>) {
  const { advantage_audience: advantage } = (automation ?? {}) as { advantage_audience?: number };
  return {
    targeting,
    replace_targeting: true,
    ...(advantage !== undefined && { advantage_audience: advantage === 1 }),
  };
}
