import { permissionOf } from '../access.ts';
import { accountPath, showAccount } from '../format.ts';
import { ACCOUNT_FIELDS, cleanBody } from '../rules/fields.ts';
import { readFlag } from './query.ts';
import { checkFingerprint, pageOf, type Route } from './route.ts';

/** Few a page, so that a person with many accounts has to go on reading. */
const PAGE_SIZE = 20;

const SCOPES = ['readonly', 'edit.containers', 'manage.accounts'] as const;

export const accountRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'accounts',
    scopes: SCOPES,
    right: 'none',
    query: ['pageToken', 'includeGoogleTags'],
    serve(call) {
      const googleTags = readFlag(call.query, 'includeGoogleTags');
      const accounts = call.store
        .list('account')
        .filter((account) => googleTags || !account.googleTags)
        .filter(({ accountId }) => permissionOf(call.store, call.caller.email, accountId));
      return pageOf('account', accounts.map(showAccount), call, `accounts ${googleTags}`, PAGE_SIZE);
    },
  },
  {
    method: 'GET',
    path: 'accounts/{account}',
    scopes: SCOPES,
    right: 'none',
    serve: ({ store, place }) => showAccount(store.find('account', accountPath(place.account))!),
  },
  {
    method: 'PUT',
    path: 'accounts/{account}',
    scopes: ['manage.accounts'],
    right: 'admin',
    query: ['fingerprint'],
    changes: true,
    serve(call) {
      const { store, place, body, record } = call;
      const path = accountPath(place.account);
      const before = store.find('account', path)!;
      checkFingerprint(call, before.fingerprint);
      const { name, shareData } = cleanBody(body, ACCOUNT_FIELDS, 'account');
      const after = {
        ...before,
        name: String(name ?? ''),
        shareData: shareData === true,
        fingerprint: store.nextFingerprint(),
      };
      store.save('account', path, after);
      record({ kind: 'update', resource: 'account', id: place.account, account: place.account, detail: { path } });
      return showAccount(after);
    },
  },
];
