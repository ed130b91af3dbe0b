import { pick, unit } from '../../chance.ts';
import { type LeadField, leadAnswer } from '../../lead-answers.ts';
import type { Row } from '../restli/resource.ts';
import type { FormContent, FormQuestion, LeadForm } from '../state/shapes.ts';

/** The version of a form that members saw at a moment, with its questions. */
export function versionAt({ content, earlier }: LeadForm, at: number): { version: number; content: FormContent } {
  const place = earlier.findIndex(({ until }) => at < until);
  return place < 0
    ? { version: earlier.length + 1, content }
    : { version: place + 1, content: earlier[place]!.content };
}

const FIELDS: Readonly<Record<string, LeadField>> = {
  FIRST_NAME: 'first_name',
  LAST_NAME: 'last_name',
  EMAIL: 'email',
  WORK_EMAIL: 'work_email',
  PHONE_NUMBER: 'phone',
  COMPANY_NAME: 'company',
  JOB_TITLE: 'job_title',
  CITY: 'city',
  STATE: 'region',
  COUNTRY_REGION: 'country',
  POSTAL_CODE: 'postal_code',
};

/** Answers name questions by number only and come in no order. */
export function formResponse(content: FormContent, lead: string): Row {
  const answers = content.questions
    .map((question) => ({ questionId: question.questionId, answerDetails: answerTo(question, lead) }))
    .sort((one, other) => unit('order', lead, one.questionId) - unit('order', lead, other.questionId));
  const consentResponses = (content.legalInfo?.consents ?? []).map(({ id, checkRequired }) => ({
    consentId: id,
    accepted: checkRequired === true || unit('consent', lead, id) < 0.7,
  }));
  return { answers, consentResponses };
}

function answerTo({ questionId, predefinedField, questionDetails }: FormQuestion, lead: string): Row {
  const options = questionDetails?.multipleChoiceQuestionDetails?.options;
  if (options) return { multipleChoiceAnswer: { options: [pick(options, 'choice', lead, questionId).id] } };
  const field = FIELDS[predefinedField ?? ''] ?? 'text';
  return { textQuestionAnswer: { answer: leadAnswer({ field }, lead) } };
}
