import { withoutUnset } from '../../../tools/set-fields.ts';
import { readAs } from '../../../upstream/reading.ts';
import type { ProfessionalClient } from '../client.ts';
import { Batch, type WireCreative, WirePost } from '../wire.ts';

/** Text, link and button of an ad belong to its post. */
export function shownPost(post: WirePost) {
  return withoutUnset({
    intro_text: post.commentary,
    landing_page_url: post.contentLandingPage,
    button: post.contentCallToActionLabel,
  });
}

export function postIn({ content }: WireCreative): string | undefined {
  const { reference } = content;
  return typeof reference === 'string' && /^urn:li:(share|ugcPost):/.test(reference) ? reference : undefined;
}

const IDS_MAX = 100;

/** Posts by URN, without those that can no longer be read. */
export async function postsOf(client: ProfessionalClient, account: string, creatives: readonly WireCreative[]) {
  const urns = [...new Set(creatives.flatMap((one) => postIn(one) ?? []))];
  const pages = Array.from({ length: Math.ceil(urns.length / IDS_MAX) }, (_, page) => {
    const ids = urns.slice(page * IDS_MAX, (page + 1) * IDS_MAX);
    return client.get('/posts', Batch, { ids }, account);
  });
  const results = (await Promise.all(pages)).flatMap((batch) => Object.entries(batch.results));
  return new Map(results.map(([urn, post]) => [urn, shownPost(readAs(WirePost, post, 'professional'))]));
}
