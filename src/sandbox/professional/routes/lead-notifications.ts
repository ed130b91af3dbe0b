import { notFound, plain } from '../errors.ts';
import { urn, versionedFormIn } from '../format.ts';
import { INDEX_PARAMS, indexPage } from '../restli/paging.ts';
import { type Call, changing, type Resource, urnId } from '../restli/resource.ts';
import { isRecord } from '../restli/value.ts';
import { checkNew, type Fields, symbol, type Type, text, union, urnOf } from '../rules/schema.ts';
import type { LeadNotification } from '../state/shapes.ts';
import type { Entity } from '../state.ts';
import { ownerAccount } from './lead-forms.ts';
import { checkLeadType, checkPageRole } from './lead-responses.ts';

const PER_OWNER_MAX = 1500;
const TUNNELS = /(^|\.)(ngrok(-free)?\.(io|app|dev)|loca\.lt|trycloudflare\.com|localtunnel\.me)$/;

const versioned: Type = {
  check: (value, path) => (versionedFormIn(value) ? [] : [`${path} :: "${value}" is not a valid URN`]),
};

const FIELDS: Fields = {
  webhook: { type: text, required: true },
  owner: { type: union({ sponsoredAccount: urnOf('sponsoredAccount') }), required: true },
  leadType: { type: symbol('SPONSORED', 'EVENT', 'COMPANY', 'ORGANIZATION_PRODUCT'), required: true },
  versionedForm: { type: versioned },
};

export const leadNotifications: Resource = {
  path: '/leadNotifications',
  key: 'number',
  reads: ['r_marketing_leadgen_automation'],
  writes: ['r_marketing_leadgen_automation'],
  get: (call, id) => shown(notificationFor(call, id)),
  finders: {
    criteria: {
      params: ['owner', 'leadType', 'versionedForm', ...INDEX_PARAMS],
      run(call) {
        const owner = call.query.get('owner');
        const account = ownerAccount(call, isRecord(owner) ? owner.value : undefined);
        checkLeadType(call);
        checkPageRole(call, account);
        return indexPage(call, 'leadNotifications', call.store.list('leadNotification', { account }), shown);
      },
    },
  },
  create(call, body) {
    checkNew(body, FIELDS);
    const given = body as unknown as Pick<LeadNotification, 'webhook' | 'owner' | 'leadType' | 'versionedForm'>;
    const account = ownerAccount(call, { sponsoredAccount: given.owner.sponsoredAccount });
    checkPageRole(call, account);
    if (given.leadType !== 'SPONSORED') throw plain(400, `Ad accounts have no leads of the type ${given.leadType}`);
    checkAddress(given.webhook);
    if (call.store.list('leadNotification', { account }).length >= PER_OWNER_MAX)
      throw plain(400, `An owner has at most ${PER_OWNER_MAX} notifications`);
    const fields = { ...given, app: call.session.token.clientId, toldUntil: call.now, failures: 0 };
    const actor = urn('person', call.session.member.id);
    return changing(
      call,
      ({ id }) => ({ kind: 'create', resource: 'leadNotification', id, account }),
      () => call.store.insert('leadNotification', fields, { account, at: call.now, actor }),
    ).id;
  },
  remove(call, id) {
    const notification = notificationFor(call, id);
    changing(
      call,
      () => ({ kind: 'delete', resource: 'leadNotification', id, account: notification.account! }),
      () => call.store.remove(notification),
    );
  },
};

function notificationFor(call: Call, id: string): Entity<'leadNotification'> {
  const found = call.store.find('leadNotification', id);
  if (!found) throw notFound();
  checkPageRole(call, urnId('owner', found.fields.owner.sponsoredAccount, 'sponsoredAccount'));
  return found;
}

/** Https only, besides this machine's own addresses, which the sandbox alone can push to. */
function checkAddress(webhook: string): void {
  const url = URL.canParse(webhook) ? new URL(webhook) : undefined;
  const isLocal = url?.hostname === 'localhost' || url?.hostname.startsWith('127.');
  if (!url || (url.protocol !== 'https:' && !isLocal)) throw plain(400, '/webhook must be an https address');
  if (TUNNELS.test(url.hostname)) throw plain(400, '/webhook must not be the address of a tunnel');
}

function shown({ id, fields }: Entity<'leadNotification'>) {
  const { webhook, owner, leadType, versionedForm } = fields;
  return { id: Number(id), webhook, owner, leadType, ...(versionedForm && { versionedForm }) };
}
