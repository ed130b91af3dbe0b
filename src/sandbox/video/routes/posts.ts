import { bad } from '../errors.ts';
import type { Entity } from '../state.ts';
import { get, type Route } from './serve.ts';

const POSTS_MAX = 20;

/** Posts of an identity, newest first. The cursor is the time of the last one in seconds. */
export const postRoutes: readonly Route[] = [
  get('identity/video/get', ({ store, input, advertiser }) => {
    const type = input.needChoice('identity_type', ['AUTH_CODE', 'TT_USER', 'BC_AUTH_TT']);
    const identity = store.find('Identity', input.needText('identity_id'));
    if (identity?.links.advertiser !== advertiser.id || identity.data.identity_type !== type)
      throw bad('You no longer have access to the TikTok account used in this ad');
    if (type === 'BC_AUTH_TT' && input.text('identity_authorized_bc_id') !== identity.data.bc_id)
      throw bad('"Identity_type" and "Identity_bc_ID" don\'t match.');
    if (input.has('keyword') && type !== 'AUTH_CODE') throw bad('keyword: only supported for AUTH_CODE.');
    const kind = input.choice('item_type', ['VIDEO', 'CAROUSEL']) ?? 'VIDEO';
    const count = Math.min(input.number('count') ?? POSTS_MAX, POSTS_MAX);
    const before = Number(input.text('cursor') ?? Number.POSITIVE_INFINITY);
    const found = store
      .all('Post', { advertiser: advertiser.id })
      .filter(({ data }) => data.identity === identity.id && data.item_type === kind)
      .filter(({ data }) => secondsOf(data.created) < before);
    const shown = found.slice(0, count);
    return {
      video_list: shown.map(postView),
      has_more: found.length > shown.length,
      cursor: String(secondsOf(shown.at(-1)?.data.created ?? 0)),
    };
  }),
];

function secondsOf(ms: number): number {
  return Math.floor(ms / 1000);
}

function postView({ id, data }: Entity<'Post'>): Record<string, unknown> {
  const isVideo = data.item_type === 'VIDEO';
  return {
    item_id: id,
    item_type: data.item_type,
    status: data.status,
    text: data.text,
    auth_info: null,
    anchor_list: null,
    video_info: isVideo
      ? {
          format: 'mp4',
          bit_rate: 816_171,
          width: 720,
          height: 1280,
          duration: 17.4,
          size: 3_114_374,
          signature: '0'.repeat(32),
          poster_url: `https://p16.acme.example/posts/${id}.jpeg`,
          url: `https://p16.acme.example/posts/${id}.mp4`,
        }
      : null,
    carousel_info: isVideo ? null : { image_info: [], music_info: null },
  };
}
