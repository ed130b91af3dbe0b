import { SECOND_MS } from '../../../ambient.ts';
import { badParameter, ruleBroken } from '../errors.ts';
import type { Ctx } from '../graph/operation.ts';
import type { GraphNode } from '../state.ts';

export function imageId(account: string, hash: string): string {
  return `${account.replace(/^act_/, '')}:${hash}`;
}

const PROCESSING_MS_PER_MEBIBYTE = 2 * SECOND_MS;
const PROCESSING_LEAST_MS = 20 * SECOND_MS;

export interface VideoState {
  status: 'uploading' | 'processing' | 'ready';
  progress: number;
}

/** A video is ready a while after its last byte, longer when it is bigger; all of it on the sandbox clock. */
export function videoState({ data }: GraphNode<'AdVideo'>, now: number): VideoState {
  if (data.uploaded === undefined) return { status: 'uploading', progress: 0 };
  const needed = Math.max(PROCESSING_LEAST_MS, (data.bytes / 2 ** 20) * PROCESSING_MS_PER_MEBIBYTE);
  const progress = Math.min(100, Math.floor(((now - data.uploaded) * 100) / needed));
  return { status: progress >= 100 ? 'ready' : 'processing', progress: Math.max(0, progress) };
}

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

/** A thumbnail by address has to be a whole one. */
export function checkThumbnailUrl(url: unknown): void {
  if (url === undefined || /^https?:\/\/[^\s/]+\.[^\s/]+\/\S+$/.test(String(url))) return;
  throw ruleBroken(2446603, 'Thumbnail Not Usable', `The thumbnail ${String(url)} could not be used.`, ['image_url']);
}

export function checkVideo(ctx: Ctx, account: string, id: unknown): void {
  const video = ctx.store.findKind('AdVideo', String(id));
  if (video?.links.account !== account || video.data.status === 'DELETED') {
    throw badParameter(`Param video_id must be a valid video ID of this ad account: ${String(id)}`, 'video_id');
  }
  if (videoState(video, ctx.world.now()).status !== 'ready') {
    throw ruleBroken(
      1885252,
      'Video Not Ready',
      'The video is still being processed. Wait until its status is ready.',
      ['video_id'],
    );
  }
}
