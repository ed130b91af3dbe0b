import { z } from 'zod';

const text = z.string().optional();
const Choices = z.looseObject({ answers: z.array(z.string()).optional() }).optional();

/** A lead form as rows hold it; what we do not read stays in it. */
export const LeadFormAsset = z.looseObject({
  headline: text,
  privacyPolicyUrl: text,
  fields: z.array(z.looseObject({ inputType: text, singleChoiceAnswers: Choices })).optional(),
  customQuestionFields: z.array(z.looseObject({ customQuestionText: text, singleChoiceAnswers: Choices })).optional(),
});

/** One person's answers to a form. */
export const LeadFormSubmission = z.object({
  resourceName: z.string(),
  id: text,
  asset: text,
  campaign: text,
  adGroup: text,
  adGroupAd: text,
  gclid: text,
  submissionDateTime: text,
  leadFormSubmissionFields: z.array(z.object({ fieldType: text, fieldValue: text })).default([]),
  customLeadFormSubmissionFields: z.array(z.object({ questionText: text, fieldValue: text })).default([]),
});
