import { z } from 'zod';
import { Money } from '../../../tools/money.ts';
import { pathOf } from '../../../upstream/path.ts';
import type { ProfessionalClient } from '../client.ts';
import { idIn, isoTime, known } from '../fields.ts';
import { moneyOf } from '../money.ts';
import { shownTargeting, Targeting } from '../targeting.ts';
import { WireCampaign } from '../wire.ts';
import { shownSchedule } from './campaign-group.ts';

export const Campaign = z.object({
  id: z.string(),
  shown_as: z.string().describe('What people see it as'),
  name: z.string(),
  status: z.string(),
  account_id: z.string(),
  campaign_group_id: z.string(),
  type: z.string(),
  format: z.string().optional(),
  objective_type: z.string().optional(),
  cost_type: z.string(),
  optimization_target_type: z.string().optional(),
  unit_cost: Money.optional(),
  daily_budget: Money.optional(),
  total_budget: Money.optional(),
  associated_entity: z.string().optional(),
  locale: z.string().optional(),
  run_schedule_start: z.string().optional(),
  run_schedule_start_ms: z.number().optional(),
  run_schedule_end: z.string().optional(),
  run_schedule_end_ms: z.number().optional(),
  targeting: Targeting.optional(),
  offsite_delivery_enabled: z.boolean().optional(),
  audience_expansion_enabled: z.boolean().optional(),
  creative_selection: z.string().optional(),
  political_intent: z.string().optional(),
  serving_statuses: z.array(z.string()),
  created_at: z.string().optional(),
  last_modified_at: z.string().optional(),
});
export type Campaign = z.infer<typeof Campaign>;

export function shownCampaign(campaign: WireCampaign): Campaign {
  const { locale, targetingCriteria, changeAuditStamps } = campaign;
  return known({
    id: campaign.id,
    shown_as: 'Ad set',
    name: campaign.name,
    status: campaign.status,
    account_id: idIn(campaign.account),
    campaign_group_id: idIn(campaign.campaignGroup),
    type: campaign.type,
    format: campaign.format,
    objective_type: campaign.objectiveType,
    cost_type: campaign.costType,
    optimization_target_type: campaign.optimizationTargetType,
    unit_cost: moneyOf(campaign.unitCost),
    daily_budget: moneyOf(campaign.dailyBudget),
    total_budget: moneyOf(campaign.totalBudget),
    associated_entity: campaign.associatedEntity,
    locale: locale && `${locale.language}_${locale.country}`,
    ...shownSchedule(campaign.runSchedule),
    targeting: targetingCriteria && shownTargeting(targetingCriteria),
    offsite_delivery_enabled: campaign.offsiteDeliveryEnabled,
    audience_expansion_enabled: campaign.audienceExpansionEnabled,
    creative_selection: campaign.creativeSelection,
    political_intent: campaign.politicalIntent,
    serving_statuses: campaign.servingStatuses,
    created_at: isoTime(changeAuditStamps?.created.time),
    last_modified_at: isoTime(changeAuditStamps?.lastModified.time),
  });
}

export function campaignPath(account: string): string {
  return pathOf`/adAccounts/${idIn(account)}/adCampaigns`;
}

export function readCampaign(client: ProfessionalClient, account: string, id: string): Promise<WireCampaign> {
  return client.get(pathOf`/adAccounts/${idIn(account)}/adCampaigns/${id}`, WireCampaign, {}, account);
}
