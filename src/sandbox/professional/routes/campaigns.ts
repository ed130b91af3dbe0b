import { accountFor } from '../access.ts';
import { spentIn } from '../analytics/numbers.ts';
import { coded, notFound, refuseFaults } from '../errors.ts';
import { idIn, urn } from '../format.ts';
import { CURSOR_PARAMS, cursorPage, inOrder } from '../restli/paging.ts';
import { booleanOf, type Call, changing, criterion, type Resource, searchCriteria, urnId } from '../restli/resource.ts';
import { CAMPAIGN_FIELDS, CAMPAIGN_STATUSES, campaignFaults } from '../rules/campaigns.ts';
import { centsOf, scheduledDays } from '../rules/limits.ts';
import { TYPES } from '../rules/objectives.ts';
import { checkNew, patched } from '../rules/schema.ts';
import { campaignServing, winsOf } from '../rules/serving.ts';
import type { Campaign } from '../state/shapes.ts';
import type { Entity, Step, Store } from '../state.ts';
import { audienceOf } from '../targeting/audience.ts';
import { entityOf } from '../targeting/catalogue.ts';
import { stamps } from './accounts.ts';

const RESOURCE = 'adCampaign';

function shown(campaign: Entity<'campaign'>, call: Call) {
  return {
    id: Number(campaign.id),
    ...campaign.fields,
    test: call.store.find('account', campaign.account!)?.fields.test ?? false,
    servingStatuses: campaignServing(campaign, call.store, call.now),
    changeAuditStamps: stamps(campaign),
    version: { versionTag: String(campaign.version) },
  };
}

function campaignFor(call: Call, id: string): Entity<'campaign'> {
  const campaign = call.store.find('campaign', id);
  if (campaign?.account !== call.path.account) throw notFound();
  return campaign!;
}

function search(call: Call) {
  accountFor(call, call.path.account!);
  const criteria = searchCriteria(call.query, [
    'id',
    'campaignGroup',
    'associatedEntity',
    'name',
    'type',
    'status',
    'test',
  ]);
  const ids = criterion(criteria, 'id')?.map((text) => urnId('search', text, 'sponsoredCampaign'));
  const groups = criterion(criteria, 'campaignGroup')?.map((text) => urnId('search', text, 'sponsoredCampaignGroup'));
  const names = criterion(criteria, 'name');
  const types = criterion(criteria, 'type', TYPES);
  const statuses = criterion(criteria, 'status', CAMPAIGN_STATUSES);
  const pages = criterion(criteria, 'associatedEntity');
  booleanOf(criteria.test, 'search');
  const found = call.store
    .list('campaign', { account: call.path.account! })
    .filter(
      ({ id, parent, fields }) =>
        (!ids || ids.includes(id)) &&
        (!groups || groups.includes(parent ?? '')) &&
        (!names || names.includes(fields.name)) &&
        (!types || types.includes(fields.type)) &&
        (!statuses || statuses.includes(fields.status)) &&
        (!pages || pages.includes(fields.associatedEntity ?? '')),
    );
  return cursorPage(call, inOrder(call, found), 1000, (campaign) => shown(campaign, call));
}

function check(
  call: Call,
  account: Entity<'account'>,
  campaign: Campaign,
  before: Entity<'campaign'> | undefined,
  touched: readonly string[],
) {
  const { store, now } = call;
  const group = store.find('group', idIn('sponsoredCampaignGroup', campaign.campaignGroup));
  const all = before ? [] : store.list('campaign', { account: account.id });
  refuseFaults(
    campaignFaults({
      campaign,
      before,
      account,
      group: group?.account === account.id ? group : undefined,
      touched,
      hasConversion: before !== undefined && store.list('campaignConversion', { parent: before.id }).length > 0,
      purse: () => purseOf(store, group, now),
      audience: () => audienceOf(campaign.targetingCriteria ?? {}, store),
      exists: (value) => isKnown(store, account.id, value),
      segment: (value) => store.find('segment', idIn('adSegment', value))?.fields,
      siblings: {
        inGroup: all.filter(({ parent }) => parent === group?.id).length,
        inAccount: all.length,
        active: all.filter(({ fields }) => fields.status === 'ACTIVE').length,
      },
      now,
    }),
  );
}

/** What is left of the group's total budget, in hundredths. */
function purseOf(store: Store, group: Entity<'group'> | undefined, now: number): number | undefined {
  const total = centsOf(group?.fields.totalBudget);
  return total === undefined ? undefined : total - spentIn(store, group!, now);
}

function isKnown(store: Store, account: string, value: string): boolean {
  const segment = idIn('adSegment', value);
  return segment === undefined ? entityOf(value) !== undefined : store.find('segment', segment)?.account === account;
}

/** The budgets and the bid's share that count from a moment on. */
export function stepOf(campaign: Campaign, at: number): Step {
  const total = centsOf(campaign.totalBudget);
  const dailyCents =
    centsOf(campaign.dailyBudget) ??
    (total === undefined ? 0 : Math.floor(total / Math.max(1, scheduledDays(campaign.runSchedule))));
  return {
    at,
    status: campaign.status,
    dailyCents,
    wins: winsOf(campaign),
    ...(total !== undefined && { totalCents: total }),
  };
}

export const adCampaigns: Resource = {
  path: '/adAccounts/{account}/adCampaigns',
  key: 'number',
  reads: ['r_ads'],
  writes: ['rw_ads'],
  get(call, id) {
    accountFor(call, call.path.account!);
    return shown(campaignFor(call, id), call);
  },
  finders: { search: { params: ['search', ...CURSOR_PARAMS], run: search } },
  create(call, body) {
    checkNew(body, CAMPAIGN_FIELDS);
    const account = accountFor(call, call.path.account!, 'CAMPAIGN_MANAGER');
    // The platform turns audience expansion on when it is left out, against its own documentation.
    const campaign = {
      audienceExpansionEnabled: true,
      creativeSelection: usualSelection(body),
      ...body,
    } as unknown as Campaign;
    check(call, account, campaign, undefined, Object.keys(body));
    const effect = (made: Entity) => ({
      kind: 'create' as const,
      resource: RESOURCE,
      id: made.id,
      account: account.id,
      detail: { name: campaign.name },
    });
    return changing(call, effect, () =>
      call.store.insert('campaign', campaign, {
        account: account.id,
        parent: idIn('sponsoredCampaignGroup', campaign.campaignGroup)!,
        at: call.now,
        actor: urn('person', call.session.member.id),
        history: [stepOf(campaign, call.now)],
      }),
    ).id;
  },
  patch(call, id, patch) {
    const account = accountFor(call, call.path.account!, 'CAMPAIGN_MANAGER');
    const before = campaignFor(call, id);
    const campaign = patched(before.fields, patch, CAMPAIGN_FIELDS);
    check(call, account, campaign, before, [...Object.keys(patch.set), ...patch.remove]);
    changing(
      call,
      () => ({ kind: 'update', resource: RESOURCE, id, account: account.id }),
      () =>
        call.store.save({
          ...before,
          fields: campaign,
          parent: idIn('sponsoredCampaignGroup', campaign.campaignGroup)!,
          modifiedAt: call.now,
          version: before.version + 1,
          history: [...before.history, stepOf(campaign, call.now)],
        }),
    );
  },
  remove(call, id) {
    const account = accountFor(call, call.path.account!, 'CAMPAIGN_MANAGER');
    const campaign = campaignFor(call, id);
    if (campaign.fields.status !== 'DRAFT')
      throw coded(400, 'DELETE_ALLOWED_ONLY_FOR_DRAFT_STATUS', 'Only a draft can be deleted');
    changing(
      call,
      () => ({ kind: 'delete', resource: RESOURCE, id, account: account.id }),
      () => {
        for (const creative of call.store.list('creative', { parent: id })) call.store.remove(creative);
        call.store.remove(campaign);
      },
    );
  },
};

function usualSelection({ type }: Record<string, unknown>): string {
  return type === 'SPONSORED_INMAILS' ? 'ROUND_ROBIN' : 'OPTIMIZED';
}
