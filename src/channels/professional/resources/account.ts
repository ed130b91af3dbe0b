import { z } from 'zod';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { WireAccount } from '../wire.ts';
import { idIn } from './fields.ts';

export const AdAccount = z
  .looseObject({ id: z.string(), name: z.string(), currency: z.string(), status: z.string() })
  .describe('Also type, organization_id, is_test, serving_statuses, timezone of its days (always UTC), metrics');

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
