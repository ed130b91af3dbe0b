import { z } from 'zod';
import type { VideoClient } from '../client.ts';
import type { Switched } from './fields.ts';

const Review = z.looseObject({
  reject_info: z
    .array(z.looseObject({ reasons: z.array(z.string()).nullish(), suggestion: z.string().nullish() }))
    .nullish(),
});
const Reviews = z.object({ ad_review_map: z.record(z.string(), Review) });

/** Whether the review rejected this object, not its ad group or its advertiser. */
export function isRejected({ secondary_status }: Switched): boolean {
  return /(?<!_ADVERTISER|_ADGROUP)_AUDIT_DENY$/.test(secondary_status ?? '');
}

/** The platform shows one status at a time: these stand in front of the review's. */
export function hidesReview({ secondary_status }: Switched): boolean {
  return /_(EXCEED|NOT_START|DONE|DISABLE|ADVERTISER_AUDIT|(ADVERTISER|ADGROUP)_AUDIT_DENY)$/.test(
    secondary_status ?? '',
  );
}

const IDS_PER_CALL = 100;

/** Reasons and suggestions of the review for rejected ads, by ad id. `ad/review_info` does not know Smart+ ads. */
export async function rejectionsOf(
  client: VideoClient,
  account: string,
  ad_ids: readonly string[],
): Promise<Map<string, string[]>> {
  const calls = Array.from({ length: Math.ceil(ad_ids.length / IDS_PER_CALL) }, (_, call) => {
    const some = ad_ids.slice(call * IDS_PER_CALL, (call + 1) * IDS_PER_CALL);
    return client.get('ad/review_info', { ad_ids: some, lang: 'en' }, Reviews, account);
  });
  const reviews = (await Promise.all(calls)).flatMap(({ ad_review_map }) => Object.entries(ad_review_map));
  return new Map(
    reviews.map(([id, { reject_info }]) => [
      id,
      (reject_info ?? []).flatMap(({ reasons, suggestion }) => [
        ...(reasons ?? []),
        ...(suggestion ? [suggestion] : []),
      ]),
    ]),
  );
}

interface Shown {
  id: string;
  delivery_status?: string | null | undefined;
}

/** Adds `rejected_for` to ads that the review rejected, also where another status hides that. A list is there without it, too. */
export async function withRejections<T extends Shown>(client: VideoClient, account: string, ads: readonly T[]) {
  const asked = ads.filter(({ delivery_status: secondary_status }) => {
    const status = { secondary_status };
    return isRejected(status) || hidesReview(status);
  });
  const ids = asked.map(({ id }) => id);
  const reasons = await rejectionsOf(client, account, ids).catch(() => new Map<string, string[]>());
  return ads.map((ad) => {
    const rejected_for = reasons.get(ad.id) ?? [];
    return rejected_for.length > 0 ? { ...ad, rejected_for } : ad;
  });
}
