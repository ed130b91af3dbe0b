import { z } from 'zod';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { WireAccount } from '../wire.ts';
import { idIn } from './fields.ts';

export const AdAccount = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  status: z.string(),
  type: z.string().optional(),
  organization_id: z.string().optional(),
  is_test: z.boolean(),
  serving_statuses: z.array(z.string()),
  timezone: z.string().describe('Of its days: always UTC'),
});

export function adAccountOf({ id, name, currency, status, type, reference, test, servingStatuses }: WireAccount) {
  return withoutUnset({
    id,
    name,
    currency,
    status,
    type,
    organization_id: reference?.startsWith('urn:li:organization:') ? idIn(reference) : undefined,
    is_test: test,
    serving_statuses: servingStatuses,
    timezone: 'UTC',
  });
}
