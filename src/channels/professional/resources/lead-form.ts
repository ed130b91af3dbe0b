import { pathOf } from '../../../upstream/path.ts';
import type { ProfessionalClient } from '../client.ts';
import { type WireFormQuestion, WireLeadForm, type WireWords } from '../wire.ts';
import { urnOf } from './fields.ts';

/** The platform's own questions in the words of every channel; others keep their name in small letters. */
const FIELDS = {
  EMAIL: 'email',
  WORK_EMAIL: 'work_email',
  FIRST_NAME: 'first_name',
  LAST_NAME: 'last_name',
  PHONE_NUMBER: 'phone',
  COMPANY_NAME: 'company',
  JOB_TITLE: 'job_title',
  CITY: 'city',
  STATE: 'region',
  COUNTRY_REGION: 'country',
  POSTAL_CODE: 'postal_code',
} as const satisfies Readonly<Record<string, string>>;

const FURTHER = [
  'JOB_FUNCTION',
  'SENIORITY',
  'COMPANY_SIZE',
  'INDUSTRY',
  'DEGREE',
  'FIELD_OF_STUDY',
  'SCHOOL',
] as const;

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ...Object.entries(FIELDS).map(([platforms, ours]) => [ours, platforms] as const),
  ...FURTHER.map((platforms) => [platforms.toLowerCase(), platforms] as const),
]);

/** What the platform fills in from a member's profile. */
export const FORM_FIELDS: readonly string[] = [...PREDEFINED.keys()];

interface Asked {
  field?: string | undefined;
  text?: string | undefined;
  choices?: readonly string[] | undefined;
}

/** A question as the platform takes it, in the form's one language. */
export function wireQuestion({ field, text, choices }: Asked, locale: string) {
  const words = (said: string) => ({ localized: { [locale]: said } });
  if (field !== undefined)
    return {
      predefinedField: PREDEFINED.get(field),
      ...(text !== undefined && { question: words(text) }),
      responseRequired: true,
      responseEditable: true,
    };
  const name = (text ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40);
  return {
    ...(name !== '' && { name }),
    question: words(text ?? ''),
    responseRequired: true,
    questionDetails: choices
      ? { multipleChoiceQuestionDetails: { options: choices.map((choice) => ({ text: words(choice) })) } }
      : { textQuestionDetails: { maxResponseLength: 300 } },
  };
}

/** Undefined where the account has no such form: the platform finds those of every account of the member. */
export async function readForm(
  client: ProfessionalClient,
  account: string,
  id: string,
): Promise<WireLeadForm | undefined> {
  const found = await client.get(pathOf`/leadForms/${id}`, WireLeadForm, {}, account);
  return found.owner?.sponsoredAccount === urnOf('sponsoredAccount', account) ? found : undefined;
}

/** What an answer to a question is called; a question of the advertiser's own by its name, or by its number. */
export function fieldOf({ predefinedField, name, questionId }: WireFormQuestion): string {
  if (predefinedField === undefined) return name ?? `question_${questionId}`;
  return (FIELDS as Readonly<Record<string, string>>)[predefinedField] ?? predefinedField.toLowerCase();
}

/** A text in the first language it has: forms have one. */
export function wordsIn(words: WireWords | undefined): string | undefined {
  return words && Object.values(words.localized)[0];
}
