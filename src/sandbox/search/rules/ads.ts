import type { Complaints, Operation, Session } from '../mutate/session.ts';
import type { Doc, Entity, Value } from '../state.ts';
import { checkText, checkTexts, type TextContext, type TextRule } from './ad-texts.ts';
import type { Kind } from './kind.ts';
import { underReview, verdictOn } from './review.ts';
import { checkTracking, checkUrls } from './urls.ts';

const ENABLED_MAX = 3;
const PATH_MAX = 15;

/** How many texts an ad has, how long, and where they may be pinned. */
const TEXTS: readonly TextRule[] = [
  {
    field: 'headlines',
    min: 3,
    max: 15,
    length: 30,
    slots: ['HEADLINE_1', 'HEADLINE_2', 'HEADLINE_3'],
    filled: 2,
  },
  { field: 'descriptions', min: 2, max: 4, length: 90, slots: ['DESCRIPTION_1', 'DESCRIPTION_2'], filled: 1 },
];

const DISPLAY_TEXTS: readonly TextRule[] = [
  { field: 'headlines', min: 1, max: 5, length: 30, slots: [], filled: 0 },
  { field: 'descriptions', min: 1, max: 5, length: 90, slots: [], filled: 0 },
];

export const adGroupAd: Kind = {
  name: 'ad_group_ad',
  collection: 'adGroupAds',
  changeType: 'AD_GROUP_AD',
  create(session, body, complaints, operation, temporary) {
    const group = session.parent(body, 'ad_group', 'ad_group', complaints);
    if (!complaints.require(body, 'ad') || !group) return undefined;
    const ad = body.ad as Doc;
    const campaign = session.byName(group.doc.campaign, 'campaign');
    checkPlace(ad, group, campaign, complaints);
    checkAd(ad, 'ad.', { complaints, operation, now: session.now.text });
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
    return { key, parent: group.key, doc: { ...doc, ad: whole, ...judged(session, whole) } };
  },
  update(session, entity, after, complaints) {
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
  update(session, entity, after, complaints, operation) {
    const link = session.store.find(session.account.id, 'ad_group_ad', entity.parent!);
    if (link?.doc.status === 'REMOVED')
      complaints.add('adGroupAdError.CANNOT_OPERATE_ON_REMOVED_ADGROUPAD', 'The ad was removed.');
    checkAd(after, '', { complaints, operation, now: session.now.text });
  },
  touch(session, entity, operation) {
    const link = session.store.find(session.account.id, 'ad_group_ad', entity.parent!)!;
    const saved = { ...link, doc: { ...link.doc, ad: entity.doc, ...judged(session, entity.doc) } };
    session.store.save(saved);
    touchGroup(session, saved, operation);
  },
};

export function touchGroup(session: Session, entity: Entity, _operation: Operation): void {
  const group = session.store.find(session.account.id, 'ad_group', entity.parent!);
  if (group?.parent) session.touchedCampaigns.add(group.parent);
}

const RETIRED = [
  'text_ad',
  'expanded_text_ad',
  'expanded_dynamic_search_ad',
  'legacy_responsive_display_ad',
  'legacy_app_install_ad',
  'shopping_comparison_listing_ad',
];

function checkPlace(adBody: Doc, group: Entity, campaign: Entity | undefined, complaints: Complaints): void {
  if (campaign?.doc.advertising_channel_type === 'VIDEO') {
    complaints.add('fieldError.REQUIRED', 'The required field was not present.', 'ad.video_responsive_ad');
    return;
  }
  if (RETIRED.some((name) => adBody[name] !== undefined))
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
  } else if (content === 'responsive_search_ad' && group.doc.type !== 'SEARCH_STANDARD') {
    complaints.add(
      'operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_AD_GROUP_TYPE',
      'An ad of this type needs a standard ad group.',
      `ad.${content}`,
    );
  }
}

/** The kinds of ads that can be made here, and the channel each belongs to. */
const CHANNELS: Readonly<Record<string, string>> = { responsive_search_ad: 'SEARCH', responsive_display_ad: 'DISPLAY' };

function contentOf(adBody: Doc): string | undefined {
  return Object.keys(CHANNELS).find((name) => adBody[name] !== undefined);
}

function checkAd(adBody: Doc, prefix: string, context: TextContext): void {
  const { complaints } = context;
  if (!Array.isArray(adBody.final_urls) || adBody.final_urls.length === 0)
    complaints.add('fieldError.REQUIRED_NONEMPTY_LIST', 'An ad needs at least one final URL.', `${prefix}final_urls`);
  checkUrls(adBody.final_urls, complaints, `${prefix}final_urls`);
  checkUrls(adBody.final_mobile_urls, complaints, `${prefix}final_mobile_urls`);
  checkTracking(adBody, complaints, prefix);
  if (adBody.responsive_search_ad)
    checkSearchAd(adBody.responsive_search_ad as Doc, `${prefix}responsive_search_ad`, context);
  if (adBody.responsive_display_ad)
    checkDisplayAd(adBody.responsive_display_ad as Doc, `${prefix}responsive_display_ad`, context);
}

function checkSearchAd(content: Doc, at: string, context: TextContext): void {
  for (const rule of TEXTS) checkTexts(content[rule.field], rule, `${at}.${rule.field}`, context);
  for (const path of ['path1', 'path2'])
    if (content[path]) checkText(content[path], PATH_MAX, `${at}.${path}`, context);
  if (content.path2 && !content.path1)
    context.complaints.add('adError.CANNOT_SET_PATH2_WITHOUT_PATH1', 'path2 needs path1.', `${at}.path2`);
}

function checkDisplayAd(content: Doc, at: string, context: TextContext): void {
  for (const rule of DISPLAY_TEXTS) checkTexts(content[rule.field], rule, `${at}.${rule.field}`, context);
  checkText((content.long_headline as Doc | undefined)?.text, 90, `${at}.long_headline`, context);
  checkText(content.business_name, 25, `${at}.business_name`, context);
  for (const field of ['marketing_images', 'square_marketing_images'])
    if (!Array.isArray(content[field]))
      context.complaints.add('collectionSizeError.TOO_FEW', 'At least 1 image is needed.', `${at}.${field}`);
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
    'resourceCountLimitExceededError.ADGROUP_LIMIT',
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

/** New content goes into review again. */
function judged(session: Session, adBody: Doc): Doc {
  const headlines = ((adBody.responsive_search_ad as Doc | undefined)?.headlines as Value[] | undefined)?.length ?? 0;
  return {
    ad_strength: headlines >= 10 ? 'EXCELLENT' : headlines >= 7 ? 'GOOD' : headlines >= 5 ? 'AVERAGE' : 'POOR',
    policy_summary: verdictOn(JSON.stringify(adBody)),
    ...underReview(session),
    ...(headlines < 10 && { action_items: ['Add more headlines to improve ad strength'] }),
  };
}
