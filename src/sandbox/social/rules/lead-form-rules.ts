import { isObject } from '../../json.ts';
import { badParameter, ruleBroken } from '../errors.ts';
import { given } from '../graph/changes.ts';
import type { Ctx } from '../graph/operation.ts';
import type { FormQuestion, Json, LeadFormData } from '../state/shapes.ts';
import type { GraphNode, Store } from '../state.ts';

const QUESTION_TYPES =
  'CUSTOM CITY COMPANY_NAME COUNTRY DATE_TIME DOB EMAIL FIRST_NAME FULL_NAME GENDER JOB_TITLE LAST_NAME MARITIAL_STATUS MILITARY_STATUS PHONE POST_CODE PROVINCE RELATIONSHIP_STATUS STATE STORE_LOOKUP STORE_LOOKUP_WITH_TYPEAHEAD STREET_ADDRESS WORK_EMAIL WORK_PHONE_NUMBER ZIP ID_AR_DNI ID_CL_RUT ID_CO_CC ID_CPF ID_EC_CI ID_MX_RFC ID_PE_DNI'.split(
    ' ',
  );
const LOCALES =
  'AR_AR CS_CZ DA_DK DE_DE EL_GR EN_GB EN_US ES_ES ES_LA FI_FI FR_FR HE_IL HI_IN HU_HU ID_ID IT_IT JA_JP KO_KR NB_NO NL_NL PL_PL PT_BR PT_PT RO_RO RU_RU SV_SE TH_TH TR_TR VI_VN ZH_CN ZH_HK ZH_TW'.split(
    ' ',
  );
const STATUSES = ['ACTIVE', 'ARCHIVED', 'DELETED', 'DRAFT'];
const LINK_TEXT_MAX = 70;
const OPTIONS_LEAST = 2;

export function newForm(ctx: Ctx, page: GraphNode<'Page'>): LeadFormData {
  const { params, store, world } = ctx;
  const name = params.requiredText('name');
  const taken = formsOf(store, page.id).some(({ data }) => data.name === name && data.status !== 'DELETED');
  if (taken)
    throw ruleBroken(undefined, 'Form Name Is Taken', 'A form of this page has this name. Choose another.', ['name']);
  return {
    page: page.id,
    business: page.data.business,
    name,
    status: 'ACTIVE',
    locale: params.oneOf('locale', LOCALES) ?? 'EN_US',
    questions: readQuestions(params.array('questions')),
    privacy_policy: readPolicy(params.object('privacy_policy')),
    created: world.now(),
    ...given({
      follow_up_action_url: params.text('follow_up_action_url'),
      context_card: params.object('context_card'),
      thank_you_page: params.object('thank_you_page'),
      custom_disclaimer: readDisclaimer(params.object('custom_disclaimer')),
      question_page_custom_headline: params.text('question_page_custom_headline'),
      is_optimized_for_quality: params.boolean('is_optimized_for_quality'),
    }),
  };
}

function formsOf(store: Store, page: string): GraphNode<'LeadgenForm'>[] {
  return store.all('LeadgenForm').filter(({ data }) => data.page === page);
}

function readQuestions(given: unknown[] | undefined): FormQuestion[] {
  if (given === undefined || given.length === 0) throw badParameter('The parameter questions is required', 'questions');
  const questions = given.map((entry, index) => readQuestion(isObject(entry) ? entry : {}, index));
  const keys = questions.map(({ key }) => key);
  if (new Set(keys).size < keys.length) throw badParameter('Param questions must have different keys', 'questions');
  if (questions.filter(({ type }) => type.startsWith('ID_')).length > 1)
    throw badParameter('Param questions may ask for one national id', 'questions');
  return questions;
}

function readQuestion(entry: Json, index: number): FormQuestion {
  const type = String(entry.type ?? '');
  if (!QUESTION_TYPES.includes(type))
    throw badParameter(`Param questions[${index}][type] must be one of {${QUESTION_TYPES.join(', ')}}`, 'questions');
  const isOwn = type === 'CUSTOM';
  const label = typeof entry.label === 'string' && entry.label !== '' ? entry.label : undefined;
  if (isOwn !== (label !== undefined))
    throw badParameter(`Param questions[${index}][label] goes with CUSTOM, and CUSTOM with label`, 'questions');
  const options = entry.options === undefined ? undefined : readOptions(entry.options, index);
  if (options && !isOwn) throw badParameter(`Param questions[${index}][options] goes with CUSTOM`, 'questions');
  const derived = (label ?? type).toLowerCase().replace(/\s+/g, '_');
  const key = typeof entry.key === 'string' && entry.key !== '' ? entry.key : derived;
  return { id: String(index + 1), key, type, label: label ?? titled(type), ...(options && { options }) };
}

function titled(type: string): string {
  const words = type.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function readOptions(options: unknown, index: number): { key: string; value: string }[] {
  const list = Array.isArray(options) ? options : [];
  if (list.length < OPTIONS_LEAST) throw badParameter(`Param questions[${index}][options] must be a list`, 'questions');
  return list.map((option, at) => {
    if (!isObject(option) || typeof option.value !== 'string')
      throw badParameter(`Param questions[${index}][options] must have values`, 'questions');
    return { key: String(option.key ?? at), value: option.value };
  });
}

function readPolicy(policy: Json | undefined): Json {
  const address = String(policy?.url ?? '');
  if (!policy || !URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    // The platform says no more about an address that it does not like.
    throw badParameter('Invalid parameter');
  const text = policy.link_text ?? 'Privacy Policy';
  if (typeof text !== 'string' || text.length > LINK_TEXT_MAX)
    throw badParameter(
      `Param privacy_policy[link_text] must have at most ${LINK_TEXT_MAX} characters`,
      'privacy_policy',
    );
  return { url: address, link_text: text };
}

function readDisclaimer(disclaimer: Json | undefined): Json | undefined {
  if (!disclaimer) return undefined;
  const boxes = Array.isArray(disclaimer.checkboxes) ? disclaimer.checkboxes : [];
  if (!boxes.every((box) => isObject(box) && typeof box.text === 'string'))
    throw badParameter('Param custom_disclaimer[checkboxes] must have texts', 'custom_disclaimer');
  const checkboxes = (boxes as Json[]).map((box, at) => ({
    key: String(box.key ?? `checkbox_${at + 1}`),
    text: String(box.text),
    is_required: box.is_required ?? true,
    is_checked_by_default: box.is_checked_by_default ?? false,
  }));
  return { ...disclaimer, checkboxes };
}

export function checkboxesOf(form: LeadFormData): { key: string; text: string }[] {
  return (form.custom_disclaimer?.checkboxes ?? []) as { key: string; text: string }[];
}

const CONTENT =
  'name locale questions privacy_policy follow_up_action_url context_card thank_you_page custom_disclaimer question_page_custom_headline is_optimized_for_quality tracking_parameters'.split(
    ' ',
  );

/** The content of a form is there for good: people answered it. */
export function newStatus({ params }: Ctx): string {
  const changed = CONTENT.find((name) => params.given(name));
  if (changed !== undefined) throw badParameter(`Param ${changed} cannot be changed`, changed);
  const status = params.oneOf('status', STATUSES);
  if (status === undefined) throw badParameter('The parameter status is required', 'status');
  if (status === 'DELETED') throw badParameter('A form can be archived, not deleted', 'status');
  return status;
}

/** The forms that the buttons of a creative open: one for all its cards, and a living one of its own page. */
export function checkFormsOf(store: Store, story: Json): void {
  const ids = formIdsIn(story);
  if (ids.length > 1)
    throw ruleBroken(1885392, 'Forms Differ', 'All cards of a carousel open the same form.', ['creative']);
  for (const id of ids) {
    const form = store.findKind('LeadgenForm', id)?.data;
    if (form?.status === 'ACTIVE' && (story.page_id === undefined || String(story.page_id) === form.page)) continue;
    throw ruleBroken(1885392, 'Form Not Available', `The form ${id} is no active form of the page.`, ['creative']);
  }
}

export function formIdsIn(story: Json): string[] {
  const blocks = Object.values(story).filter(isObject);
  const cards = blocks.flatMap(({ child_attachments: held }) => (Array.isArray(held) ? held.filter(isObject) : []));
  const ids = [...blocks, ...cards].flatMap(({ call_to_action: action }) => {
    const id = isObject(action) && isObject(action.value) ? action.value.lead_gen_form_id : undefined;
    return id === undefined ? [] : [String(id)];
  });
  return [...new Set(ids)];
}
