import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { notFound } from '../../../tools/not-found.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { VideoClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { CAMPAIGNS, type Campaign as Wire } from '../wire.ts';
import { placeOf } from './account.ts';
import { isoTime, statusOf } from './fields.ts';

export const SMART_PLUS = 'UPGRADED_SMART_PLUS';

/** SMART_PLUS campaigns are steered by the platform. All ad groups and ads of a campaign are of its kind. */
export const Automation = z.enum(['MANUAL', 'SMART_PLUS']);

export function automationOf(wire: Pick<Wire, 'campaign_automation_type'>): z.infer<typeof Automation> {
  return wire.campaign_automation_type === SMART_PLUS ? 'SMART_PLUS' : 'MANUAL';
}

/** Refuses an ad group or ad of another kind than its campaign. */
export function automationProblems(
  asked: z.infer<typeof Automation>,
  campaign: Pick<Wire, 'campaign_automation_type' | 'campaign_id'>,
  smartHas = '',
): Problem[] {
  const kind = automationOf(campaign);
  if (asked === kind) return [];
  const why = kind === 'SMART_PLUS' ? smartHas : '';
  return [{ field: 'automation', message: `must be ${kind}: the campaign ${campaign.campaign_id} is ${kind}${why}` }];
}

export const Campaign = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    status: z.string(),
    objective: z.string(),
    budget_mode: z.string().optional(),
  })
  .describe(
    'Also delivery_status, budget {amount, currency}, advertiser_id, automation, budget_optimize_on, special_industries, sales_destination, *_time',
  );

export function campaignOf(wire: Wire, currency: string) {
  return withoutUnset({
    id: wire.campaign_id,
    name: wire.campaign_name,
    advertiser_id: wire.advertiser_id,
    status: statusOf(wire),
    delivery_status: wire.secondary_status,
    objective: wire.objective_type,
    automation:
      wire.campaign_automation_type === SMART_PLUS ? 'SMART_PLUS' : (wire.campaign_automation_type ?? 'MANUAL'),
    budget: wire.budget ? moneyOf(wire.budget, currency) : undefined,
    budget_mode: wire.budget_mode,
    budget_optimize_on: wire.budget_optimize_on,
    special_industries: wire.special_industries,
    product_source: wire.campaign_product_source,
    sales_destination: wire.sales_destination,
    app_promotion_type: wire.app_promotion_type === 'UNSET' ? undefined : wire.app_promotion_type,
    created_time: isoTime(wire.create_time),
    updated_time: isoTime(wire.modify_time),
  });
}

/** A filter that keeps deleted objects in. */
export const WHATEVER_STATUS = { primary_status: 'STATUS_ALL' };

export async function findCampaign(client: VideoClient, account: string, id: string): Promise<Wire | undefined> {
  const filtering = { campaign_ids: [id], ...WHATEVER_STATUS };
  return (await client.list(CAMPAIGNS, account, { limit: 1, filtering })).items[0];
}

export async function existingCampaign(client: VideoClient, account: string, id: string): Promise<Wire> {
  const found = await findCampaign(client, account, id);
  if (!found) throw notFound({ what: 'campaign', id, list: 'list_campaigns', ...placeOf(account) });
  return found;
}

/** Smart+ objects are changed at paths under `smart_plus/`. */
export function pathFor(campaign: Pick<Wire, 'campaign_automation_type'>, path: string): string {
  return campaign.campaign_automation_type === SMART_PLUS ? `smart_plus/${path}` : path;
}
