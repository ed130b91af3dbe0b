import { z } from 'zod';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { ListedAd as Wire } from '../wire.ts';
import { isoTime } from './fields.ts';
import { issuesOf } from './issue.ts';

export const Ad = z
  .looseObject({ id: z.string(), name: z.string(), status: z.string(), effective_status: z.string() })
  .describe('Also account_id; id and name of campaign_, ad_set_, creative_; *_time, issues, rejected_for');

export function adOf(wire: Wire) {
  return withoutUnset({
    id: wire.id,
    account_id: wire.account_id,
    campaign_id: wire.campaign_id,
    campaign_name: wire.campaign?.name,
    ad_set_id: wire.adset_id,
    ad_set_name: wire.adset?.name,
    creative_id: wire.creative?.id,
    creative_name: wire.creative?.name,
    name: wire.name,
    status: wire.status,
    effective_status: wire.effective_status,
    created_time: isoTime(wire.created_time),
    updated_time: isoTime(wire.updated_time),
    issues: issuesOf(wire.issues_info),
    rejected_for: reviewReasonsOf(wire.ad_review_feedback),
  });
}

/** Why the review rejected an ad; the platform keeps telling it while a pause hides DISAPPROVED. */
export function reviewReasonsOf(feedback: Wire['ad_review_feedback']): string[] | undefined {
  const reasons = Object.entries(feedback?.global ?? {}).map(([policy, text]) => `${policy} (${text})`);
  return reasons.length > 0 ? reasons : undefined;
}
