import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { HttpsAddress, oneLine, wordOf } from '../../../tools/fields.ts';
import { FormLocale, formConsents } from '../../../tools/leads/form-arguments.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import { leads } from '../leads.ts';
import { urnOf } from '../resources/fields.ts';
import { FORM_FIELDS, wireQuestion } from '../resources/lead-form.ts';

const Field = wordOf(FORM_FIELDS).describe(
  'From the profile: email, work_email, first_name, last_name, phone, company, job_title, city, …',
);

const input = z.strictObject({
  name: oneLine(100).describe('Only you see it'),
  headline: oneLine(60).describe('What is offered'),
  description: z.string().trim().min(1).max(500).optional().describe('Details of the offer'),
  questions: z
    .array(
      z.strictObject({
        field: Field.optional(),
        text: oneLine(300).optional().describe('A question of your own'),
        choices: z.array(oneLine(100)).min(2).max(20).optional().describe('Answers to choose from'),
      }),
    )
    .min(1)
    .max(12)
    .describe('Each with field or text'),
  privacy_url: HttpsAddress.describe('Your privacy policy'),
  thanks: z
    .strictObject({
      text: oneLine(300).describe('After the form was sent'),
      url: HttpsAddress.describe('Where the button leads'),
    })
    .optional()
    .describe('What follows'),
  consents: formConsents(5),
  locale: FormLocale,
  status: z.enum(['DRAFT', 'PUBLISHED']).default('DRAFT').describe('Ads can use a PUBLISHED one'),
});
type Args = z.output<typeof input>;

function questionProblems({ questions }: Args): Problem[] {
  return questions.flatMap(({ field, text, choices }, index) => {
    const at = `questions.${index}`;
    if (field === undefined && text === undefined) return [{ field: at, message: 'needs field or text' }];
    return field !== undefined && choices
      ? [{ field: `${at}.choices`, message: 'goes with text: answers from the profile are not chosen' }]
      : [];
  });
}

export default defineTool(channel, {
  name: 'create_lead_form',
  title: 'Create a lead form',
  description:
    'Creates a lead form, a draft unless asked otherwise. Its questions and texts cannot be changed later from here; the platform’s own interface makes a new version of it. Next: update_lead_form publishes it, create_creative shows it.',
  toolset: 'leads',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({ lead_form: z.looseObject({ id: z.string() }).describe('As in get_lead_form') }),
  rules: questionProblems,
  look: () => ({ tool: 'list_lead_forms', arguments: {} }),
  async run(args, { client, account }) {
    const id = await client.create('/leadForms', bodyOf(args, account), account);
    const lead_form = await readBack(`The lead form ${id} was created`, () => leads.form(client, account, id));
    return { lead_form: { ...lead_form } };
  },
});

function bodyOf(
  { name, status, locale, headline, description, questions, privacy_url, thanks, consents }: Args,
  account: string,
) {
  const [language, country] = locale.split('_');
  const words = (text: string) => ({ localized: { [locale]: text } });
  return {
    owner: { sponsoredAccount: urnOf('sponsoredAccount', account) },
    name,
    state: status,
    creationLocale: { language, country },
    content: {
      headline: words(headline),
      ...(description !== undefined && { description: words(description) }),
      questions: questions.map((one) => wireQuestion(one, locale)),
      legalInfo: {
        privacyPolicyUrl: privacy_url,
        ...(consents && {
          consents: consents.map(({ text, required }) => ({ consent: words(text), checkRequired: required })),
        }),
      },
      ...(thanks && {
        postSubmissionInfo: {
          message: words(thanks.text),
          callToAction: {
            callToActionLabel: 'VISIT_COMPANY_WEBSITE',
            callToActionTarget: { landingPageUrl: thanks.url },
          },
        },
      }),
    },
  };
}
