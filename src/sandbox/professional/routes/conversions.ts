import { accountFor } from '../access.ts';
import { notFound, plain } from '../errors.ts';
import { conversionIdIn, conversionUrn, idIn, urn } from '../format.ts';
import { everything, INDEX_PARAMS, indexPage } from '../restli/paging.ts';
import { type Call, changing, neededText, type Resource, urnId, urnList } from '../restli/resource.ts';
import { anything, checkNew, type Fields, flag, long, patched, symbol, text, urn as urnType } from '../rules/schema.ts';
import type { Conversion } from '../state/shapes.ts';
import type { Entity } from '../state.ts';

const TYPES =
  'ADD_TO_CART DOWNLOAD INSTALL KEY_PAGE_VIEW LEAD PURCHASE SIGN_UP OTHER SAVE START_CHECKOUT SCHEDULE VIEW_CONTENT VIEW_VIDEO ADD_BILLING_INFO BOOK_APPOINTMENT REQUEST_QUOTE SEARCH SUBSCRIBE AD_CLICK AD_VIEW COMPLETE_SIGNUP SUBMIT_APPLICATION PHONE_CALL INVITE LOGIN SHARE DONATE ADD_TO_LIST START_TRIAL OUTBOUND_CLICK CONTACT QUALIFIED_LEAD MARKETING_QUALIFIED_LEAD SALES_QUALIFIED_LEAD'.split(
    ' ',
  );
const LONG_TYPES = ['LEAD', 'PURCHASE', 'ADD_TO_CART', 'QUALIFIED_LEAD', 'SUBMIT_APPLICATION'];

const FIELDS: Fields = {
  name: { type: text, required: true },
  account: { type: urnType, required: true },
  type: { type: symbol(...TYPES), required: true },
  conversionMethod: { type: symbol('CONVERSIONS_API', 'INSIGHT_TAG', 'IMAGE_PIXEL') },
  attributionType: { type: symbol('LAST_TOUCH_BY_CAMPAIGN', 'LAST_TOUCH_BY_CONVERSION') },
  postClickAttributionWindowSize: { type: long },
  viewThroughAttributionWindowSize: { type: long },
  enabled: { type: flag },
  valueType: { type: symbol('DYNAMIC', 'FIXED', 'NO_VALUE') },
  value: { type: anything },
  campaigns: { type: anything },
  id: { type: anything, readOnly: true },
  associatedCampaigns: { type: anything, readOnly: true },
  created: { type: anything, readOnly: true },
  lastModified: { type: anything, readOnly: true },
  latestFirstPartyCallbackAt: { type: anything, readOnly: true },
  imagePixelTag: { type: anything, readOnly: true },
};

function shown(conversion: Entity<'conversion'>, call: Call) {
  const links = call.store
    .list('campaignConversion')
    .filter(({ fields }) => fields.conversion === conversionUrn(conversion.id));
  return {
    id: Number(conversion.id),
    ...conversion.fields,
    campaigns: links.map(({ fields }) => fields.campaign),
    associatedCampaigns: links.map(({ fields }) => ({ campaign: fields.campaign, associatedAt: fields.associatedAt })),
    created: conversion.createdAt,
    lastModified: conversion.modifiedAt,
    urlRules: [],
    ...(conversion.fields.conversionMethod !== 'CONVERSIONS_API' && { imagePixelTag: imageOf(conversion) }),
  };
}

/** For pages without scripts. Nothing else that the platform answers has the partner id (`pid`) of the Insight Tag. */
function imageOf({ id, account }: Entity<'conversion'>): string {
  const partner = 1_000_000 + (Number(account) % 9_000_000);
  return `<img height="1" width="1" style="display:none;" alt="" src="https://px.ads.linkedin.com/collect/?pid=${partner}&conversionId=${id}&fmt=gif" />`;
}

function accountIn(call: Call): string {
  const id = urnId('account', neededText(call.query, 'account'), 'sponsoredAccount');
  accountFor(call, id);
  return id;
}

function conversionFor(call: Call, id: string): Entity<'conversion'> {
  const account = accountIn(call);
  const conversion = call.store.find('conversion', id);
  if (conversion?.account !== account) throw notFound();
  return conversion;
}

function checkWindows({ type, postClickAttributionWindowSize, viewThroughAttributionWindowSize }: Conversion): void {
  for (const days of [postClickAttributionWindowSize, viewThroughAttributionWindowSize]) {
    if (days === undefined || [1, 7, 30, 90].includes(Number(days))) continue;
    if ((days === 180 || days === 365) && LONG_TYPES.includes(type)) continue;
    throw plain(400, `The attribution window of ${days} days is not allowed for ${type}`);
  }
}

export const conversions: Resource = {
  path: '/conversions',
  key: 'number',
  reads: ['rw_conversions', 'r_ads'],
  writes: ['rw_conversions'],
  params: ['account'],
  get: (call, id) => shown(conversionFor(call, id), call),
  finders: {
    account: {
      params: ['account', 'conversionOwnershipTypes', ...INDEX_PARAMS],
      run(call) {
        const rules = call.store.list('conversion', { account: accountIn(call) });
        const { elements, paging } = indexPage(call, 'conversions', rules, (one) => shown(one, call));
        // The platform does not count its rules.
        return { elements, paging: { ...paging, total: -1 } };
      },
    },
  },
  create(call, body) {
    checkNew(body, FIELDS);
    const fields = {
      attributionType: 'LAST_TOUCH_BY_CAMPAIGN',
      postClickAttributionWindowSize: 30,
      viewThroughAttributionWindowSize: 7,
      enabled: true,
      ...body,
    } as unknown as Conversion;
    checkWindows(fields);
    const account = accountFor(call, urnId('account', fields.account, 'sponsoredAccount'), 'CAMPAIGN_MANAGER').id;
    const actor = urn('person', call.session.member.id);
    const effect = (made: Entity) => ({ kind: 'create' as const, resource: 'conversion', id: made.id, account });
    return changing(call, effect, () => call.store.insert('conversion', fields, { account, at: call.now, actor })).id;
  },
  created: (call, id) => shown(call.store.find('conversion', id)!, call),
  patch(call, id, patch) {
    const before = conversionFor(call, id);
    const fields = patched(before.fields, patch, FIELDS);
    checkWindows(fields);
    changing(
      call,
      () => ({ kind: 'update', resource: 'conversion', id, account: before.account! }),
      () => call.store.save({ ...before, fields, modifiedAt: call.now }),
    );
  },
};

interface LinkKey {
  campaign: string;
  conversion: string;
}

function linkIn(call: Call, key: string): LinkKey & { campaignId: string; account: string } {
  const { campaign, conversion } = JSON.parse(key) as Partial<LinkKey>;
  const campaignId = idIn('sponsoredCampaign', campaign);
  const found = call.store.find('campaign', campaignId);
  const rule = call.store.find('conversion', conversionIdIn(conversion));
  if (!campaign || !conversion || !campaignId) throw plain(400, 'Key parameter value invalid');
  if (!found || rule?.account !== found.account) throw notFound();
  accountFor(call, found.account!, 'CAMPAIGN_MANAGER');
  return { campaign, conversion, campaignId, account: found.account! };
}

export const campaignConversions: Resource = {
  path: '/campaignConversions',
  key: 'compound',
  reads: ['rw_conversions', 'r_ads'],
  writes: ['rw_conversions'],
  get(call, key) {
    const { campaign, conversion } = linkIn(call, key);
    const link = call.store.find('campaignConversion', `${campaign} ${conversion}`);
    if (!link) throw notFound();
    return link.fields;
  },
  finders: {
    campaigns: {
      params: ['campaigns', ...INDEX_PARAMS],
      run(call) {
        const ids = urnList(call.query, 'campaigns', 'sponsoredCampaign') ?? [];
        return everything(
          ids.flatMap((parent) => call.store.list('campaignConversion', { parent }).map(({ fields }) => fields)),
        );
      },
    },
  },
  put(call, key) {
    const { campaign, conversion, campaignId, account } = linkIn(call, key);
    const id = `${campaign} ${conversion}`;
    if (call.store.find('campaignConversion', id)) return;
    const fields = { campaign, conversion, associatedAt: call.now };
    const actor = urn('person', call.session.member.id);
    changing(
      call,
      () => ({ kind: 'create', resource: 'campaignConversion', id, account }),
      () => call.store.insert('campaignConversion', fields, { id, account, parent: campaignId, at: call.now, actor }),
    );
  },
  remove(call, key) {
    const { campaign, conversion, account } = linkIn(call, key);
    const link = call.store.find('campaignConversion', `${campaign} ${conversion}`);
    if (!link) throw notFound();
    changing(
      call,
      () => ({ kind: 'delete', resource: 'campaignConversion', id: link.id, account }),
      () => call.store.remove(link),
    );
  },
};
