import { messageNamed } from '../catalogue/messages.ts';
import type { LocalTime } from '../metrics/calendar.ts';
import type { Complaints, Session } from '../mutate/session.ts';
import type { Doc, Entity, Value } from '../state.ts';
import type { Kind } from './kind.ts';

const LIFE_DAYS_MAX = 540;
/** The life span in days that stands for an unlimited membership. */
const LIFE_WITHOUT_END = 10_000;
const TYPES: Readonly<Record<string, string>> = {
  crm_based_user_list: 'CRM_BASED',
  rule_based_user_list: 'RULE_BASED',
  logical_user_list: 'LOGICAL',
  basic_user_list: 'REMARKETING',
  lookalike_user_list: 'LOOKALIKE',
};

export const userList: Kind = {
  name: 'user_list',
  collection: 'userLists',
  vanishes: true,
  create(session, body, complaints, _operation, temporary) {
    const member = messageNamed('resources.UserList').oneofs[0]?.find((name) => body[name] !== undefined);
    if (member === undefined || TYPES[member] === undefined)
      complaints.add('userListError.CONCRETE_TYPE_REQUIRED', 'A concrete type of user list is required.');
    if (complaints.require(body, 'name')) checkListName(session, body, undefined, complaints);
    checkLife(body, complaints);
    checkParts(session, body, complaints);
    const id = session.claimId(temporary);
    const doc: Doc = {
      membership_status: 'OPEN',
      membership_life_span: 30,
      ...body,
      id,
      read_only: false,
      type: TYPES[member ?? ''],
      access_reason: 'OWNED',
      account_user_list_status: 'ENABLED',
      eligible_for_search: true,
      eligible_for_display: true,
    };
    return { key: String(id), parent: null, doc: { ...doc, ...sizesOf(sizeOf(session, doc)) } };
  },
  update(session, entity, after, complaints) {
    if (after.name !== entity.doc.name) checkListName(session, after, entity.key, complaints);
    checkLife(after, complaints);
    if (after.crm_based_user_list === undefined) Object.assign(after, sizesOf(sizeOf(session, after)));
  },
  remove() {},
};

function checkListName({ store, account }: Session, doc: Doc, own: string | undefined, complaints: Complaints): void {
  const name = String(doc.name ?? '');
  if (store.named(account.id, 'user_list', name).some(({ key }) => key !== own))
    complaints.add('userListError.NAME_ALREADY_USED', 'A user list with this name already exists.', 'name', {
      trigger: name,
    });
}

function checkLife(doc: Doc, complaints: Complaints): void {
  const days = doc.membership_life_span;
  if (typeof days !== 'number' || (days === LIFE_WITHOUT_END && doc.crm_based_user_list !== undefined)) return;
  if (days < 0) complaints.add('rangeError.TOO_LOW', 'At least 0 days.', 'membership_life_span', { trigger: days });
  if (days > LIFE_DAYS_MAX)
    complaints.add('rangeError.TOO_HIGH', `At most ${LIFE_DAYS_MAX} days.`, 'membership_life_span', { trigger: days });
}

/** Sources of a list must exist: rules, other lists, conversion actions. */
function checkParts(session: Session, body: Doc, complaints: Complaints): void {
  const rule = body.rule_based_user_list as Doc | undefined;
  if (rule && asDocs((rule.flexible_rule_user_list as Doc | undefined)?.inclusive_operands).length === 0)
    complaints.add('userListError.INVALID_RULE', 'The rule includes nobody.', 'rule_based_user_list');
  for (const name of operandsOf(body).map(({ name }) => name))
    if (!session.byName(name, 'user_list'))
      complaints.add(
        'userListError.INVALID_USER_LIST_LOGICAL_RULE_OPERAND',
        'There is no such user list.',
        'logical_user_list.rules',
        { trigger: String(name) },
      );
  const basic = body.basic_user_list as Doc | undefined;
  if (basic && asDocs(basic.actions).length === 0)
    complaints.add('userListError.CONVERSION_TYPE_ID_REQUIRED', 'It needs actions.', 'basic_user_list.actions');
  for (const { conversion_action: action } of asDocs(basic?.actions))
    if (action !== undefined && !session.byName(action, 'conversion_action'))
      complaints.add('userListError.INVALID_CONVERSION_TYPE', 'There is no such action.', 'basic_user_list.actions', {
        trigger: String(action),
      });
}

function asDocs(value: Value): Doc[] {
  return Array.isArray(value) ? (value as Doc[]) : [];
}

function operandsOf(body: Doc): { name: Value; operator: string }[] {
  return asDocs((body.logical_user_list as Doc | undefined)?.rules).flatMap((rule) =>
    asDocs(rule.rule_operands).map(({ user_list: name }) => ({ name, operator: String(rule.operator) })),
  );
}

const VISITORS_A_DAY = 240;
const BUYERS_A_DAY = 9;

/** The size of a new list: about the visitors or buyers of a shop of this size. */
function sizeOf(session: Session, doc: Doc): number {
  const days = Number(doc.membership_life_span);
  if (doc.basic_user_list !== undefined) return BUYERS_A_DAY * days;
  if (doc.rule_based_user_list !== undefined) return visitorsOf(doc.rule_based_user_list as Doc, days);
  const lists = operandsOf(doc).map(({ name, operator }) => ({
    operator,
    size: Number(session.byName(name, 'user_list')?.doc.size_for_display ?? 0),
  }));
  const sizes = (operators: readonly string[]) =>
    lists.filter(({ operator }) => operators.includes(operator)).map(({ size }) => size);
  const included = [...sizes(['ANY']), ...(sizes(['ALL']).length > 0 ? [Math.min(...sizes(['ALL']))] : [])];
  const out = sizes(['NONE']).reduce((sum, size) => sum + size, 0);
  return Math.max(0, included.reduce((sum, size) => sum + size, 0) - out);
}

function visitorsOf({ flexible_rule_user_list: flexible, prepopulation_status: filled }: Doc, days: number): number {
  if (filled === undefined) return 0;
  const share = /(^|[^/])\/[^/]{3,}/.test(firstPage(flexible as Doc)) ? 0.15 : 1;
  const without = asDocs((flexible as Doc).exclusive_operands).length > 0 ? BUYERS_A_DAY : 0;
  return Math.round((VISITORS_A_DAY * share - without) * days);
}

/** A rule for one page matches fewer people than one for the whole shop. */
function firstPage({ inclusive_operands: operands }: Doc): string {
  const [group] = asDocs((asDocs(operands)[0]?.rule as Doc | undefined)?.rule_item_groups);
  const item = asDocs(group?.rule_items)[0]?.string_rule_item as Doc | undefined;
  return String(item?.value ?? '');
}

const RANGES: readonly [number, string][] = [
  [500, 'LESS_THAN_FIVE_HUNDRED'],
  [1_000, 'LESS_THAN_ONE_THOUSAND'],
  [10_000, 'ONE_THOUSAND_TO_TEN_THOUSAND'],
  [50_000, 'TEN_THOUSAND_TO_FIFTY_THOUSAND'],
  [100_000, 'FIFTY_THOUSAND_TO_ONE_HUNDRED_THOUSAND'],
  [300_000, 'ONE_HUNDRED_THOUSAND_TO_THREE_HUNDRED_THOUSAND'],
];

/** Sizes are rounded to two digits; fewer people are reached on the search network. */
export function sizesOf(people: number): Doc {
  const rounded = (count: number) => Number(count.toPrecision(2));
  const range = (count: number) =>
    RANGES.find(([max]) => count < max)?.[1] ?? 'THREE_HUNDRED_THOUSAND_TO_FIVE_HUNDRED_THOUSAND';
  const [display, search] = [rounded(people), rounded(Math.round(people * 0.8))];
  return {
    size_for_display: display,
    size_range_for_display: range(display),
    size_for_search: search,
    size_range_for_search: range(search),
  };
}

interface Audience {
  session: Session;
  body: Doc;
  complaints: Complaints;
  campaign: Entity;
}

/** A list that ads are aimed at, or kept from, by a campaign or one of its ad groups. */
export function checkUserList(content: Doc, { session, body, complaints, campaign }: Audience): void {
  const fail = (code: string, message: string) =>
    complaints.add(`criterionError.${code}`, message, 'user_list.user_list', { trigger: String(content.user_list) });
  const list = session.byName(content.user_list, 'user_list');
  if (!list) fail('INVALID_USER_LIST', 'There is no such user list.');
  else if (list.doc.membership_status === 'CLOSED') fail('CANNOT_ADD_CLOSED_USER_LIST', 'The user list is closed.');
  if (campaign.doc.advertising_channel_type === 'PERFORMANCE_MAX')
    complaints.add('criterionError.CANNOT_ADD_CRITERIA_TYPE', 'The campaign takes no user lists.', 'user_list');
  if (body.negative === true) return;
  const { store, account } = session;
  const elsewhere =
    body.ad_group === undefined
      ? store
          .children(account.id, 'ad_group', campaign.key)
          .flatMap(({ key }) => store.children(account.id, 'ad_group_criterion', key))
      : store.children(account.id, 'campaign_criterion', campaign.key);
  if (elsewhere.some(({ doc }) => doc.user_list && doc.negative !== true && doc.status !== 'REMOVED'))
    fail('CANNOT_ATTACH_CRITERIA_AT_CAMPAIGN_AND_ADGROUP', 'Lists are either on the campaign or on its ad groups.');
}

/** When a job will have been worked off, in the account's time; no field of the protocol. */
export const JOB_ENDS = 'job_ends';

export function jobAsOf(doc: Doc, now: LocalTime): Doc {
  if (typeof doc[JOB_ENDS] !== 'string') return doc;
  return { ...doc, status: doc[JOB_ENDS] <= now.text ? 'SUCCESS' : 'RUNNING' };
}
