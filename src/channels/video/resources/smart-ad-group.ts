import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import type { Params, VideoClient } from '../client.ts';
import { type Campaign, SMART_AD_GROUPS } from '../wire.ts';
import { platformTargeting, targetingFields } from './targeting.ts';

export const DYNAMIC = 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET';

/** Targeting that the platform ignores unless `targeting_optimization_mode` is MANUAL. */
const STEERED = ['age_groups', 'interest_category_ids', 'interest_keyword_ids', 'hashtag_ids', 'actions'];

const Actions = z.array(z.looseObject({ action_scene: z.string() }));

const SPEC_FIELDS = [...Object.keys(targetingFields), 'actions'];

/** The body of a manual ad group turned into a Smart+ one: targeting in `targeting_spec`, and a `request_id`. */
export function smartBody(plain: Params, request_id: string): Params {
  const entries = Object.entries(plain);
  const spec = entries.filter(([name]) => SPEC_FIELDS.includes(name));
  const isOurs = spec.some(([name]) => STEERED.includes(name));
  return {
    ...Object.fromEntries(entries.filter(([name]) => !SPEC_FIELDS.includes(name) && name !== 'pacing')),
    request_id,
    targeting_spec: Object.fromEntries(spec),
    targeting_optimization_mode: isOurs ? 'MANUAL' : 'AUTOMATIC',
  };
}

/** The present targeting with the changes: the platform replaces all of it. Empty when no targeting is changed. */
export async function smartTargeting(client: VideoClient, account: string, id: string, args: Params): Promise<Params> {
  if (Object.keys(platformTargeting(args)).length === 0) return {};
  const filtering = { adgroup_ids: [id], primary_status: 'STATUS_ALL' };
  const [held] = (await client.list(SMART_AD_GROUPS, account, { limit: 1, filtering })).items;
  const changes = platformTargeting(args, Actions.safeParse(held?.targeting_spec?.actions).data);
  const isOurs = Object.keys(changes).some((name) => STEERED.includes(name));
  return {
    targeting_spec: { ...held?.targeting_spec, ...changes },
    targeting_optimization_mode: isOurs ? 'MANUAL' : (held?.targeting_optimization_mode ?? 'AUTOMATIC'),
  };
}

interface Asked {
  budget_mode?: string | undefined;
  bid?: unknown;
  end_time?: string | undefined;
}

/** An ad group without end or with a bid needs a daily budget, its own or the campaign's. */
export function smartGroupProblems({ budget_mode = DYNAMIC, bid, end_time }: Asked, campaign: Campaign): Problem[] {
  const mode = campaign.budget_optimize_on ? campaign.budget_mode : budget_mode;
  const holder = campaign.budget_optimize_on ? 'the campaign' : 'it';
  if (!campaign.budget_optimize_on && budget_mode === 'BUDGET_MODE_DAY')
    return [{ field: 'budget_mode', message: `must be ${DYNAMIC} or BUDGET_MODE_TOTAL in a Smart+ campaign` }];
  if (mode === DYNAMIC) return [];
  const problems: Problem[] = [];
  if (end_time === undefined)
    problems.push({ field: 'end_time', message: `is required: ${holder} has a lifetime budget, ${mode}` });
  if (bid !== undefined)
    problems.push({ field: 'bid', message: `needs a budget by day (${DYNAMIC}); ${holder} has ${mode}` });
  return problems;
}
