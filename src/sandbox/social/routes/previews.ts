import { createHash } from 'node:crypto';
import { fromArray } from '../../paging.ts';
import { badParameter, GraphError } from '../errors.ts';
import { type Ctx, type Operation, ofKind } from '../graph/operation.ts';
import { viewCreative } from '../rules/creative-view.ts';
import type { GraphNode } from '../state.ts';

const SIZES: Readonly<Record<string, readonly [width: number, height: number]>> = {
  DESKTOP_FEED_STANDARD: [500, 600],
  MOBILE_FEED_STANDARD: [320, 560],
  MOBILE_FEED_BASIC: [320, 420],
  RIGHT_COLUMN_STANDARD: [254, 210],
  FACEBOOK_STORY_MOBILE: [320, 568],
  FACEBOOK_REELS_MOBILE: [320, 568],
  INSTAGRAM_STANDARD: [320, 560],
  INSTAGRAM_STORY: [320, 568],
  INSTAGRAM_REELS: [320, 568],
  INSTREAM_VIDEO_MOBILE: [320, 300],
  MARKETPLACE_MOBILE: [320, 420],
};

/** The page inside the frame is not here; everything around it is. */
function preview(ctx: Ctx, creative: GraphNode<'AdCreative'>) {
  const format = ctx.params.text('ad_format');
  if (format === undefined) throw badParameter('The parameter ad_format is required', 'ad_format');
  const size = SIZES[format];
  if (size === undefined)
    throw badParameter(`Param ad_format must be one of {${Object.keys(SIZES).join(', ')}}`, 'ad_format');
  if (format.startsWith('INSTREAM') && !viewCreative(creative.data).video)
    throw new GraphError(2606, '(#2606) The creative cannot be shown in this format');
  const token = createHash('sha256').update(`${creative.id} ${format}`).digest('base64url').slice(0, 22);
  const [width, height] = size;
  const src = `https://www.facebook.com/ads/api/preview_iframe.php?d=${token}&amp;t=${token.slice(0, 8)}`;
  return fromArray([
    {
      body: `<iframe src="${src}" width="${width}" height="${height}" scrolling="yes" style="border: none;"></iframe>`,
    },
  ]);
}

export const operations: Operation[] = [
  ofKind('AdCreative').list('previews', preview),
  ofKind('Ad').list('previews', (ctx, node) => preview(ctx, ctx.store.need('AdCreative', node.links.creative))),
];
