import { accountFor, checkMayPost, mayPostFor } from '../access.ts';
import { coded, notFound, plain } from '../errors.ts';
import { idIn, urn } from '../format.ts';
import { CURSOR_PARAMS, cursorPage, INDEX_PARAMS, indexPage, inOrder } from '../restli/paging.ts';
import {
  type Call,
  changing,
  listParam,
  neededText,
  type Resource,
  type Row,
  textParam,
  urnList,
} from '../restli/resource.ts';
import {
  ACTIVE_MAX,
  CREATIVE_FIELDS,
  CREATIVES_MAX,
  checkBirth,
  checkFormat,
  checkKind,
  checkLead,
  checkPost,
  checkSpotlight,
  checkStep,
  checkTextAd,
  filesIn,
  formatOf,
  INLINE_FIELDS,
  INTENDED,
  imagesIn,
  PATCH_FIELDS,
  POST_PATCH_FIELDS,
} from '../rules/creatives.ts';
import { checkMessageAd } from '../rules/messages.ts';
import { reviewOf } from '../rules/review.ts';
import { checkNew, patched } from '../rules/schema.ts';
import { creativeHolds } from '../rules/serving.ts';
import type { Campaign, Creative } from '../state/shapes.ts';
import type { Entity } from '../state.ts';
import { isAvailable } from './files.ts';

const RESOURCE = 'creative';

function shown(creative: Entity<'creative'>, call: Call) {
  const { reviewedFrom: _, appeal: __, takenBack: ___, rejectionReasons, ...fields } = creative.fields;
  const review = reviewOf(creative, call.store, call.now);
  const holds = creativeHolds(creative, call.store, call.now);
  return {
    id: urn('sponsoredCreative', creative.id),
    account: urn('sponsoredAccount', creative.account!),
    ...fields,
    isServing: holds.length === 0,
    isTest: call.store.find('account', creative.account!)?.fields.test ?? false,
    ...(review && { review: { status: review, ...(rejectionReasons && { rejectionReasons }) } }),
    ...(holds.length > 0 && { servingHoldReasons: holds }),
    createdAt: creative.createdAt,
    createdBy: creative.actor,
    lastModifiedAt: creative.modifiedAt,
    lastModifiedBy: creative.actor,
  };
}

function creativeFor(call: Call, key: string): Entity<'creative'> {
  const id = idIn('sponsoredCreative', key);
  if (id === undefined) throw plain(400, 'Key parameter value invalid');
  const creative = call.store.find('creative', id);
  if (creative?.account !== call.path.account) throw notFound();
  return creative!;
}

function criteria(call: Call) {
  accountFor(call, call.path.account!);
  const campaigns = urnList(call.query, 'campaigns', 'sponsoredCampaign');
  const creatives = urnList(call.query, 'creatives', 'sponsoredCreative');
  const references = listParam(call.query, 'contentReferences');
  const statuses = listParam(call.query, 'intendedStatuses');
  const wrong = statuses?.findIndex((status) => !INTENDED.includes(status)) ?? -1;
  if (wrong >= 0) throw plain(400, `Array parameter 'intendedStatuses' value '${statuses![wrong]}' is invalid.`);
  const found = call.store
    .list('creative', { account: call.path.account! })
    .filter(
      ({ id, parent, fields }) =>
        (!campaigns || campaigns.includes(parent ?? '')) &&
        (!creatives || creatives.includes(id)) &&
        (!references || references.includes(String(fields.content.reference))) &&
        (!statuses || statuses.includes(fields.intendedStatus)),
    );
  return cursorPage(call, inOrder(call, found), 100, (creative) => shown(creative, call));
}

/** The campaign a new creative goes into, with the rules that both have to keep. */
function campaignOf(call: Call, creative: Creative): Entity<'campaign'> {
  const campaign = call.store.find('campaign', idIn('sponsoredCampaign', creative.campaign));
  if (!campaign || campaign.account !== call.path.account)
    throw plain(400, `/Creative/campaign ${creative.campaign} does not exist in this account`);
  if (['REMOVED', 'PENDING_DELETION', 'CANCELED'].includes(campaign.fields.status))
    throw plain(400, `/Creative/campaign ${creative.campaign} is ${campaign.fields.status}`);
  checkBirth(creative);
  checkLead(creative, campaign.fields, call.store);
  const others = call.store.list('creative', { parent: campaign.id });
  if (others.length >= CREATIVES_MAX)
    throw plain(400, `/Creative/campaign cannot have more than ${CREATIVES_MAX} creatives`);
  if (creative.intendedStatus === 'ACTIVE') checkActive(others);
  return campaign;
}

function checkActive(others: readonly Entity<'creative'>[]): void {
  if (others.filter(({ fields }) => fields.intendedStatus === 'ACTIVE').length >= ACTIVE_MAX)
    throw plain(400, `/Creative/campaign cannot have more than ${ACTIVE_MAX} active creatives`);
}

function insert(call: Call, campaign: Entity<'campaign'>, fields: Creative): Entity<'creative'> {
  const { store, now, session } = call;
  return store.insert(
    'creative',
    { ...fields, ...(fields.intendedStatus === 'ACTIVE' && { reviewedFrom: now }) },
    {
      account: campaign.account!,
      parent: campaign.id,
      at: now,
      actor: urn('person', session.member.id),
      history: [{ at: now, status: fields.intendedStatus }],
    },
  );
}

const created = (made: Entity) => ({
  kind: 'create' as const,
  resource: RESOURCE,
  id: urn('sponsoredCreative', made.id),
  account: made.account!,
});

function create(call: Call, body: Row): string {
  checkNew(body, CREATIVE_FIELDS);
  accountFor(call, call.path.account!, 'CREATIVE_MANAGER');
  const creative = body as unknown as Creative;
  const campaign = campaignOf(call, creative);
  checkKind(creative.content, campaign.fields);
  checkTextAd(creative.content);
  checkSpotlight(creative.content);
  checkFiles(call, imagesIn(creative.content), pageOf(call, campaign));
  const format = formatBy(call, creative, campaign.fields);
  const made = changing(call, created, () => {
    settleFormat(call, campaign, format);
    return insert(call, campaign, creative);
  });
  return urn('sponsoredCreative', made.id);
}

/** The page in whose name a campaign shows its ads: its own, otherwise that of the account. */
function pageOf({ store }: Call, { fields, account }: Entity<'campaign'>): string | undefined {
  return fields.associatedEntity ?? store.find('account', account!)?.fields.reference;
}

/** The format of an ad by what it shows, which has to be there and to fit the campaign. */
function formatBy(call: Call, creative: Creative, campaign: Campaign): string | undefined {
  const { reference, eventAd, textAd } = creative.content as { eventAd?: { post: string } } & Row;
  if (textAd) return 'TEXT_AD';
  if (campaign.type === 'SPONSORED_INMAILS') {
    const message = call.store.find('message', idIn('adInMailContent', reference));
    if (message?.account !== call.path.account) throw notFound();
    return checkMessageAd(creative, campaign, message!, call.store);
  }
  if (campaign.type !== 'SPONSORED_UPDATES') return campaign.format;
  const post = call.store.find('post', idIn('share', eventAd?.post ?? reference));
  if (!post) throw notFound();
  checkMayPost(call, post.fields.author);
  if (eventAd) return 'SPONSORED_UPDATE_EVENT';
  const format = formatOf(post.fields);
  checkFormat(format, campaign);
  return format;
}

/** The first creative gives a campaign its format. */
function settleFormat(call: Call, campaign: Entity<'campaign'>, format: string | undefined): void {
  if (campaign.fields.format !== undefined || format === undefined) return;
  campaign.fields.format = format;
  call.store.save(campaign);
}

/** A post for the ad alone, and the creative that shows it, in one. */
function createInline(call: Call, body: Row): unknown {
  const given = (body.creative ?? {}) as Row;
  checkNew(given, INLINE_FIELDS);
  accountFor(call, call.path.account!, 'CREATIVE_MANAGER');
  const { inlineContent, ...rest } = given as { inlineContent: { post: Row } } & Row;
  const creative = { ...rest, content: {} } as unknown as Creative;
  const campaign = campaignOf(call, creative);
  if (campaign.fields.type !== 'SPONSORED_UPDATES')
    throw plain(400, `/Creative/content reference does not match /Campaign/type ${campaign.fields.type}`);
  const { post } = inlineContent;
  checkedPost(call, post);
  checkFormat(formatOf(post), campaign.fields);
  const made = changing(call, created, () => {
    const { id } = insertPost(call, post);
    settleFormat(call, campaign, formatOf(post));
    return insert(call, campaign, { ...creative, content: { reference: urn('share', id) } });
  });
  return { creative: urn('sponsoredCreative', made.id) };
}

function checkedPost(call: Call, post: Row): void {
  checkPost(post);
  const author = String(post.author);
  checkMayPost(call, author);
  const context = (post.adContext ?? {}) as Row;
  const { feedDistribution } = (post.distribution ?? {}) as Row;
  if (feedDistribution === 'NONE' && context.dscAdAccount === undefined)
    throw coded(
      400,
      'MISSING_REQUIRED_FIELD_FOR_DSC',
      '/adContext/dscAdAccount is required for direct sponsored content',
    );
  checkFiles(call, filesIn(post), author);
}

/** A file is shown once it was processed, and by its owner only. */
function checkFiles(call: Call, files: ReturnType<typeof filesIn>, author: string | undefined): void {
  for (const [kind, id] of files) {
    const file = call.store.find(kind, id);
    if (!file || !isAvailable(file, call.now)) throw notFound();
    if (file.fields.owner !== author)
      throw coded(400, 'INVALID_CONTENT_OWNERSHIP', `The owner of urn:li:${kind}:${id} is not ${author}`);
  }
}

function insertPost(call: Call, post: Row): Entity<'post'> {
  const fields = { ...post, author: String(post.author) };
  const actor = urn('person', call.session.member.id);
  return call.store.insert('post', fields, { at: call.now, actor, parent: fields.author });
}

function shownPost(post: Entity<'post'>) {
  const times = { createdAt: post.createdAt, lastModifiedAt: post.modifiedAt };
  return { id: urn('share', post.id), ...post.fields, ...times };
}

export const posts: Resource = {
  path: '/posts',
  key: 'urn',
  reads: ['r_organization_social'],
  writes: ['w_organization_social'],
  get(call, key) {
    const post = call.store.find('post', idIn('share', key));
    if (!post) throw notFound();
    return shownPost(post);
  },
  finders: {
    author: {
      params: ['author', 'sortBy', 'isDsc', ...INDEX_PARAMS],
      run(call) {
        const author = neededText(call.query, 'author');
        if (!mayPostFor(call, author))
          throw coded(403, 'ACCESS_DENIED', `Not enough permissions to read ${author}`, 100);
        const forAds = textParam(call.query, 'isDsc') === 'true';
        const isForAds = ({ fields }: Entity<'post'>) =>
          (fields.adContext as Row | undefined)?.dscAdAccount !== undefined;
        const found = call.store.list('post', { parent: author }).filter((post) => isForAds(post) === forAds);
        return indexPage(call, 'posts', found.toReversed(), shownPost);
      },
    },
  },
  create(call, body) {
    checkedPost(call, body);
    const effect = (made: Entity) => ({ kind: 'create' as const, resource: 'post', id: urn('share', made.id) });
    return urn('share', changing(call, effect, () => insertPost(call, body)).id);
  },
  patch(call, key, patch) {
    const post = call.store.find('post', idIn('share', key));
    if (!post) throw notFound();
    checkMayPost(call, post.fields.author);
    const fields = patched(post.fields, patch, POST_PATCH_FIELDS);
    changing(
      call,
      () => ({ kind: 'update', resource: 'post', id: key }),
      () => call.store.save({ ...post, fields, modifiedAt: call.now, version: post.version + 1 }),
    );
  },
};

export const creatives: Resource = {
  path: '/adAccounts/{account}/creatives',
  key: 'urn',
  reads: ['r_ads'],
  writes: ['rw_ads'],
  get(call, key) {
    accountFor(call, call.path.account!);
    return shown(creativeFor(call, key), call);
  },
  finders: {
    criteria: {
      params: [
        'campaigns',
        'contentReferences',
        'creatives',
        'intendedStatuses',
        'isTestAccount',
        'leadgenCreativeCallToActionDestinations',
        ...CURSOR_PARAMS,
      ],
      run: criteria,
    },
  },
  create,
  actions: { createInline },
  patch(call, key, patch) {
    accountFor(call, call.path.account!, 'CREATIVE_MANAGER');
    const before = creativeFor(call, key);
    const fields = patched(before.fields, patch, PATCH_FIELDS);
    const [from, to] = [before.fields.intendedStatus, fields.intendedStatus];
    checkStep(from, to, reviewOf(before, call.store, call.now));
    const touched = [...Object.keys(patch.set), ...patch.remove];
    if (touched.includes('leadgenCallToAction') && from !== 'DRAFT')
      throw plain(400, '/Creative/leadgenCallToAction can only be changed while /Creative/status is DRAFT');
    if (to === 'ACTIVE' && from !== 'ACTIVE') checkActive(call.store.list('creative', { parent: before.parent! }));
    if (from === 'DRAFT' && to !== 'DRAFT') fields.reviewedFrom = call.now;
    const id = urn('sponsoredCreative', before.id);
    changing(
      call,
      () => ({ kind: 'update', resource: RESOURCE, id, account: before.account! }),
      () =>
        call.store.save({
          ...before,
          fields,
          modifiedAt: call.now,
          version: before.version + 1,
          history: to === from ? before.history : [...before.history, { at: call.now, status: to }],
        }),
    );
  },
  remove(call, key) {
    accountFor(call, call.path.account!, 'CREATIVE_MANAGER');
    const creative = creativeFor(call, key);
    const campaign = call.store.find('campaign', creative.parent!);
    if (creative.fields.intendedStatus !== 'DRAFT' && campaign?.fields.status !== 'DRAFT')
      throw plain(400, 'Only a creative in DRAFT, or one of a campaign in DRAFT, can be deleted');
    const id = urn('sponsoredCreative', creative.id);
    changing(
      call,
      () => ({ kind: 'delete', resource: RESOURCE, id, account: creative.account! }),
      () => call.store.remove(creative),
    );
  },
};
