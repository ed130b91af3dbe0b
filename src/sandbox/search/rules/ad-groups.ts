import { billingUnitMicros } from '../metrics/facts.ts';
import type { Complaints, Session } from '../mutate/session.ts';
import type { Doc } from '../state.ts';
import { checkGroupBids } from './bidding.ts';
import { checkBids, hasControlLetters } from './checks.ts';
import type { Kind } from './kind.ts';
import { checkTracking } from './urls.ts';

const TYPES: Readonly<Record<string, readonly string[]>> = {
  SEARCH: ['SEARCH_STANDARD', 'SEARCH_DYNAMIC_ADS'],
  DISPLAY: ['DISPLAY_STANDARD'],
  SHOPPING: ['SHOPPING_PRODUCT_ADS', 'SHOPPING_SMART_ADS'],
  VIDEO: ['VIDEO_TRUE_VIEW_IN_STREAM', 'VIDEO_BUMPER', 'VIDEO_RESPONSIVE'],
  HOTEL: ['HOTEL_ADS'],
};
const BIDS = ['cpc_bid_micros', 'cpm_bid_micros', 'target_cpa_micros'];
const NAME_MAX = 255;

/** Its type must fit the channel of its campaign. */
export const adGroup: Kind = {
  name: 'ad_group',
  collection: 'adGroups',
  changeType: 'AD_GROUP',
  create(session, body, complaints, _operation, temporary) {
    const campaign = session.parent(body, 'campaign', 'campaign', complaints);
    if (body.name === undefined || body.name === '')
      complaints.add('adGroupError.MISSING_ADGROUP_NAME', 'The ad group has no name.', 'name');
    checkBids(body, BIDS, session.account, complaints);
    if (!campaign) return undefined;
    const channel = String(campaign.doc.advertising_channel_type);
    const types = TYPES[channel] ?? [];
    const doc: Doc = { status: 'ENABLED', type: types[0], ad_rotation_mode: 'OPTIMIZE', ...body };
    if (types.length === 0)
      complaints.add(
        'adGroupError.CANNOT_ADD_AD_GROUP_FOR_CAMPAIGN_TYPE',
        `A ${channel} campaign has no ad groups.`,
        'campaign',
      );
    else if (!types.includes(String(doc.type)))
      complaints.add(
        'adGroupError.AD_GROUP_TYPE_NOT_VALID_FOR_ADVERTISING_CHANNEL_TYPE',
        `The type does not fit a ${channel} campaign.`,
        'type',
      );
    if (doc.type === 'SEARCH_DYNAMIC_ADS' && campaign.doc.dynamic_search_ads_setting === undefined)
      complaints.add(
        'adGroupError.CANNOT_ADD_ADGROUP_OF_TYPE_DSA_TO_CAMPAIGN_WITHOUT_DSA_SETTING',
        'The campaign has no setting for dynamic ads.',
        'type',
      );
    checkGroupBids(body, campaign.doc, complaints);
    checkTracking(body, complaints);
    if (typeof doc.name === 'string') checkAdGroupName(session, doc.name, campaign.key, undefined, complaints);
    const id = session.claimId(temporary);
    return { key: String(id), parent: campaign.key, doc: { ...doc, id, ...effectiveBids(session, doc) } };
  },
  update(session, entity, after, complaints) {
    checkBids(after, BIDS, session.account, complaints);
    checkTracking(after, complaints);
    checkGroupBids(after, session.byName(after.campaign, 'campaign')!.doc, complaints);
    if (after.name !== entity.doc.name)
      checkAdGroupName(session, String(after.name ?? ''), entity.parent!, entity.key, complaints);
    Object.assign(after, effectiveBids(session, after));
  },
  remove() {},
  touch(session, entity) {
    session.touchedCampaigns.add(entity.parent!);
  },
};

function checkAdGroupName(
  session: Session,
  name: string,
  campaign: string,
  own: string | undefined,
  complaints: Complaints,
): void {
  if (name.length > NAME_MAX || hasControlLetters(name))
    complaints.add(
      'adGroupError.INVALID_ADGROUP_NAME',
      `A name is one line of at most ${NAME_MAX} characters.`,
      'name',
    );
  const taken = session.store
    .named(session.account.id, 'ad_group', name)
    .some(({ key, parent, doc }) => key !== own && parent === campaign && doc.status !== 'REMOVED');
  if (taken)
    complaints.add(
      'adGroupError.DUPLICATE_ADGROUP_NAME',
      'An ad group with this name already exists in the campaign.',
      'name',
      { trigger: name },
    );
}

function effectiveBids({ account }: Session, doc: Doc): Doc {
  return {
    effective_cpc_bid_micros: doc.cpc_bid_micros ?? billingUnitMicros(account.currency),
    ...(doc.target_cpa_micros !== undefined && {
      effective_target_cpa_micros: doc.target_cpa_micros,
      effective_target_cpa_source: 'AD_GROUP',
    }),
  };
}
