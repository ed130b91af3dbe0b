import { eachBack, type FieldRules, fieldsBack, pausedAgain, type UndoTable } from '../../tools/undo.ts';

const CAMPAIGN = { tool: 'update_campaign', argument: 'campaign_id', off: 'DISABLE' };
const AD_GROUP = { tool: 'update_ad_group', argument: 'ad_group_id', off: 'DISABLE' };
const AD = { tool: 'update_ad', argument: 'ad_id', off: 'DISABLE' };

const RULES: FieldRules = {
  none: {
    end_time: 'none',
    impression_tracking_url: 'none',
    click_tracking_url: 'none',
    video_view_tracking_url: 'none',
  },
  never: {
    budget_from_midnight: 'a budget that counts from midnight is not shown before, so the one it replaces is not known',
    people: 'the platform never tells who was in an audience before',
  },
};
const AUDIENCE = 'An audience stays in the account; the platform can only delete it, for good.';
const SENT = 'The platform takes no conversion back.';
const MEDIA = 'What was uploaded stays in the account; nothing shows it until an ad does.';

export const undo: UndoTable = {
  bulk_update: eachBack({
    campaign: { ...CAMPAIGN, rules: RULES },
    ad_group: { ...AD_GROUP, rules: RULES },
    ad: { ...AD, rules: RULES },
  }),
  create_ad: pausedAgain('ad', AD),
  create_ad_group: pausedAgain('ad_group', AD_GROUP),
  create_audience: { never: AUDIENCE },
  create_test_lead: { never: 'A test lead is deleted in the platform’s own tool.' },
  create_conversion_action: { never: 'An event of a pixel stays; ad groups may strive for it.' },
  create_campaign: pausedAgain('campaign', CAMPAIGN),
  delete_audience: { never: 'A deleted audience does not come back, nor do its people.' },
  duplicate_ad: pausedAgain('ad', AD),
  duplicate_ad_group: pausedAgain('ad_group', AD_GROUP),
  duplicate_campaign: pausedAgain('campaign', CAMPAIGN),
  send_conversions: { never: SENT },
  update_ad: fieldsBack('update_ad', ['ad_id'], RULES),
  update_ad_group: fieldsBack('update_ad_group', ['ad_group_id'], RULES),
  update_audience: fieldsBack('update_audience', ['audience_id'], RULES),
  update_conversion_action: fieldsBack('update_conversion_action', ['conversion_action_id'], {
    as: { value: (value) => ({ value }) },
  }),
  update_campaign: fieldsBack('update_campaign', ['campaign_id'], RULES),
  upload_image: { never: MEDIA },
  upload_video: { never: MEDIA },
};
