import { isObject } from '../../json.ts';
import { badParameter, type GraphError, ruleBroken } from '../errors.ts';
import type { Ctx } from '../graph/operation.ts';
import type { Json } from '../state/shapes.ts';

/** A post that is there and belongs to a page, or an Instagram account, of the account's business. */
export function checkPost(ctx: Ctx, account: string, content: Json): void {
  const {
    object_story_id: story,
    source_instagram_media_id: media,
    object_id: page,
    instagram_user_id: person,
  } = content;
  const { business } = ctx.store.need('AdAccount', account).data;
  if (story !== undefined && !isPost(ctx, business, String(story))) throw postGone('object_story_id', story);
  if (media === undefined) return;
  const post = ctx.store.findKind('InstagramMedia', String(media));
  if (post?.data.business !== business) throw postGone('source_instagram_media_id', media);
  if (person !== post.data.owner)
    throw ruleBroken(1815199, 'Instagram Account Not Usable', 'instagram_user_id must be the owner of the post.', [
      'instagram_user_id',
    ]);
  if (ctx.store.findKind('Page', String(page))?.data.business !== business)
    throw badParameter('Param object_id must be a page you can advertise for', 'object_id');
}

/** A post is what a page published, or what an earlier creative made. */
function isPost(ctx: Ctx, business: string, id: string): boolean {
  const [page = '', post] = id.split('_');
  if (ctx.store.findKind('Page', page)?.data.business !== business) return false;
  const published = ctx.store.findKind('PagePost', id);
  if (published) return !published.data.deleted;
  return ctx.store
    .all('AdCreative')
    .some(
      ({ data }) =>
        data.post_id === post &&
        isObject(data.content.object_story_spec) &&
        data.content.object_story_spec.page_id === page,
    );
}

function postGone(field: string, id: unknown): GraphError {
  return ruleBroken(2490155, 'Post Unavailable', `The post ${String(id)} was deleted or cannot be used in ads.`, [
    field,
  ]);
}
