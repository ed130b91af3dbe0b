import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { HttpsAddress, Id, oneLine, text, wordOf } from '../../../tools/fields.ts';
import { FormLocale, formConsents } from '../../../tools/leads/form-arguments.ts';
import { readBack } from '../../../tools/read-back.ts';
import { pathOf } from '../../../upstream/path.ts';
import { channel } from '../channel.ts';
import { API_VERSION, type SocialClient } from '../client.ts';
import { FORMS, formPages, shownForm, TYPES } from '../resources/lead-form.ts';
import { formFields } from '../resources/lead-form-fields.ts';
import { Created } from '../wire.ts';

const Field = wordOf([...TYPES.keys()]).describe(
  'Known to the platform: email, phone, full_name, first_name, last_name, company, job_title, city, …',
);

const input = z.strictObject({
  page_id: Id.optional().describe('From list_pages; default: the only one of the account'),
  name: oneLine(200).describe('Only you see it; once a page'),
  headline: oneLine(60).optional().describe('What is offered'),
  description: text(1000).optional().describe('Details of the offer'),
  questions: z
    .array(
      z.strictObject({
        field: Field.optional(),
        text: oneLine(300).optional().describe('A question of your own'),
        choices: z.array(oneLine(100)).min(2).max(50).optional().describe('Answers to choose from'),
      }),
    )
    .min(1)
    .max(20)
    .describe('Each with field or text'),
  privacy_url: HttpsAddress.describe('Your privacy policy'),
  thanks: z
    .strictObject({
      headline: oneLine(60).describe('After the form was sent'),
      text: text(300).optional().describe('What follows'),
      url: HttpsAddress.optional().describe('Where the button leads'),
    })
    .optional()
    .describe('The last page'),
  consents: formConsents(10),
  locale: FormLocale,
});
type FormArguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'create_lead_form',
  title: 'Create a lead form',
  description:
    'Creates a lead form of a page. Its texts and questions cannot be changed later. update_lead_form archives it; the platform deletes no forms. People see it only in an ad: create_ad_creative with lead_form_id.',
  toolset: 'leads',
  access: 'write',
  repeat: 'never',
  scopes: ['pages_manage_ads'],
  input,
  output: z.object({ lead_form: z.looseObject({ id: z.string() }).describe('As in get_lead_form') }),
  rules: questionProblems,
  look: () => ({ tool: 'list_lead_forms', arguments: {} }),
  async run({ page_id, ...args }, { client, account }) {
    const page = await pageFor(client, account, page_id);
    const asPage = client.as(page.access_token);
    const path = pathOf`/${API_VERSION}/${page.id}/leadgen_forms`;
    const { id } = await asPage.change(path, formFields(args), Created, account);
    const form = await readBack(`The lead form ${id} was created`, () => asPage.node(FORMS, id, account));
    return { lead_form: { ...shownForm(form) } };
  },
});

function questionProblems({ questions }: FormArguments): Problem[] {
  const ids = questions.filter(({ field }) => field?.startsWith('national_id'));
  if (ids.length > 1) return [{ field: 'questions', message: 'must ask for one national id at most' }];
  return questions.flatMap(({ field, text: own, choices }, index) => {
    const at = `questions[${index}]`;
    if ((field === undefined) === (own === undefined)) return [{ field: at, message: 'needs either field or text' }];
    return field !== undefined && choices ? [{ field: `${at}.choices`, message: 'goes with text' }] : [];
  });
}

async function pageFor(client: SocialClient, account: string, wanted: string | undefined) {
  const pages = await formPages(client, account);
  const [only, ...others] = wanted === undefined ? pages : pages.filter(({ id }) => id === wanted);
  if (only && others.length === 0) return only;
  const named = pages.map(({ id, name }) => `${id} (${name})`).join(', ');
  const message =
    wanted === undefined
      ? `is needed: the account promotes ${pages.length === 0 ? 'no page' : named}`
      : `is no page that the account promotes: ${named}`;
  throw invalidArguments([{ field: 'page_id', message }]);
}
