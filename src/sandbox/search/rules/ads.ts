import type { Complaints, Operation, Session } from '../mutate/session.ts';
import type { Doc, Entity, Value } from '../state.ts';
import { checkLength, checkStatus, checkUrls } from './checks.ts';
import type { Kind } from './kind.ts';

const ENABLED_MAX = 3;
const PATH_MAX = 15;

interface TextRule {
  field: string;
  min: number;
  max: number;
  length: number;
  pins: RegExp;
}

/** How many texts an ad has, how long, and where they may be pinned. */
const TEXTS: readonly TextRule[] = [
  { field: 'headlines', min: 3, max: 15, length: 30, pins: /^HEADLINE_[123]$/ },
  { field: 'descriptions', min: 2, max: 4, length: 90, pins: /^DESCRIPTION_[12]$/ },
];

const DISPLAY_TEXTS: readonly TextRule[] = [
  { field: 'headlines', min: 1, max: 5, length: 30, pins: /^$/ },
  { field: 'descriptions', min: 1, max: 5, length: 90, pins: /^$/ },
];

export const adGroupAd: Kind = {
  name: 'ad_group_ad',
  collection: 'adGroupAds',
  changeType: 'AD_GROUP_AD',
  create(session, body, complaints, operation, temporary) {
    const group = session.reference(body, 'ad_group', 'ad_group', complaints);
    if (!complaints.require(body, 'ad') || !group) return undefined;
    const ad = body.ad as Doc;
    const campaign = session.byName(group.doc.campaign, 'campaign');
    checkPlace(ad, group, campaign, complaints);
    checkAd(ad, complaints, 'ad.', operation);
    const doc: Doc = { status: 'ENABLED', ...body };
    if (doc.status === 'ENABLED' && ad.responsive_search_ad) checkEnabledCount(session, group, undefined, complaints);
    complaints.throwIfAny();
    const id = session.claimId(temporary);
    const name = session.name('ads', String(id));
    const key = `${group.key}~${id}`;
    const type = String(contentOf(ad)).toUpperCase();
    const whole: Doc = { ...ad, id, resource_name: name, type, added_by_google_ads: false };
    session.store.insert({
      customer: session.account.id,
      kind: 'ad',
      key: String(id),
      parent: key,
      doc: whole,
      delivery: [],
    });
    return { key, parent: group.key, doc: { ...doc, ad: whole, ...judged(whole) } };
  },
  update(session, entity, after, complaints) {
    checkStatus(after, complaints);
    const isSearchAd = (entity.doc.ad as Doc).responsive_search_ad !== undefined;
    if (isSearchAd && after.status === 'ENABLED' && entity.doc.status !== 'ENABLED') {
      const group = session.store.find(session.account.id, 'ad_group', entity.parent!)!;
      checkEnabledCount(session, group, entity.key, complaints);
    }
  },
  remove() {},
  touch: touchGroup,
};

/** The content of an ad, which `adGroupAds` does not let change. */
export const ad: Kind = {
  name: 'ad',
  collection: 'ads',
  changeType: 'AD',
  update(_session, _entity, after, complaints, operation) {
    checkAd(after, complaints, '', operation);
  },
  touch(session, entity, operation) {
    const link = session.store.find(session.account.id, 'ad_group_ad', entity.parent!)!;
    const saved = { ...link, doc: { ...link.doc, ad: entity.doc, ...judged(entity.doc) } };
    session.store.save(saved);
    touchGroup(session, saved, operation);
  },
};

export function touchGroup(session: Session, entity: Entity, _operation: Operation): void {
  const group = session.store.find(session.account.id, 'ad_group', entity.parent!);
  if (group?.parent) session.touchedCampaigns.add(group.parent);
}

function checkPlace(adBody: Doc, group: Entity, campaign: Entity | undefined, complaints: Complaints): void {
  if (group.doc.status === 'REMOVED')
    complaints.add(
      'operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
      'The ad group was removed.',
      'ad_group',
    );
  if (adBody.text_ad !== undefined || adBody.expanded_text_ad !== undefined)
    complaints.add('adGroupAdError.CANNOT_CREATE_DEPRECATED_ADS', 'Ads of this type can no longer be created.', 'ad');
  else if (!contentOf(adBody))
    complaints.add('fieldError.REQUIRED', 'The required field was not present.', 'ad.ad_data');
  const content = contentOf(adBody);
  if (content && campaign?.doc.advertising_channel_type !== CHANNELS[content]) {
    complaints.add(
      'operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_CAMPAIGN_TYPE',
      `An ad of this type needs a ${CHANNELS[content]} campaign.`,
      `ad.${content}`,
    );
  }
}

/** The kinds of ads that can be made here, and the channel each belongs to. */
const CHANNELS: Readonly<Record<string, string>> = { responsive_search_ad: 'SEARCH', responsive_display_ad: 'DISPLAY' };

function contentOf(adBody: Doc): string | undefined {
  return Object.keys(CHANNELS).find((name) => adBody[name] !== undefined);
}

function checkAd(adBody: Doc, complaints: Complaints, prefix: string, operation: Operation): void {
  if (!Array.isArray(adBody.final_urls) || adBody.final_urls.length === 0)
    complaints.add('fieldError.REQUIRED', 'An ad needs at least one final URL.', `${prefix}final_urls`);
  checkUrls(adBody.final_urls, complaints, `${prefix}final_urls`);
  if (adBody.responsive_search_ad)
    checkSearchAd(adBody.responsive_search_ad as Doc, complaints, `${prefix}responsive_search_ad`, operation);
  if (adBody.responsive_display_ad)
    checkDisplayAd(adBody.responsive_display_ad as Doc, complaints, `${prefix}responsive_display_ad`, operation);
}

function checkSearchAd(content: Doc, complaints: Complaints, at: string, operation: Operation): void {
  for (const rule of TEXTS) checkTexts(content[rule.field], rule, complaints, `${at}.${rule.field}`, operation);
  for (const path of ['path1', 'path2'])
    if (content[path]) checkLength(content[path], PATH_MAX, complaints, `${at}.${path}`);
  if (content.path2 && !content.path1)
    complaints.add('adError.CANNOT_SET_PATH2_WITHOUT_PATH1', 'path2 needs path1.', `${at}.path2`);
}

function checkDisplayAd(content: Doc, complaints: Complaints, at: string, operation: Operation): void {
  for (const rule of DISPLAY_TEXTS) checkTexts(content[rule.field], rule, complaints, `${at}.${rule.field}`, operation);
  checkLength((content.long_headline as Doc | undefined)?.text, 90, complaints, `${at}.long_headline`);
  checkLength(content.business_name, 25, complaints, `${at}.business_name`);
  for (const field of ['marketing_images', 'square_marketing_images'])
    if (!Array.isArray(content[field]))
      complaints.add('collectionSizeError.TOO_FEW', 'At least 1 image is needed.', `${at}.${field}`);
}

function checkTexts(value: Value, rule: TextRule, complaints: Complaints, at: string, operation: Operation): void {
  const texts = (Array.isArray(value) ? value : []) as Doc[];
  if (texts.length < rule.min) complaints.add('collectionSizeError.TOO_FEW', `At least ${rule.min} are needed.`, at);
  if (texts.length > rule.max) complaints.add('collectionSizeError.TOO_MANY', `At most ${rule.max} are allowed.`, at);
  const seen = new Set<string>();
  for (const [i, { text, pinned_field: pin }] of texts.entries()) {
    checkLength(text, rule.length, complaints, `${at}[${i}].text`);
    if (seen.has(String(text)))
      complaints.add('distinctError.DUPLICATE_ELEMENT', 'The text is already used in this ad.', `${at}[${i}].text`, {
        trigger: String(text),
      });
    seen.add(String(text));
    if (pin !== undefined && !rule.pins.test(String(pin)))
      complaints.add('assetLinkError.INVALID_PINNED_FIELD', 'It cannot be pinned there.', `${at}[${i}].pinned_field`);
    checkPolicy(String(text), complaints, `${at}[${i}].text`, operation);
  }
}

const TOPIC = 'PUNCTUATION_AND_SYMBOLS';

/** The one policy that every advertiser meets: shouting. */
function checkPolicy(text: string, complaints: Complaints, at: string, { exempt }: Operation): void {
  if (!/!!|\?\?|\$\$/.test(text) || exempt.includes(TOPIC)) return;
  complaints.add(
    'policyFindingError.POLICY_FINDING',
    'The resource has been disapproved since the policy summary includes policy topics of type PROHIBITED.',
    at,
    {
      trigger: text,
      details: {
        policyFindingDetails: {
          policyTopicEntries: [{ topic: TOPIC, type: 'PROHIBITED', evidences: [{ textList: { texts: [text] } }] }],
        },
      },
    },
  );
}

function checkEnabledCount(
  { store, account }: Session,
  group: Entity,
  own: string | undefined,
  complaints: Complaints,
): void {
  const enabled = store
    .children(account.id, 'ad_group_ad', group.key)
    .filter(({ key, doc }) => key !== own && doc.status === 'ENABLED');
  if (enabled.length < ENABLED_MAX) return;
  complaints.add(
    'resourceCountLimitExceededError.RESOURCE_LIMIT',
    `An ad group has at most ${ENABLED_MAX} enabled responsive search ads.`,
    undefined,
    {
      details: {
        resourceCountDetails: {
          enclosingId: group.key,
          enclosingResource: 'AD_GROUP',
          limit: ENABLED_MAX,
          limitType: 'RESPONSIVE_SEARCH_ADS_PER_AD_GROUP',
          existingCount: enabled.length,
        },
      },
    },
  );
}

function judged(adBody: Doc): Doc {
  const headlines = ((adBody.responsive_search_ad as Doc | undefined)?.headlines as Value[] | undefined)?.length ?? 0;
  return {
    ad_strength: headlines >= 10 ? 'EXCELLENT' : headlines >= 7 ? 'GOOD' : headlines >= 5 ? 'AVERAGE' : 'POOR',
    policy_summary: { policy_topic_entries: [], review_status: 'REVIEWED', approval_status: 'APPROVED' },
    ...(headlines < 10 && { action_items: ['Add more headlines to improve ad strength'] }),
  };
}
