import { z } from 'zod';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { accountNode, type SocialClient } from '../client.ts';
import { AD_SET_TARGETING, type Audience as Wire } from '../wire.ts';
import { isoTime } from './fields.ts';
import { audiencesIn } from './targeting.ts';

export const Audience = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    kind: z.string().describe('CUSTOM (list), WEBSITE, ENGAGEMENT, LOOKALIKE …'),
  })
  .describe(
    'Also account_id, description, size_lower_bound, size_upper_bound, delivery, state, retention_days, rule, lookalike_spec, lookalike_audience_ids, *_time',
  );

export function audienceOf(wire: Wire) {
  return withoutUnset({
    id: wire.id,
    account_id: wire.account_id,
    name: wire.name,
    description: wire.description,
    kind: wire.subtype ?? 'UNKNOWN',
    size_lower_bound: lowerBoundOf(wire.approximate_count_lower_bound, wire.approximate_count_upper_bound),
    size_upper_bound: boundOf(wire.approximate_count_upper_bound),
    delivery: wire.delivery_status?.description,
    state: wire.operation_status?.description,
    retention_days: wire.retention_days,
    rule: wire.rule,
    lookalike_spec: wire.lookalike_spec,
    lookalike_audience_ids: wire.lookalike_audience_ids,
    created_time: isoTime(wire.time_created),
    updated_time: isoTime(wire.time_updated),
  });
}

/** The platform gives every small audience as 1,000 to 1,000, which means 1,000 people or fewer. */
const SMALLEST_TOLD = 1_000;

export function lowerBoundOf(lower: number | undefined, upper: number | undefined): number | undefined {
  return lower === SMALLEST_TOLD && upper === SMALLEST_TOLD ? undefined : boundOf(lower);
}

/** A negative bound means that the platform does not tell the size. */
export function boundOf(bound: number | undefined): number | undefined {
  return bound === undefined || bound < 0 ? undefined : bound;
}

export interface AudienceUser {
  id: string;
  name: string;
  effective_status: string;
}

/** The ad sets of an account that include or exclude each of the audiences, by its id. */
export async function adSetsByAudience(
  client: SocialClient,
  account: string,
): Promise<ReadonlyMap<string, AudienceUser[]>> {
  const users = new Map<string, AudienceUser[]>();
  for await (const adSets of client.pages(AD_SET_TARGETING, accountNode(account), {}, account)) {
    for (const { targeting, ...adSet } of adSets)
      for (const id of audiencesIn(targeting)) users.set(id, [...(users.get(id) ?? []), adSet]);
  }
  return users;
}
