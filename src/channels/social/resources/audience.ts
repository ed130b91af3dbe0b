import { z } from 'zod';
import { isoTime, known } from '../fields.ts';
import type { Audience as Wire } from '../wire.ts';

export const Audience = z.object({
  id: z.string(),
  account_id: z.string().optional(),
  name: z.string(),
  description: z.string().optional(),
  kind: z.string().describe('CUSTOM (list), WEBSITE, ENGAGEMENT, LOOKALIKE …'),
  size_lower_bound: z.number().optional(),
  size_upper_bound: z.number().optional(),
  delivery: z.string().optional(),
  state: z.string().optional(),
  retention_days: z.number().optional(),
  rule: z.string().optional(),
  lookalike_spec: z.record(z.string(), z.unknown()).optional(),
  lookalike_audience_ids: z.array(z.string()).optional(),
  created_time: z.string().optional(),
  updated_time: z.string().optional(),
});

export function audienceOf(wire: Wire): z.infer<typeof Audience> {
  return known({
    id: wire.id,
    account_id: wire.account_id,
    name: wire.name,
    description: wire.description,
    kind: wire.subtype ?? 'UNKNOWN',
    size_lower_bound: boundOf(wire.approximate_count_lower_bound),
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

/** A bound below zero means that the platform keeps the size to itself. */
export function boundOf(bound: number | undefined): number | undefined {
  return bound === undefined || bound < 0 ? undefined : bound;
}
