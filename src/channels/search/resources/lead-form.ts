import type { LeadForm, LeadQuestion } from '../../../tools/leads/leads.ts';
import type { Row } from './wire/row.ts';

export const LEAD_FORM_FIELDS = [
  ...['asset.id', 'asset.name', 'asset.policy_summary.approval_status'],
  ...['headline', 'privacy_policy_url', 'fields', 'custom_question_fields'].map(
    (field) => `asset.lead_form_asset.${field}`,
  ),
];

/** What people can be asked for, in our words and the platform's. */
const QUESTIONS = {
  full_name: 'FULL_NAME',
  first_name: 'FIRST_NAME',
  last_name: 'LAST_NAME',
  email: 'EMAIL',
  work_email: 'WORK_EMAIL',
  phone: 'PHONE_NUMBER',
  work_phone: 'WORK_PHONE',
  company: 'COMPANY_NAME',
  job_title: 'JOB_TITLE',
  street: 'STREET_ADDRESS',
  city: 'CITY',
  region: 'REGION',
  postal_code: 'POSTAL_CODE',
  country: 'COUNTRY',
} as const;
export type AskedField = keyof typeof QUESTIONS;
export const ASKED_FIELDS = Object.keys(QUESTIONS) as [AskedField, ...AskedField[]];

/** Our word for what the platform asks for, or its own. */
export function wordOf(inputType: string): string {
  return ASKED_FIELDS.find((word) => QUESTIONS[word] === inputType) ?? inputType;
}

/** Forms have no status of their own: an ad can use every one that the platform's review has not stopped. */
export function leadFormOf({ asset }: Row): LeadForm {
  const { headline, privacyPolicyUrl, fields = [], customQuestionFields = [] } = asset?.leadFormAsset ?? {};
  const status = asset?.policySummary?.approvalStatus ?? 'UNKNOWN';
  const choicesIn = (answers: readonly string[] = []) => (answers.length > 0 ? { choices: answers } : {});
  return {
    id: asset?.id ?? '',
    name: asset?.name ?? headline ?? '',
    status,
    usable: status !== 'DISAPPROVED',
    questions: [
      ...fields.map(
        ({ inputType = '', singleChoiceAnswers }): LeadQuestion => ({
          field: wordOf(inputType),
          text: inputType,
          ...choicesIn(singleChoiceAnswers?.answers),
        }),
      ),
      ...customQuestionFields.map(
        ({ customQuestionText = '', singleChoiceAnswers }): LeadQuestion => ({
          field: customQuestionText,
          text: customQuestionText,
          ...choicesIn(singleChoiceAnswers?.answers),
        }),
      ),
    ],
    ...(privacyPolicyUrl && { privacy_url: privacyPolicyUrl }),
  };
}

interface AskedForm {
  business_name: string;
  headline: string;
  description: string;
  questions: readonly {
    field?: AskedField | undefined;
    text?: string | undefined;
    choices?: readonly string[] | undefined;
  }[];
  privacy_url: string;
  call_to_action: string;
  call_to_action_text: string;
  thanks?: { headline: string; text?: string | undefined; url?: string | undefined } | undefined;
  webhook?: { url: string; key: string } | undefined;
}

/** The version of what is sent to a webhook. */
const PAYLOAD_VERSION = '3';

/** The form as the platform's message. */
export function leadFormAsset({ questions, thanks, webhook, ...form }: AskedForm): Record<string, unknown> {
  const choice = (answers: readonly string[] | undefined) => (answers ? { singleChoiceAnswers: { answers } } : {});
  const own = questions.flatMap(({ text, choices }) =>
    text === undefined ? [] : [{ customQuestionText: text, ...choice(choices) }],
  );
  return {
    businessName: form.business_name,
    headline: form.headline,
    description: form.description,
    privacyPolicyUrl: form.privacy_url,
    callToActionType: form.call_to_action,
    callToActionDescription: form.call_to_action_text,
    fields: questions.flatMap(({ field, choices }) =>
      field === undefined ? [] : [{ inputType: QUESTIONS[field], ...choice(choices) }],
    ),
    ...(own.length > 0 && { customQuestionFields: own }),
    ...(thanks && {
      postSubmitHeadline: thanks.headline,
      ...(thanks.text !== undefined && { postSubmitDescription: thanks.text }),
      ...(thanks.url !== undefined && { postSubmitCallToActionType: 'VISIT_SITE' }),
    }),
    ...(webhook && {
      deliveryMethods: [
        {
          webhook: {
            advertiserWebhookUrl: webhook.url,
            googleSecret: webhook.key,
            payloadSchemaVersion: PAYLOAD_VERSION,
          },
        },
      ],
    }),
  };
}
