import { openAdvertiser } from '../access.ts';
import { bad, Refusal } from '../errors.ts';
import type { Entity } from '../state.ts';
import type { Input } from './input.ts';
import { pageOf } from './listing.ts';
import { open, type Platform, type Route } from './serve.ts';
import { appOf } from './sign-in.ts';

/** What the platform pushes, and where to. These calls are the application's own and have no token. */
export const subscriptionRoutes: readonly Route[] = [
  open('POST', 'subscription/subscribe', (call) =>
    call.world.change((record) => {
      const { store, input } = call;
      const { clientId } = appIn(call);
      if (input.needText('subscribe_entity') !== 'LEAD') throw bad('subscribe_entity: only LEAD is kept here.');
      const url = input.needText('callback_url');
      if (!URL.canParse(url)) throw bad('callback_url: Not a valid URL.');
      const detail = input.object('subscription_detail');
      if (!detail) throw input.missing('subscription_detail');
      const advertiser = advertiserOf(call, detail, clientId);
      const page = detail.id('page_id');
      if (page !== undefined && store.find('InstantForm', page)?.links.advertiser !== advertiser)
        throw bad(`subscription_detail.page_id: the page ${page} does not exist.`);
      const data = {
        app: clientId,
        secret: input.needText('secret'),
        url,
        token: detail.needText('access_token'),
        advertiser,
        ...(page && { page }),
      };
      const { id } = store.insert('Subscription', {}, data);
      record({ kind: 'create', resource: 'subscription', id, account: advertiser });
      return { subscription_id: id };
    }),
  ),
  open('GET', 'subscription/get', (call) => {
    const { clientId } = appIn(call);
    const own = call.store.all('Subscription').filter(({ data }) => data.app === clientId);
    const { items, page_info } = pageOf(call.input, own);
    return { subscriptions: items.map(subscriptionView), page_info };
  }),
  open('POST', 'subscription/unsubscribe', (call) =>
    call.world.change((record) => {
      const { clientId } = appIn(call);
      const found = call.store.find('Subscription', call.input.needId('subscription_id'));
      if (found?.data.app !== clientId) throw bad('subscription_id: there is no such subscription.');
      call.store.remove(found);
      record({ kind: 'delete', resource: 'subscription', id: found.id, account: found.data.advertiser });
    }),
  ),
];

type AppCall = Platform & { input: Input };

function appIn({ store, input }: AppCall) {
  return appOf(store, input.needText('app_id'), input.needText('secret'));
}

function advertiserOf({ store, world }: AppCall, detail: Input, app: string): string {
  const token = store.tokens.checkToken(detail.needText('access_token'), { kind: 'access', now: world.now() });
  if (typeof token === 'string' || token.clientId !== app)
    throw new Refusal(40105, 'Access token is incorrect or has been revoked.');
  return openAdvertiser(store, token, detail.needId('advertiser_id')).id;
}

function subscriptionView({ id, data: { app, url, advertiser, page } }: Entity<'Subscription'>) {
  return {
    app_id: app,
    subscription_id: id,
    subscribe_entity: 'LEAD',
    callback_url: url,
    subscription_detail: { advertiser_id: advertiser, ...(page && { page_id: page }), lead_source: 'INSTANT_FORM' },
  };
}
