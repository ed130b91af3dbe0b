import { badParameter, ruleBroken } from '../errors.ts';
import type { Ctx } from '../graph/operation.ts';
import { imageId, videoState } from './media.ts';

export function checkImage(ctx: Ctx, account: string, hash: unknown): void {
  const image = ctx.store.findKind('AdImage', imageId(account, String(hash)));
  if (image?.data.status === 'ACTIVE') return;
  throw ruleBroken(
    1487395,
    'Invalid Image Hash',
    `No image with hash ${String(hash)} in this ad account. Upload it first.`,
    ['image_hash'],
  );
}

export function checkVideo(ctx: Ctx, account: string, id: unknown): void {
  const video = ctx.store.findKind('AdVideo', String(id));
  if (video?.links.account !== account || video.data.status === 'DELETED') {
    throw badParameter(`Param video_id must be a valid video ID of this ad account: ${String(id)}`, 'video_id');
  }
  if (videoState(video, ctx.world.now()).status !== 'ready') {
    throw ruleBroken(
      1487390,
      'Video Not Ready',
      'The video is still being processed. Wait until its status is ready.',
      ['video_id'],
    );
  }
}
