import { accountFor } from '../access.ts';
import { coded, notFound, plain, refuseFaults } from '../errors.ts';
import { urn } from '../format.ts';
import { CURSOR_PARAMS, cursorPage, INDEX_PARAMS, indexPage, inOrder } from '../restli/paging.ts';
import {
  booleanOf,
  type Call,
  changing,
  criterion,
  neededText,
  type Resource,
  searchCriteria,
  urnId,
} from '../restli/resource.ts';
import { CURRENCIES } from '../rules/limits.ts';
import { anything, checkNew, type Fields, flag, patched, symbol, text, urn as urnType } from '../rules/schema.ts';
import type { Account } from '../state/shapes.ts';
import type { Entity } from '../state.ts';

const STATUSES = ['ACTIVE', 'CANCELED', 'DRAFT', 'PENDING_DELETION', 'REMOVED'];
const readOnly = { type: anything, readOnly: true };
const FIELDS: Fields = {
  name: { type: text },
  currency: { type: text },
  type: { type: symbol('BUSINESS', 'ENTERPRISE') },
  status: { type: symbol(...STATUSES) },
  reference: { type: urnType },
  test: { type: flag },
  id: readOnly,
  servingStatuses: readOnly,
  changeAuditStamps: readOnly,
  version: readOnly,
};

export function stamps({ actor, createdAt, modifiedAt }: Entity) {
  return { created: { actor, time: createdAt }, lastModified: { actor, time: modifiedAt } };
}

function shown(account: Entity<'account'>) {
  const { held: _, pixelDead: __, unpaid, ...fields } = account.fields;
  const isActive = fields.status === 'ACTIVE';
  return {
    id: Number(account.id),
    ...fields,
    servingStatuses: [...(isActive ? [] : ['STOPPED']), ...(unpaid ? ['BILLING_HOLD'] : isActive ? ['RUNNABLE'] : [])],
    notifiedOnCampaignOptimization: true,
    notifiedOnCreativeApproval: false,
    notifiedOnCreativeRejection: true,
    notifiedOnEndOfCampaign: true,
    notifiedOnNewFeaturesEnabled: true,
    changeAuditStamps: stamps(account),
    version: { versionTag: String(account.version) },
  };
}

/** Every account the caller has a role on. */
function reachable({ store, session }: Call): Entity<'account'>[] {
  const ids = store.list('accountUser', { parent: session.member.id }).map(({ account }) => account!);
  return ids.flatMap((id) => store.find('account', id) ?? []).sort((a, b) => Number(a.id) - Number(b.id));
}

function search(call: Call) {
  const criteria = searchCriteria(call.query, ['id', 'name', 'reference', 'status', 'type', 'test']);
  const ids = criterion(criteria, 'id')?.map((text) => urnId('search', text, 'sponsoredAccount'));
  const names = criterion(criteria, 'name');
  const statuses = criterion(criteria, 'status', STATUSES);
  const types = criterion(criteria, 'type', ['BUSINESS', 'ENTERPRISE']);
  const references = criterion(criteria, 'reference');
  const test = booleanOf(criteria.test, 'search');
  const found = reachable(call).filter(
    ({ id, fields }) =>
      (!ids || ids.includes(id)) &&
      (!names || names.includes(fields.name)) &&
      (!statuses || statuses.includes(fields.status)) &&
      (!types || types.includes(fields.type)) &&
      (!references || references.includes(fields.reference ?? '')) &&
      (test === undefined || fields.test === test),
  );
  return cursorPage(call, inOrder(call, found), 1000, shown);
}

function create(call: Call, body: Record<string, unknown>): string {
  checkNew(body, FIELDS);
  const { name, currency, type = 'BUSINESS', reference, test = false } = body as unknown as Account;
  if (!name?.trim()) throw coded(400, 'BLANK_ACCOUNT_NAME', 'The name of an account cannot be blank');
  if (!CURRENCIES.includes(currency))
    throw coded(400, 'CURRENCY_NOT_SUPPORTED', `Currency ${currency} is not supported`);
  if (type !== 'BUSINESS') throw coded(400, 'CONDITIONAL_INVALID_VALUE', '/Account/type ENTERPRISE cannot be created');
  if (test && reachable(call).some(({ fields }) => fields.test))
    throw coded(400, 'TEST_ACCOUNT_LIMIT_REACHED', 'The application has a test account already');
  const { member } = call.session;
  const effect = (made: Entity) => ({ kind: 'create' as const, resource: 'adAccount', id: made.id, account: made.id });
  return changing(call, effect, () => {
    const fields = { name, currency, type, status: 'ACTIVE', test, ...(reference && { reference }) };
    const made = call.store.insert('account', fields, { at: call.now, actor: urn('person', member.id) });
    addUser(call, made.id, member.id, 'ACCOUNT_BILLING_ADMIN');
    return made;
  }).id;
}

function addUser({ store, now }: Call, account: string, user: string, role: string): void {
  const fields = { account: urn('sponsoredAccount', account), user: urn('person', user), role };
  store.insert('accountUser', fields, { id: `${account}:${user}`, account, parent: user, at: now, actor: fields.user });
}

export const adAccounts: Resource = {
  path: '/adAccounts',
  key: 'number',
  reads: ['r_ads'],
  writes: ['rw_ads'],
  get(call, id) {
    if (!call.store.find('account', id)) throw notFound();
    return shown(accountFor(call, id));
  },
  finders: { search: { params: ['search', ...CURSOR_PARAMS], run: search } },
  create,
  patch(call, id, patch) {
    const account = accountFor(call, id, 'ACCOUNT_MANAGER');
    const fields = patched(account.fields, patch, FIELDS);
    const fixed = (['currency', 'type', 'test'] as const).filter((name) => fields[name] !== account.fields[name]);
    refuseFaults(
      fixed.map((name) => ({
        code: 'FIELD_NOT_EDITABLE',
        path: `/Account/${name}`,
        description: `/Account/${name} cannot be changed`,
      })),
    );
    if (!fields.name.trim()) throw coded(400, 'BLANK_ACCOUNT_NAME', 'The name of an account cannot be blank');
    if (fields.status !== account.fields.status && account.fields.status !== 'DRAFT')
      throw coded(
        400,
        'INVALID_STATUS_TRANSITION',
        `/Account/status cannot be changed from ${account.fields.status} to ${fields.status}`,
      );
    changing(
      call,
      () => ({ kind: 'update', resource: 'adAccount', id, account: id }),
      () => call.store.save({ ...account, fields, modifiedAt: call.now, version: account.version + 1 }),
    );
  },
  remove(call, id) {
    const account = accountFor(call, id, 'ACCOUNT_MANAGER');
    if (account.fields.status !== 'DRAFT')
      throw coded(400, 'DELETE_NOT_ALLOWED', 'Only a draft account can be deleted');
    changing(
      call,
      () => ({ kind: 'delete', resource: 'adAccount', id, account: id }),
      () => call.store.remove(account),
    );
  },
};

function shownUser(user: Entity<'accountUser'>) {
  return { ...user.fields, changeAuditStamps: stamps(user) };
}

export const adAccountUsers: Resource = {
  path: '/adAccountUsers',
  key: 'compound',
  reads: ['r_ads'],
  finders: {
    authenticatedUser: {
      params: INDEX_PARAMS,
      run: (call) =>
        indexPage(
          call,
          'adAccountUsers',
          call.store.list('accountUser', { parent: call.session.member.id }),
          shownUser,
        ),
    },
    accounts: {
      params: ['accounts', ...INDEX_PARAMS],
      run(call) {
        const account = urnId('accounts', neededText(call.query, 'accounts'), 'sponsoredAccount');
        accountFor(call, account);
        return indexPage(call, 'adAccountUsers', call.store.list('accountUser', { account }), shownUser);
      },
    },
  },
  get(call, key) {
    const { account, user } = JSON.parse(key) as { account?: string; user?: string };
    if (!account || !user) throw plain(400, 'Key parameter value invalid');
    const id = urnId('account', account, 'sponsoredAccount');
    accountFor(call, id);
    const found = call.store.find('accountUser', `${id}:${urnId('user', user, 'person')}`);
    if (!found) throw notFound();
    return shownUser(found);
  },
};
