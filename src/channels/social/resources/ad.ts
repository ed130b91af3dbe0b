import { z } from 'zod';
import { isoTime, known } from '../fields.ts';
import type { Ad as Wire } from '../wire.ts';
import { issuesOf } from './issues.ts';

export const Ad = z.object({
  id: z.string(),
  account_id: z.string(),
  campaign_id: z.string(),
  ad_set_id: z.string(),
  creative_id: z.string().optional(),
  name: z.string(),
  status: z.string(),
  effective_status: z.string(),
  created_time: z.string().optional(),
  updated_time: z.string().optional(),
  issues: z.array(z.string()).optional(),
});

export function adOf(wire: Wire): z.infer<typeof Ad> {
  return known({
    id: wire.id,
    account_id: wire.account_id,
    campaign_id: wire.campaign_id,
    ad_set_id: wire.adset_id,
    creative_id: wire.creative?.id,
    name: wire.name,
    status: wire.status,
    effective_status: wire.effective_status,
    created_time: isoTime(wire.created_time),
    updated_time: isoTime(wire.updated_time),
    issues: issuesOf(wire.issues_info),
  });
}
