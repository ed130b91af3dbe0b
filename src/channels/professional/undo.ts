import {
  bulkBack,
  type FieldRules,
  fieldsBack,
  pausedAgain,
  rowsPausedAgain,
  type UndoTable,
} from '../../tools/undo.ts';

const GROUP = { tool: 'update_campaign_group', argument: 'campaign_group_id', off: 'PAUSED' };
const CAMPAIGN = { tool: 'update_professional_campaign', argument: 'campaign_id', off: 'PAUSED' };
const CREATIVE = { tool: 'update_creative', argument: 'creative_id', off: 'PAUSED' };
const CONVERSION = { tool: 'update_conversion_action', argument: 'conversion_id', off: 'DISABLED' };
const FORM = { tool: 'update_lead_form', argument: 'form', off: 'ARCHIVED' };

const MONEY = {
  daily_budget: 'daily_budget_amount',
  total_budget: 'total_budget_amount',
  unit_cost: 'unit_cost_amount',
};

const RULES: FieldRules = {
  names: MONEY,
  none: { daily_budget: 'none', total_budget: 'none', run_schedule_end: 'none', block_lists: [] },
  follows: ['cost_type', 'run_schedule_start_ms', 'run_schedule_end_ms'],
  cameWith: { unit_cost: 'optimization_target_type' },
  never: { associated_entity: 'the page that advertises cannot change once it is set' },
  nearest: {
    DRAFT: { value: 'PAUSED', why: 'nothing becomes a draft again: it is paused instead' },
    COMPLETED: { value: 'PAUSED', why: 'only the platform completes a campaign: it is paused instead' },
  },
};
const AUDIENCE = 'An audience stays in the account; the platform can only delete it, for good.';
const MEDIA = 'What was uploaded stays with the page; nothing shows it until an ad does.';

export const undo: UndoTable = {
  attach_conversion: fieldsBack('attach_conversion', ['campaign_id', 'conversion_id']),
  bulk_update: bulkBack({ ...RULES, tool: 'bulk_update', alike: ['status', 'run_schedule_end'], amounts: MONEY }),
  create_campaign_group: pausedAgain('campaign_group', GROUP),
  create_conversion_action: pausedAgain('conversion_action', CONVERSION),
  create_creative: pausedAgain('creative', CREATIVE),
  create_lead_form: pausedAgain('lead_form', FORM),
  create_message: { never: 'A message stays in the account; nothing sends it until an ad does.' },
  create_professional_audience: { never: AUDIENCE },
  create_professional_campaign: pausedAgain('campaign', CAMPAIGN),
  delete_professional_audience: { never: 'A deleted audience does not come back, nor do its people.' },
  duplicate_campaign_group: pausedAgain('campaign_group', GROUP),
  duplicate_creatives: rowsPausedAgain(CREATIVE),
  duplicate_professional_campaign: pausedAgain('campaign', CAMPAIGN),
  send_conversions: { never: 'The platform takes no conversion back.' },
  update_campaign_group: fieldsBack('update_campaign_group', ['campaign_group_id'], RULES),
  update_conversion_action: fieldsBack('update_conversion_action', ['conversion_id'], {
    names: { type: 'event' },
    none: { value: { amount: 'none' } },
    as: { value: (value: unknown) => ({ value }) },
  }),
  update_creative: fieldsBack('update_creative', ['creative_id'], RULES),
  update_lead_form: fieldsBack('update_lead_form', ['form'], {
    nearest: { DRAFT: { value: 'ARCHIVED', why: 'a published form becomes no draft again: it is archived instead' } },
  }),
  update_professional_audience_members: { never: 'The platform never tells who was in a list before.' },
  update_professional_campaign: fieldsBack('update_professional_campaign', ['campaign_id'], {
    ...RULES,
    as: { targeting: (targeting: unknown) => ({ targeting, replace_targeting: true }) },
  }),
  update_tracking_parameters: fieldsBack('update_tracking_parameters', ['campaign_id']),
  upload_professional_document: { never: MEDIA },
  upload_professional_image: { never: MEDIA },
  upload_professional_video: { never: MEDIA },
};
