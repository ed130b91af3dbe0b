import { z } from 'zod';
import type { VideoClient } from '../client.ts';

const Review = z.looseObject({
  reject_info: z
    .array(z.looseObject({ reasons: z.array(z.string()).nullish(), suggestion: z.string().nullish() }))
    .nullish(),
});
const Reviews = z.object({ ad_review_map: z.record(z.string(), Review) });

/** Reasons and suggestions of the review for rejected ads, by ad id. `ad/review_info` does not know Smart+ ads. */
export async function rejectionsOf(
  client: VideoClient,
  account: string,
  ad_ids: readonly string[],
): Promise<Map<string, string[]>> {
  const { ad_review_map: reviews } = await client.get('ad/review_info', { ad_ids, lang: 'en' }, Reviews, account);
  return new Map(
    Object.entries(reviews).map(([id, { reject_info }]) => [
      id,
      (reject_info ?? []).flatMap(({ reasons, suggestion }) => [
        ...(reasons ?? []),
        ...(suggestion ? [suggestion] : []),
      ]),
    ]),
  );
}
