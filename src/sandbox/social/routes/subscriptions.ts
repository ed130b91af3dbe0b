import { fromArray } from '../../paging.ts';
import { requirePageToken } from '../access.ts';
import { badParameter, GraphError } from '../errors.ts';
import { saveNode } from '../graph/changes.ts';
import { type Ctx, type Operation, ofKind } from '../graph/operation.ts';

const app = ofKind('Application');
const page = ofKind('Page');
const FIELDS = ['leadgen'];
const SCOPES = { scopes: ['pages_manage_metadata'] };

/** An app subscribes with its own token, `{app-id}|{app-secret}`. */
function requireAppToken({ session }: Ctx, id: string): void {
  if (session.token.kind === 'APP' && session.token.subject === id) return;
  throw new GraphError(15, '(#15) This method must be called with an app access_token.');
}

export const operations: Operation[] = [
  app.list('subscriptions', (ctx, node) => {
    requireAppToken(ctx, node.id);
    const { subscription } = node.data;
    return fromArray(
      subscription
        ? [
            {
              object: 'page',
              callback_url: subscription.callback_url,
              active: subscription.verified === true,
              fields: FIELDS.map((name) => ({ name, version: ctx.version })),
            },
          ]
        : [],
    );
  }),
  app.create('subscriptions', (ctx, node, record) => {
    requireAppToken(ctx, node.id);
    ctx.params.oneOf('object', ['page']);
    ctx.params.wordsOf('fields', FIELDS);
    const callback_url = ctx.params.requiredText('callback_url');
    if (!URL.canParse(callback_url)) throw badParameter('Param callback_url must be an address', 'callback_url');
    node.data = { ...node.data, subscription: { callback_url, verify_token: ctx.params.requiredText('verify_token') } };
    saveNode(ctx, record, node, { callback_url });
    return { success: true };
  }),
  app.remove((ctx, node, record) => {
    requireAppToken(ctx, node.id);
    const { subscription: _, ...data } = node.data;
    node.data = data;
    saveNode(ctx, record, node, { subscription: 'removed' });
    return { success: true };
  }, 'subscriptions'),
  page.list(
    'subscribed_apps',
    (ctx, node) => {
      requirePageToken(ctx, node.id);
      const apps = (node.data.told_apps ?? []).map((id) => ctx.store.need('Application', id));
      return fromArray(apps.map(({ id, data }) => ({ id, name: data.name, subscribed_fields: FIELDS })));
    },
    SCOPES,
  ),
  page.create(
    'subscribed_apps',
    (ctx, node, record) => {
      requirePageToken(ctx, node.id);
      if (ctx.params.wordsOf('subscribed_fields', FIELDS) === undefined)
        throw badParameter('The parameter subscribed_fields is required', 'subscribed_fields');
      const others = (node.data.told_apps ?? []).filter((id) => id !== ctx.session.app.id);
      node.data = { ...node.data, told_apps: [...others, ctx.session.app.id] };
      saveNode(ctx, record, node, { told_apps: node.data.told_apps });
      return { success: true };
    },
    SCOPES,
  ),
  {
    ...page.remove((ctx, node, record) => {
      requirePageToken(ctx, node.id);
      node.data = { ...node.data, told_apps: (node.data.told_apps ?? []).filter((id) => id !== ctx.session.app.id) };
      saveNode(ctx, record, node, { told_apps: node.data.told_apps });
      return { success: true };
    }, 'subscribed_apps'),
    ...SCOPES,
  },
];
