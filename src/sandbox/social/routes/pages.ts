import { issueToken } from '../access.ts';
import { type Ctx, ofKind, stored } from '../graph/operation.ts';
import type { GraphNode } from '../state.ts';

const page = ofKind('Page');

export const pageType = page.type(['name'], {
  ...stored('name', 'category', 'link'),
  access_token: pageToken,
  category_list: (_, { data }) => [{ id: '2256', name: data.category }],
  instagram_business_account: instagram,
  connected_instagram_account: instagram,
  fan_count: (_, node) => 1200 + Number(node.id.slice(-4)) * 7,
  picture: (_, node) => ({ data: { url: `https://scontent.example/page/${node.id}.png`, is_silhouette: false } }),
  business: (ctx, { data }) => ctx.store.need('Business', data.business),
});

/** What a person may do with a page stands on the edge between them, not on the page. */
export const pagesOfPerson = {
  defaults: ['access_token', 'category', 'category_list', 'name', 'tasks'],
  fields: { tasks: () => ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'] },
};

export const instagramType = ofKind('InstagramUser').type(['username'], {
  ...stored('username'),
  name: (ctx, { data }) => ctx.store.need('Page', data.page).data.name,
  profile_pic: (_, node) => `https://scontent.example/photo/${node.id}.png`,
  profile_picture_url: (_, node) => `https://scontent.example/photo/${node.id}.png`,
  followers_count: (_, node) => 800 + Number(node.id.slice(-4)) * 3,
});

function instagram(ctx: Ctx, { data }: GraphNode<'Page'>): GraphNode | undefined {
  return data.instagram === undefined ? undefined : ctx.store.need('InstagramUser', data.instagram);
}

/** A page token belongs to the page; the same person always gets the same one. */
function pageToken(ctx: Ctx, node: GraphNode<'Page'>): string {
  const token = `EAAPAGE${node.id}${ctx.session.app.id}`;
  if (ctx.store.tokens.findToken(token)) return token;
  const { clientId, scopes } = ctx.session.token;
  return ctx.world.change(() =>
    issueToken(ctx.store, {
      token,
      kind: 'PAGE',
      clientId,
      subject: node.id,
      scopes,
      issuedAt: ctx.world.now(),
      expiresAt: null,
    }),
  );
}
