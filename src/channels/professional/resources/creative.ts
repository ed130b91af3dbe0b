import { z } from 'zod';
import { known } from '../../../tools/known.ts';
import { pathOf } from '../../../upstream/path.ts';
import type { ProfessionalClient } from '../client.ts';
import { WireCreative } from '../wire.ts';
import { idIn, isoTime, urnOf } from './fields.ts';

export const Creative = z.object({
  id: z.string(),
  shown_as: z.string().describe('What people see it as'),
  name: z.string().optional(),
  status: z.string(),
  campaign_id: z.string(),
  kind: z.string().optional(),
  content: z.record(z.string(), z.unknown()),
  lead_form_id: z.string().optional(),
  review_status: z.string().optional(),
  rejection_reasons: z.array(z.string()).optional(),
  is_serving: z.boolean().optional(),
  serving_hold_reasons: z.array(z.string()),
  created_time: z.string().optional(),
  updated_time: z.string().optional(),
});
export type Creative = z.infer<typeof Creative>;

export function shownCreative(creative: WireCreative): Creative {
  return known({
    id: idIn(creative.id),
    shown_as: 'Ad',
    name: creative.name,
    status: creative.intendedStatus,
    campaign_id: idIn(creative.campaign),
    kind: Object.keys(creative.content)[0],
    content: creative.content,
    lead_form_id: creative.leadgenCallToAction && idIn(creative.leadgenCallToAction.destination),
    review_status: creative.review?.status,
    rejection_reasons: rejectionReasons(creative.review),
    is_serving: creative.isServing,
    serving_hold_reasons: creative.servingHoldReasons,
    created_time: isoTime(creative.createdAt),
    updated_time: isoTime(creative.lastModifiedAt),
  });
}

/** `POLICY_VIOLATION` in words; whatever else the platform says, as it says it. */
export function rejectionReasons(review: WireCreative['review']): string[] | undefined {
  return review?.rejectionReasons?.map((reason) => {
    if (typeof reason !== 'string') return JSON.stringify(reason);
    return /^[A-Z0-9_]+$/.test(reason) ? `${reason.toLowerCase().replaceAll('_', ' ')} (${reason})` : reason;
  });
}

export function creativesPath(account: string): string {
  return pathOf`/adAccounts/${idIn(account)}/creatives`;
}

/** The key in the path is the whole URN. */
export function creativePath(account: string, id: string): string {
  return pathOf`/adAccounts/${idIn(account)}/creatives/${urnOf('sponsoredCreative', id)}`;
}

export function readCreative(client: ProfessionalClient, account: string, id: string): Promise<WireCreative> {
  return client.get(creativePath(account, id), WireCreative, {}, account);
}
