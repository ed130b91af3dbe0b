import { messageNamed } from '../catalogue/messages.ts';
import type { Complaints, Session } from '../mutate/session.ts';
import type { Doc, Entity } from '../state.ts';
import { touchGroup } from './ads.ts';
import { checkBids, stableId } from './checks.ts';
import { checkContent, checkModifier } from './criterion-content.ts';
import { checkPlaceDeclared } from './eu-declaration.ts';
import { checkKeyword } from './keywords.ts';
import type { Created, Kind } from './kind.ts';
import { underReview } from './review.ts';
import { checkTracking, checkUrls } from './urls.ts';

const KEYWORD_URL_BYTES_MAX = 2_047;
/** A negative criterion names its target and has no bid, status or URL. */
const ONLY_POSITIVE = [
  'cpc_bid_micros',
  'cpm_bid_micros',
  'cpv_bid_micros',
  'percent_cpc_bid_micros',
  'status',
  'final_urls',
  'final_mobile_urls',
  'tracking_url_template',
];

/** A keyword is known by its text and match type; making it again gives the same one. */
export const adGroupCriterion: Kind = {
  name: 'ad_group_criterion',
  collection: 'adGroupCriteria',
  changeType: 'AD_GROUP_CRITERION',
  create(session, body, complaints, operation) {
    const group = session.parent(body, 'ad_group', 'ad_group', complaints);
    const type = criterionType('adGroupCriterionError', 'resources.AdGroupCriterion', body, complaints);
    if (type === 'KEYWORD') checkKeyword(body.keyword as Doc, complaints, operation);
    checkOwnUrls(body, complaints);
    checkBids(body, ['cpc_bid_micros'], session.account, complaints);
    checkNegative(body, complaints);
    if (!group || !type) return undefined;
    const campaign = session.byName(group.doc.campaign, 'campaign')!;
    checkPlaceDeclared(campaign, body, complaints);
    if (type === 'KEYWORD' && body.negative !== true && campaign.doc.advertising_channel_type !== 'SEARCH')
      complaints.add(
        'adGroupCriterionError.CANNOT_ADD_CRITERIA_TYPE',
        'Only search ad groups take keywords to show ads by.',
        'keyword',
      );
    checkContent(type, {
      session,
      body,
      complaints,
      campaign,
      siblings: () => childrenOf(session, 'ad_group_criterion', group),
    });
    if (type !== 'KEYWORD') checkModifier(type, body, complaints);
    return placed(session, complaints, {
      kind: 'ad_group_criterion',
      error: 'adGroupCriterionError',
      type,
      body,
      parent: group,
      more: {
        approval_status: 'APPROVED',
        system_serving_status: 'ELIGIBLE',
        ...bidOf(group, body),
        ...underReview(session),
      },
    });
  },
  update(session, entity, after, complaints) {
    if (entity.doc.negative === true)
      complaints.add('adGroupCriterionError.CANT_UPDATE_NEGATIVE', 'Negative criteria cannot be updated.');
    checkBids(after, ['cpc_bid_micros'], session.account, complaints);
    checkOwnUrls(after, complaints);
    const group = session.store.find(session.account.id, 'ad_group', entity.parent!)!;
    Object.assign(after, bidOf(group, after));
  },
  remove() {},
  touch: touchGroup,
};

export const campaignCriterion: Kind = {
  name: 'campaign_criterion',
  collection: 'campaignCriteria',
  changeType: 'CAMPAIGN_CRITERION',
  create(session, body, complaints, operation) {
    const campaign = session.parent(body, 'campaign', 'campaign', complaints);
    const type = criterionType('campaignCriterionError', 'resources.CampaignCriterion', body, complaints);
    if (type === 'KEYWORD') {
      checkKeyword(body.keyword as Doc, complaints, operation);
      if (body.negative !== true)
        complaints.add(
          'criterionError.CANNOT_ADD_CRITERIA_TYPE',
          'A keyword of a campaign must be negative.',
          'negative',
        );
    }
    checkNegative(body, complaints);
    if (!campaign || !type) return undefined;
    checkPlaceDeclared(campaign, body, complaints);
    checkContent(type, {
      session,
      body,
      complaints,
      campaign,
      siblings: () => childrenOf(session, 'campaign_criterion', campaign),
    });
    checkModifier(type, body, complaints);
    return placed(session, complaints, {
      kind: 'campaign_criterion',
      error: 'campaignCriterionError',
      type,
      body,
      parent: campaign,
      more: {},
    });
  },
  update(session, entity, after, complaints) {
    if (entity.doc.negative === true)
      complaints.add('campaignCriterionError.CANNOT_UPDATE_NEGATIVE_CRITERION', 'Negative criteria cannot be updated.');
    checkPlaceDeclared(session.byName(entity.doc.campaign, 'campaign'), entity.doc, complaints);
    checkModifier(String(entity.doc.type), after, complaints);
  },
  remove(_session, entity, complaints) {
    if (entity.doc.type === 'DEVICE')
      complaints.add('criterionError.CANNOT_REMOVE_CRITERION', 'Devices cannot be removed: set the modifier to 0.');
  },
};

function childrenOf({ store, account }: Session, kind: string, parent: Entity): Entity[] {
  return store.children(account.id, kind, parent.key);
}

interface Placing {
  kind: string;
  error: string;
  type: string;
  body: Doc;
  parent: Entity;
  more: Doc;
}

/** The criterion's key, and the existing criterion with that key. */
function placed(session: Session, complaints: Complaints, { kind, error, type, body, parent, more }: Placing): Created {
  const id = criterionId(session, type, body);
  const key = `${parent.key}~${id}`;
  const at = type.toLowerCase();
  if (session.isRepeated(`${kind}/${key}`))
    complaints.add('distinctError.DUPLICATE_ELEMENT', 'It is in the request twice.', at);
  const existing = session.store.find(session.account.id, kind, key);
  const isLive = existing !== undefined && existing.doc.status !== 'REMOVED';
  if (isLive && (existing.doc.negative === true) !== (body.negative === true))
    complaints.add(`${error}.CANNOT_TARGET_AND_EXCLUDE`, 'It is both targeted and excluded.', at);
  else if (isLive && type !== 'KEYWORD')
    complaints.add('campaignCriterionError.CANNOT_ADD_EXISTING_FIELD', 'It is there already.', at);
  const doc: Doc = {
    negative: false,
    status: 'ENABLED',
    ...body,
    criterion_id: id,
    type,
    display_name: displayName(session, body),
    ...more,
    // A keyword added again keeps its approval.
    ...(isLive && { review_ends: existing.doc.review_ends }),
  };
  return { key, parent: parent.key, doc, ...(existing && { existing }) };
}

/** A criterion is of the type whose member of the one-of is set. */
function criterionType(error: string, message: string, body: Doc, complaints: Complaints): string | undefined {
  const member = messageNamed(message).oneofs[0]?.find((name) => body[name] !== undefined);
  if (member === undefined) complaints.add(`${error}.CONCRETE_TYPE_REQUIRED`, 'The criterion has no content.');
  return member?.toUpperCase();
}

function checkNegative(body: Doc, complaints: Complaints): void {
  if (body.negative !== true) return;
  for (const field of ONLY_POSITIVE)
    if (body[field] !== undefined)
      complaints.add(
        'criterionError.FIELD_INCOMPATIBLE_WITH_NEGATIVE_TARGETING',
        'What is excluded does not take it.',
        field,
      );
}

function checkOwnUrls(body: Doc, complaints: Complaints): void {
  checkUrls(body.final_urls, complaints, 'final_urls', KEYWORD_URL_BYTES_MAX);
  checkUrls(body.final_mobile_urls, complaints, 'final_mobile_urls', KEYWORD_URL_BYTES_MAX);
  checkTracking(body, complaints);
  if (Array.isArray(body.final_urls) && body.final_urls.length > 0) return;
  for (const field of ['final_mobile_urls', 'tracking_url_template'])
    if (body[field] !== undefined && String(body[field]) !== '')
      complaints.add('adGroupCriterionError.CANNOT_SET_WITHOUT_FINAL_URLS', 'It needs a final URL.', field);
}

const DEVICE_IDS: Readonly<Record<string, number>> = {
  DESKTOP: 30000,
  MOBILE: 30001,
  TABLET: 30002,
  CONNECTED_TV: 30004,
};

const PEOPLE_IDS: Readonly<Record<string, number>> = {
  MALE: 10,
  FEMALE: 11,
  UNDETERMINED: 20,
  AGE_RANGE_18_24: 503_001,
  AGE_RANGE_25_34: 503_002,
  AGE_RANGE_35_44: 503_003,
  AGE_RANGE_45_54: 503_004,
  AGE_RANGE_55_64: 503_005,
  AGE_RANGE_65_UP: 503_006,
  AGE_RANGE_UNDETERMINED: 503_999,
};

/** Constants lend their own id; the same keyword has the same id everywhere, so adding it again finds it again. */
function criterionId(session: Session, type: string, body: Doc): number {
  const content = body[type.toLowerCase()] as Doc;
  switch (type) {
    case 'KEYWORD':
      return stableId(`${String(content.text).trim().toLowerCase().replace(/\s+/g, ' ')} ${content.match_type}`);
    case 'PLACEMENT':
    case 'MOBILE_APPLICATION':
      return stableId(`${type} ${String(content.url ?? content.app_id).toLowerCase()}`);
    case 'DEVICE':
      return DEVICE_IDS[String(content.type)] ?? session.store.nextId();
    case 'GENDER':
    case 'AGE_RANGE':
      return PEOPLE_IDS[String(content.type)] ?? session.store.nextId();
    case 'USER_LIST':
      return Number(String(content.user_list).split('/').at(-1)) || session.store.nextId();
    default:
      return constantOf(body) === undefined ? session.store.nextId() : Number(constantOf(body)!.split('/')[1]);
  }
}

function constantOf(body: Doc): string | undefined {
  const constant =
    (body.location as Doc | undefined)?.geo_target_constant ?? (body.language as Doc | undefined)?.language_constant;
  return constant === undefined ? undefined : String(constant);
}

/** The display name, as in the platform's own interface. */
function displayName({ store }: Session, body: Doc): string {
  const named = constantOf(body);
  const constant =
    named && store.find('global', body.location ? 'geo_target_constant' : 'language_constant', named.split('/')[1]!);
  const { keyword, placement, mobile_application: app, user_list: list } = body as Record<string, Doc | undefined>;
  if (list) return `userlist::${String(list.user_list).split('/').at(-1)}`;
  return String((constant ? constant.doc.name : undefined) ?? keyword?.text ?? placement?.url ?? app?.app_id ?? '');
}

function bidOf(group: Entity, body: Doc): Doc {
  if (body.negative === true) return {};
  return body.cpc_bid_micros === undefined
    ? { effective_cpc_bid_micros: group.doc.effective_cpc_bid_micros, effective_cpc_bid_source: 'AD_GROUP' }
    : { effective_cpc_bid_micros: body.cpc_bid_micros, effective_cpc_bid_source: 'AD_GROUP_CRITERION' };
}
