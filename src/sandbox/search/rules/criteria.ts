import { messageNamed } from '../catalogue/messages.ts';
import type { Complaints, Session } from '../mutate/session.ts';
import type { Doc, Entity, Value } from '../state.ts';
import { touchGroup } from './ads.ts';
import { checkBids, checkStatus, checkUrls, stableId } from './checks.ts';
import type { Kind } from './kind.ts';

const TEXT_MAX = 80;
const WORDS_MAX = 10;
const BAD_LETTERS = /[,!@%^*()={};~`<>?\\|]/;
const MATCHES_ON_INPUT = ['EXACT', 'PHRASE', 'BROAD'];

/** A keyword is known by its text and match type; making it again gives the same one. */
export const adGroupCriterion: Kind = {
  name: 'ad_group_criterion',
  collection: 'adGroupCriteria',
  changeType: 'AD_GROUP_CRITERION',
  create(session, body, complaints) {
    const group = session.reference(body, 'ad_group', 'ad_group', complaints);
    const type = criterionType('resources.AdGroupCriterion', body, complaints);
    if (type === 'KEYWORD') checkKeyword(body.keyword as Doc, complaints);
    checkUrls(body.final_urls, complaints, 'final_urls');
    checkBids(body, ['cpc_bid_micros'], session.account, complaints);
    if (body.negative === true && body.cpc_bid_micros !== undefined)
      complaints.add('fieldError.VALUE_MUST_BE_UNSET', 'A negative criterion takes no bid.', 'cpc_bid_micros');
    if (!group || !type) return undefined;
    const id = criterionId(session, type, body);
    const key = `${group.key}~${id}`;
    const existing = session.store.find(session.account.id, 'ad_group_criterion', key);
    if (existing && existing.doc.status !== 'REMOVED' && existing.doc.negative !== (body.negative === true))
      complaints.add('adGroupCriterionError.CANNOT_TARGET_AND_EXCLUDE', 'It is both targeted and excluded.', 'keyword');
    const doc: Doc = {
      negative: false,
      status: 'ENABLED',
      ...body,
      criterion_id: id,
      type,
      display_name: displayName(body),
      approval_status: 'APPROVED',
      system_serving_status: 'ELIGIBLE',
      ...bidOf(group, body),
    };
    return { key, parent: group.key, doc, ...(existing && { existing }) };
  },
  update(session, entity, after, complaints) {
    if (entity.doc.negative === true)
      complaints.add('adGroupCriterionError.CANT_UPDATE_NEGATIVE', 'Negative criteria cannot be updated.');
    checkStatus(after, complaints);
    checkBids(after, ['cpc_bid_micros'], session.account, complaints);
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
  create(session, body, complaints) {
    const campaign = session.reference(body, 'campaign', 'campaign', complaints);
    const type = criterionType('resources.CampaignCriterion', body, complaints);
    if (type === 'KEYWORD') {
      checkKeyword(body.keyword as Doc, complaints);
      if (body.negative !== true)
        complaints.add('fieldError.INVALID_VALUE', 'A keyword of a campaign must be negative.', 'negative');
    }
    checkConstants(session, body, complaints);
    checkModifier(body, complaints);
    if (!campaign || !type) return undefined;
    const id = criterionId(session, type, body);
    const key = `${campaign.key}~${id}`;
    const existing = session.store.find(session.account.id, 'campaign_criterion', key);
    const doc: Doc = {
      negative: false,
      status: 'ENABLED',
      ...body,
      criterion_id: id,
      type,
      display_name: displayName(body),
    };
    return { key, parent: campaign.key, doc, ...(existing && { existing }) };
  },
  update(_session, _entity, after, complaints) {
    checkModifier(after, complaints);
  },
  remove() {},
};

/** A criterion is of the type whose member of the one-of is set. */
function criterionType(message: string, body: Doc, complaints: Complaints): string | undefined {
  const member = messageNamed(message).oneofs[0]?.find((name) => body[name] !== undefined);
  if (member === undefined) complaints.add('criterionError.CONCRETE_TYPE_REQUIRED', 'The criterion has no content.');
  return member?.toUpperCase();
}

function checkKeyword(keyword: Doc, complaints: Complaints): void {
  const text = String(keyword.text ?? '');
  const at = 'keyword.text';
  if (text.trim() === '') complaints.add('criterionError.INVALID_KEYWORD_TEXT', 'The keyword is empty.', at);
  if (text.length > TEXT_MAX)
    complaints.add('criterionError.KEYWORD_TEXT_TOO_LONG', `At most ${TEXT_MAX} characters.`, at, { trigger: text });
  if (text.trim().split(/\s+/).length > WORDS_MAX)
    complaints.add('criterionError.KEYWORD_HAS_TOO_MANY_WORDS', `At most ${WORDS_MAX} words.`, at, { trigger: text });
  if (BAD_LETTERS.test(text))
    complaints.add('criterionError.KEYWORD_HAS_INVALID_CHARS', 'The keyword has characters that are not allowed.', at, {
      trigger: text,
    });
  if (!MATCHES_ON_INPUT.includes(String(keyword.match_type)))
    complaints.add('fieldError.REQUIRED', 'The required field was not present.', 'keyword.match_type');
}

function checkConstants(session: Session, body: Doc, complaints: Complaints): void {
  const known = (collection: string, kind: string, name: Value) =>
    session.store.find('global', kind, String(name).replace(`${collection}/`, '')) !== undefined;
  const location = body.location as Doc | undefined;
  const language = body.language as Doc | undefined;
  if (location && !known('geoTargetConstants', 'geo_target_constant', location.geo_target_constant))
    complaints.add(
      'criterionError.INVALID_CRITERION_ID',
      'There is no such location.',
      'location.geo_target_constant',
      { trigger: String(location.geo_target_constant) },
    );
  if (language && !known('languageConstants', 'language_constant', language.language_constant))
    complaints.add('criterionError.INVALID_CRITERION_ID', 'There is no such language.', 'language.language_constant', {
      trigger: String(language.language_constant),
    });
}

function checkModifier(body: Doc, complaints: Complaints): void {
  const modifier = body.bid_modifier;
  if (typeof modifier !== 'number' || (modifier === 0 && body.device !== undefined)) return;
  if (modifier < 0.1)
    complaints.add('rangeError.TOO_LOW', 'The bid modifier must be at least 0.1.', 'bid_modifier', {
      trigger: modifier,
    });
  if (modifier > 10)
    complaints.add('rangeError.TOO_HIGH', 'The bid modifier must be at most 10.', 'bid_modifier', {
      trigger: modifier,
    });
}

/** Constants lend their own id; the same keyword has the same id everywhere, so adding it again finds it again. */
function criterionId(session: Session, type: string, body: Doc): number {
  if (type === 'KEYWORD') {
    const keyword = body.keyword as Doc;
    return stableId(`${String(keyword.text).trim().toLowerCase().replace(/\s+/g, ' ')} ${keyword.match_type}`);
  }
  const constant =
    (body.location as Doc | undefined)?.geo_target_constant ?? (body.language as Doc | undefined)?.language_constant;
  return constant === undefined ? session.store.nextId() : Number(String(constant).split('/')[1]);
}

function displayName(body: Doc): string {
  return String((body.keyword as Doc | undefined)?.text ?? '');
}

function bidOf(group: Entity, body: Doc): Doc {
  if (body.negative === true) return {};
  return body.cpc_bid_micros === undefined
    ? { effective_cpc_bid_micros: group.doc.effective_cpc_bid_micros, effective_cpc_bid_source: 'AD_GROUP' }
    : { effective_cpc_bid_micros: body.cpc_bid_micros, effective_cpc_bid_source: 'AD_GROUP_CRITERION' };
}
