import { accountFor } from '../access.ts';
import { coded, notFound, refuseFaults } from '../errors.ts';
import { urn } from '../format.ts';
import { CURSOR_PARAMS, cursorPage, inOrder } from '../restli/paging.ts';
import { booleanOf, type Call, changing, criterion, type Resource, searchCriteria, urnId } from '../restli/resource.ts';
import { GROUP_FIELDS, GROUP_STATUSES, groupFaults } from '../rules/campaign-groups.ts';
import { centsOf } from '../rules/limits.ts';
import { checkNew, patched } from '../rules/schema.ts';
import { groupServing } from '../rules/serving.ts';
import type { Group } from '../state/shapes.ts';
import type { Entity, Step } from '../state.ts';
import { stamps } from './accounts.ts';

const RESOURCE = 'adCampaignGroup';

function shown(group: Entity<'group'>, call: Call) {
  const { backfilled = false, ...fields } = group.fields;
  return {
    id: Number(group.id),
    ...fields,
    test: call.store.find('account', group.account!)?.fields.test ?? false,
    backfilled,
    servingStatuses: groupServing(group, call.store, call.now),
    allowedCampaignTypes: ['SPONSORED_UPDATES', 'TEXT_AD', 'SPONSORED_INMAILS', 'DYNAMIC'],
    changeAuditStamps: stamps(group),
  };
}

function stepOf({ status, totalBudget }: Group, at: number): Step {
  const totalCents = centsOf(totalBudget);
  return { at, status, ...(totalCents !== undefined && { totalCents }) };
}

/** A group of the account in the path. */
function groupFor(call: Call, id: string): Entity<'group'> {
  const group = call.store.find('group', id);
  if (group?.account !== call.path.account) throw notFound();
  return group!;
}

function search(call: Call) {
  accountFor(call, call.path.account!);
  const criteria = searchCriteria(call.query, ['id', 'name', 'status', 'test']);
  const ids = criterion(criteria, 'id')?.map((text) => urnId('search', text, 'sponsoredCampaignGroup'));
  const names = criterion(criteria, 'name');
  const statuses = criterion(criteria, 'status', GROUP_STATUSES);
  booleanOf(criteria.test, 'search');
  const found = call.store
    .list('group', { account: call.path.account! })
    .filter(
      ({ id, fields }) =>
        (!ids || ids.includes(id)) &&
        (!names || names.includes(fields.name)) &&
        (!statuses || statuses.includes(fields.status)),
    );
  return cursorPage(call, inOrder(call, found), 1000, (group) => shown(group, call));
}

/** Archiving or removing a group does the same to its campaigns, drafts aside. */
function spread(call: Call, group: Entity<'group'>): void {
  const { status } = group.fields;
  if (status !== 'ARCHIVED' && status !== 'PENDING_DELETION') return;
  for (const campaign of call.store.list('campaign', { parent: group.id })) {
    if (['DRAFT', 'CANCELED', 'REMOVED', 'PENDING_DELETION'].includes(campaign.fields.status)) continue;
    campaign.fields.status = status;
    campaign.history.push({ ...campaign.history.at(-1)!, at: call.now, status });
    call.store.save(campaign);
  }
}

export const adCampaignGroups: Resource = {
  path: '/adAccounts/{account}/adCampaignGroups',
  key: 'number',
  reads: ['r_ads'],
  writes: ['rw_ads'],
  get(call, id) {
    accountFor(call, call.path.account!);
    return shown(groupFor(call, id), call);
  },
  finders: { search: { params: ['search', ...CURSOR_PARAMS], run: search } },
  create(call, body) {
    checkNew(body, GROUP_FIELDS);
    const account = accountFor(call, call.path.account!, 'CAMPAIGN_MANAGER');
    const group = body as unknown as Group;
    refuseFaults(groupFaults({ group, before: undefined, account, touched: Object.keys(body), now: call.now }));
    const actor = urn('person', call.session.member.id);
    const effect = (made: Entity) => ({
      kind: 'create' as const,
      resource: RESOURCE,
      id: made.id,
      account: account.id,
      detail: { name: group.name },
    });
    return changing(call, effect, () =>
      call.store.insert('group', group, {
        account: account.id,
        at: call.now,
        actor,
        history: [stepOf(group, call.now)],
      }),
    ).id;
  },
  patch(call, id, patch) {
    const account = accountFor(call, call.path.account!, 'CAMPAIGN_MANAGER');
    const before = groupFor(call, id);
    const group = patched(before.fields, patch, GROUP_FIELDS);
    const touched = [...Object.keys(patch.set), ...patch.remove];
    refuseFaults(groupFaults({ group, before, account, touched, now: call.now }));
    changing(
      call,
      () => ({ kind: 'update', resource: RESOURCE, id, account: account.id }),
      () => {
        const after: Entity<'group'> = { ...before, fields: group, modifiedAt: call.now, version: before.version + 1 };
        after.history.push(stepOf(group, call.now));
        call.store.save(after);
        spread(call, after);
      },
    );
  },
  remove(call, id) {
    const account = accountFor(call, call.path.account!, 'CAMPAIGN_MANAGER');
    const group = groupFor(call, id);
    if (account.fields.type === 'ENTERPRISE')
      throw coded(400, 'NO_DELETE_ON_LMS_ENTERPRISE_CAMPAIGN_GROUPS', 'Groups of an enterprise account stay');
    if (group.fields.status !== 'DRAFT')
      throw coded(400, 'DELETE_ALLOWED_ONLY_FOR_DRAFT_STATUS', 'Only a draft can be deleted');
    changing(
      call,
      () => ({ kind: 'delete', resource: RESOURCE, id, account: account.id }),
      () => {
        for (const campaign of call.store.list('campaign', { parent: id })) {
          for (const creative of call.store.list('creative', { parent: campaign.id })) call.store.remove(creative);
          call.store.remove(campaign);
        }
        call.store.remove(group);
      },
    );
  },
};
