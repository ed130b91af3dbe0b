import { z } from 'zod';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { pathOf } from '../../../upstream/path.ts';
import type { ProfessionalClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { WireCampaign } from '../wire.ts';
import { shownPreferences } from './delivery-preferences.ts';
import { idIn, isoTime } from './fields.ts';
import { shownSchedule } from './schedule.ts';
import { shownTargeting } from './targeting.ts';

export const Campaign = z
  .looseObject({
    id: z.string(),
    shown_as: z.string(),
    name: z.string(),
    status: z.string(),
    campaign_group_id: z.string(),
    serving_statuses: z.array(z.string()),
  })
  .describe(
    'shown_as: what people see it as. Also account_id, campaign_group_name, type, format, objective_type, cost_type, optimization_target_type, unit_cost, daily_budget and total_budget {amount, currency}, associated_entity, locale, run_schedule_start and _end (with _ms), targeting, offsite_delivery_enabled, audience_expansion_enabled, creative_selection, political_intent, pacing_strategy, frequency_cap, block_lists, created_time, updated_time',
  );

export function shownCampaign(campaign: WireCampaign) {
  const { locale, targetingCriteria, changeAuditStamps } = campaign;
  return withoutUnset({
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
    pacing_strategy: campaign.pacingStrategy,
    ...shownPreferences(campaign),
    serving_statuses: campaign.servingStatuses,
    created_time: isoTime(changeAuditStamps?.created.time),
    updated_time: isoTime(changeAuditStamps?.lastModified.time),
  });
}

export function campaignPath(account: string): string {
  return pathOf`/adAccounts/${idIn(account)}/adCampaigns`;
}

export function readCampaign(client: ProfessionalClient, account: string, id: string): Promise<WireCampaign> {
  return client.get(pathOf`/adAccounts/${idIn(account)}/adCampaigns/${id}`, WireCampaign, {}, account);
}
