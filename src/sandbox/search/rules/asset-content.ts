import type { Complaints } from '../mutate/session.ts';
import type { Doc } from '../state.ts';
import { checkLength } from './checks.ts';
import { checkScheduleList } from './schedules.ts';
import { checkUrls } from './urls.ts';

type Check = (content: Doc, complaints: Complaints, at: string) => void;

/** What each type of asset must hold. */
const CHECKS: Readonly<Record<string, Check>> = {
  TEXT: (content, complaints, at) => checkLength(content.text, 90, complaints, `${at}.text`),
  YOUTUBE_VIDEO(content, complaints, at) {
    if (!/^[A-Za-z0-9_-]{11}$/.test(String(content.youtube_video_id ?? '')))
      complaints.add(
        'youtubeVideoRegistrationError.VIDEO_NOT_FOUND',
        'There is no such video.',
        `${at}.youtube_video_id`,
      );
  },
  CALLOUT: (content, complaints, at) => checkLength(content.callout_text, 25, complaints, `${at}.callout_text`),
  SITELINK: checkSitelink,
  STRUCTURED_SNIPPET: checkSnippet,
  PROMOTION(content, complaints, at) {
    if (content.percent_off === undefined && content.money_amount_off === undefined)
      complaints.add('fieldError.REQUIRED', 'A promotion needs percent_off or money_amount_off.', at);
    checkLength(content.promotion_target, 20, complaints, `${at}.promotion_target`);
  },
  PRICE: checkPrices,
  CALL: checkCall,
  LEAD_FORM: checkLeadForm,
};

export function checkAssetContent(type: string, body: Doc, complaints: Complaints): void {
  const at = `${type.toLowerCase()}_asset`;
  const content = body[at] as Doc;
  CHECKS[type]?.(content, complaints, at);
  checkScheduleList(content.ad_schedule_targets, complaints, `${at}.ad_schedule_targets`);
  if (type === 'SITELINK') complaints.require(body, 'final_urls');
}

function checkSitelink(content: Doc, complaints: Complaints, at: string): void {
  checkLength(content.link_text, 25, complaints, `${at}.link_text`);
  if ((content.description1 === undefined) !== (content.description2 === undefined))
    complaints.add(
      'fieldError.REQUIRED',
      'A sitelink has both descriptions or none.',
      `${at}.description${content.description1 === undefined ? 1 : 2}`,
    );
  for (const field of ['description1', 'description2'])
    if (content[field] !== undefined) checkLength(content[field], 35, complaints, `${at}.${field}`);
}

const HEADERS = [
  'Amenities',
  'Brands',
  'Courses',
  'Degree programs',
  'Destinations',
  'Featured hotels',
  'Insurance coverage',
  'Models',
  'Neighborhoods',
  'Service catalog',
  'Shows',
  'Styles',
  'Types',
];

function checkSnippet(content: Doc, complaints: Complaints, at: string): void {
  if (!HEADERS.includes(String(content.header)))
    complaints.add('fieldError.INVALID_VALUE', `The headers are ${HEADERS.join(', ')}.`, `${at}.header`, {
      trigger: String(content.header ?? ''),
    });
  const values = Array.isArray(content.values) ? content.values : [];
  checkCount(values.length, 3, 10, complaints, `${at}.values`);
  for (const [i, value] of values.entries()) checkLength(value, 25, complaints, `${at}.values[${i}]`);
}

function checkPrices(content: Doc, complaints: Complaints, at: string): void {
  const offers = (Array.isArray(content.price_offerings) ? content.price_offerings : []) as Doc[];
  checkCount(offers.length, 3, 8, complaints, `${at}.price_offerings`);
  for (const [i, { header, description, final_url: url }] of offers.entries()) {
    const path = `${at}.price_offerings[${i}]`;
    checkLength(header, 25, complaints, `${path}.header`);
    checkLength(description, 25, complaints, `${path}.description`);
    if (header === description)
      complaints.add('assetError.PRICE_HEADER_SAME_AS_DESCRIPTION', 'Header and description are the same.', path);
    checkUrls([url ?? ''], complaints, `${path}.final_url`);
  }
}

const FORM_TEXTS = {
  business_name: 25,
  headline: 30,
  description: 200,
  call_to_action_description: 30,
  post_submit_headline: 30,
  post_submit_description: 200,
};
const OPTIONAL_FORM_TEXTS = ['post_submit_headline', 'post_submit_description'];
const QUESTIONS_MAX = 5;

function checkLeadForm(content: Doc, complaints: Complaints, at: string): void {
  for (const [field, max] of Object.entries(FORM_TEXTS))
    if (content[field] !== undefined || !OPTIONAL_FORM_TEXTS.includes(field))
      checkLength(content[field], max, complaints, `${at}.${field}`);
  checkUrls([content.privacy_policy_url ?? ''], complaints, `${at}.privacy_policy_url`);
  if (content.call_to_action_type === undefined)
    complaints.add('fieldError.REQUIRED', 'The required field was not present.', `${at}.call_to_action_type`);
  const listIn = (field: string) => (Array.isArray(content[field]) ? content[field] : []) as Doc[];
  const inputs = listIn('fields').map(({ input_type: type }) => String(type));
  const isSplit = inputs.includes('FIRST_NAME') || inputs.includes('LAST_NAME');
  if (inputs.length === 0 || new Set(inputs).size < inputs.length || (isSplit && inputs.includes('FULL_NAME')))
    complaints.add(
      'assetError.LEAD_FORM_INVALID_FIELDS_COMBINATION',
      'A form asks for at least one thing, for each once, and for names whole or in parts.',
      `${at}.fields`,
    );
  checkCount(listIn('custom_question_fields').length, 0, QUESTIONS_MAX, complaints, `${at}.custom_question_fields`);
  for (const [i, { single_choice_answers: choice }] of [...listIn('custom_question_fields')].entries()) {
    const { answers } = (choice ?? {}) as Doc;
    if (Array.isArray(answers))
      checkCount(answers.length, 2, 12, complaints, `${at}.custom_question_fields[${i}].single_choice_answers.answers`);
  }
}

/** Phone numbers that the platform refuses: test, premium-rate and emergency numbers. */
function checkCall(content: Doc, complaints: Complaints, at: string): void {
  const fail = (code: string, message: string, field: string) =>
    complaints.add(`assetError.CALL_${code}`, message, `${at}.${field}`, { trigger: String(content[field] ?? '') });
  if (!/^[A-Z]{2}$/.test(String(content.country_code ?? '')) || content.country_code === 'ZZ')
    fail('INVALID_COUNTRY_CODE', 'It is no country.', 'country_code');
  const number = String(content.phone_number ?? '');
  const digits = number.replace(/\D/g, '');
  if (/[a-z]/i.test(number)) fail('VANITY_PHONE_NUMBER_NOT_ALLOWED', 'A number has no letters.', 'phone_number');
  else if (/^1?900\d{7}$/.test(digits))
    fail('PREMIUM_RATE_NUMBER_NOT_ALLOWED', 'Numbers at premium rates are not allowed.', 'phone_number');
  else if (digits.length < 6 || digits.length > 15)
    fail('INVALID_PHONE_NUMBER', 'It is no phone number.', 'phone_number');
}

function checkCount(count: number, min: number, max: number, complaints: Complaints, at: string): void {
  if (count < min) complaints.add('collectionSizeError.TOO_FEW', `At least ${min} are needed.`, at);
  if (count > max) complaints.add('collectionSizeError.TOO_MANY', `At most ${max} are allowed.`, at);
}
