import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine, text, WebAddress } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { leads } from '../leads.ts';
import { FORM_CALLS } from '../resources/extension-asset.ts';
import { ASKED_FIELDS, leadFormAsset } from '../resources/lead-form.ts';
import { creating, idOf } from '../resources/wire/operation.ts';

const OWN_MAX = 5;

const Question = z.strictObject({
  field: z.enum(ASKED_FIELDS).optional().describe('Something that people have filled in before; this or text'),
  text: oneLine(300).optional().describe(`A question of your own, at most ${OWN_MAX} in all`),
  choices: z.array(oneLine(100)).min(2).max(12).optional().describe('To choose one of; with text'),
});

export default defineTool(channel, {
  name: 'create_lead_form',
  title: 'Create a lead form',
  description:
    'Makes a lead form. It cannot be changed later, and asks for nothing until update_ad_extensions links it to a campaign (asset_ids). The terms for lead forms have to be accepted once in the platform.',
  toolset: 'leads',
  access: 'write',
  repeat: 'never',
  personal: ['webhook'],
  input: z.strictObject({
    name: oneLine(128).describe('Only you see it'),
    business_name: oneLine(25).describe('Who asks'),
    headline: oneLine(30).describe('Of the form'),
    description: text(200).describe('What it is for'),
    questions: z.array(Question).min(1).max(15).describe('What people are asked, at least one by field'),
    privacy_url: WebAddress.max(2048).describe('What becomes of the answers'),
    call_to_action: z.enum(FORM_CALLS).describe('Opens the form'),
    call_to_action_text: oneLine(30).describe('Beside it'),
    thanks: z
      .strictObject({
        headline: oneLine(30).describe('After sending'),
        text: text(200).optional().describe('Below it'),
        url: WebAddress.max(2048).optional().describe('Where a button leads then'),
      })
      .optional()
      .describe('What is shown after sending'),
    webhook: z
      .strictObject({
        url: WebAddress.max(2048).describe('Where each lead is sent at once'),
        key: oneLine(50).describe('Sent along, so that the receiver knows it is the platform'),
      })
      .optional()
      .describe('For leads as they come in; list_leads reads them without'),
  }),
  output: z.object({ lead_form: z.looseObject({ id: z.string() }).describe('As in get_lead_form') }),
  rules: ({ questions }) => [...questions.flatMap(questionProblems), ...combinationProblems(questions)],
  look: () => ({ tool: 'list_lead_forms', arguments: {} }),
  async run(args, { client, account }) {
    const { name, thanks } = args;
    const finalUrls = thanks?.url === undefined ? {} : { finalUrls: [thanks.url] };
    const [resourceName] = await client.mutate(account, [
      creating('asset', { name, ...finalUrls, leadFormAsset: leadFormAsset(args) }),
    ]);
    const id = idOf(resourceName);
    const made = await readBack(`The lead form ${id} was created`, () => leads.form(client, account, id));
    return { lead_form: { ...made } };
  },
});

type Question = z.output<typeof Question>;

function questionProblems(question: Question, at: number): Problem[] {
  const own = question.choices && question.field ? [{ field: 'choices', message: 'goes with text' }] : [];
  return [...exactlyOne(question, ['field', 'text']), ...own].map(({ field, message }) => ({
    field: `questions.${at}.${field}`,
    message,
  }));
}

/** What the platform refuses together, without saying which question it is about. */
function combinationProblems(questions: readonly Question[]): Problem[] {
  const fields = questions.flatMap(({ field }) => field ?? []);
  const wrong = (isWrong: boolean, message: string) => (isWrong ? [{ field: 'questions', message }] : []);
  return [
    ...wrong(fields.length === 0, 'must have at least one with field'),
    ...wrong(new Set(fields).size < fields.length, 'must ask for each field once'),
    ...wrong(
      fields.includes('full_name') && fields.some((field) => field === 'first_name' || field === 'last_name'),
      'must ask for full_name, or for first_name and last_name',
    ),
    ...wrong(questions.length - fields.length > OWN_MAX, `must have at most ${OWN_MAX} with text`),
  ];
}
