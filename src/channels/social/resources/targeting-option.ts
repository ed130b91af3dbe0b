import { z } from 'zod';
import { known } from '../../../tools/known.ts';
import type { TargetingOption as Wire } from '../wire.ts';
import { boundOf } from './audience.ts';

/** A behaviour or an interest that can be put into `targeting.flexible_spec`. */
export const TargetingOption = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  path: z.array(z.string()),
  audience_size_lower_bound: z.number().optional(),
  audience_size_upper_bound: z.number().optional(),
});

export function targetingOptionOf(wire: z.infer<typeof Wire>): z.infer<typeof TargetingOption> {
  return known({
    id: wire.id,
    name: wire.name,
    description: wire.description,
    path: wire.path ?? [],
    audience_size_lower_bound: boundOf(wire.audience_size_lower_bound),
    audience_size_upper_bound: boundOf(wire.audience_size_upper_bound),
  });
}
