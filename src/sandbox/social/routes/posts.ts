import { filtered } from '../../paging.ts';
import { requirePageToken } from '../access.ts';
import { graphTime } from '../format.ts';
import { saveNode } from '../graph/changes.ts';
import { type Operation, ofKind } from '../graph/operation.ts';

const page = ofKind('Page');
const post = ofKind('PagePost');
const instagram = ofKind('InstagramUser');

export const postType = post.type(['created_time', 'message'], {
  message: (_, { data }) => data.text,
  created_time: (_, { data }) => graphTime(data.created, 'UTC'),
  permalink_url: (_, { id }) => `https://www.facebook.com/${id.replace('_', '/posts/')}`,
  is_published: () => true,
  is_eligible_for_promotion: () => true,
});

export const mediaType = ofKind('InstagramMedia').type([], {
  caption: (_, { data }) => data.text,
  media_type: (_, { data }) => data.media_type,
  timestamp: (_, { data }) => graphTime(data.created, 'UTC'),
  permalink: (_, { id }) => `https://www.instagram.com/p/${id}/`,
  owner: (ctx, { data }) => ctx.store.need('InstagramUser', data.owner),
});

export const operations: Operation[] = [
  page.list('published_posts', (ctx, node) => {
    requirePageToken(ctx, node.id);
    return filtered(ctx.store.list('PagePost'), ({ data }) => data.page === node.id && !data.deleted);
  }),
  post.remove((ctx, node, record) => {
    requirePageToken(ctx, node.data.page);
    node.data.deleted = true;
    saveNode(ctx, record, node, { deleted: true }, 'delete');
    return { success: true };
  }),
  instagram.list(
    'media',
    (ctx, node) => filtered(ctx.store.list('InstagramMedia'), ({ data }) => data.owner === node.id),
    { scopes: ['instagram_basic'] },
  ),
];
