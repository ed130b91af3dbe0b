import { z } from 'zod';
import type { LeadForm, LeadQuestion } from '../../../tools/leads/leads.ts';
import { notFound } from '../../../tools/not-found.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { accountNode, type SocialClient } from '../client.ts';
import { kind } from '../wire.ts';
import { isoTime } from './fields.ts';

const Question = z.object({
  key: z.string().optional(),
  type: z.string().optional(),
  label: z.string().default(''),
  options: z.array(z.object({ key: z.string().optional(), value: z.string().default('') })).optional(),
});

const Checkbox = z.object({ key: z.string(), text: z.string().optional() });
const LegalContent = z.object({
  custom_disclaimer: z.object({ checkboxes: z.array(Checkbox).optional() }).optional(),
});

const PlatformForm = z.object({
  id: z.string(),
  page_id: z.string().optional(),
  name: z.string().default(''),
  status: z.string().default(''),
  locale: z.string().optional(),
  questions: z.array(Question).optional(),
  privacy_policy_url: z.string().optional(),
  legal_content: LegalContent.optional(),
  leads_count: z.number().optional(),
  created_time: z.string().optional(),
});
export type PlatformForm = z.infer<typeof PlatformForm>;
export const FORMS = kind('leadgen_forms', PlatformForm);

/** A page whose ads the account may run; without a token there is no role on it, and its forms cannot be read. */
const PAGES = kind(
  'promote_pages',
  z.object({ id: z.string(), name: z.string().default(''), access_token: z.string().optional() }),
);
type FormPage = z.infer<typeof PAGES.schema>;

export async function formPages(client: SocialClient, account: string): Promise<FormPage[]> {
  const found: FormPage[] = [];
  for await (const pages of client.pages(PAGES, accountNode(account), {}, account)) found.push(...pages);
  return found;
}

/** Every form of the pages that the account promotes, with the client that can read it. */
export async function* everyForm(client: SocialClient, account: string) {
  for (const { id, access_token } of await formPages(client, account)) {
    if (access_token === undefined) continue;
    const asPage = client.as(access_token);
    for await (const forms of asPage.pages(FORMS, id, {}, account))
      for (const form of forms) yield { form, client: asPage };
  }
}

/** One form with the client that can read it. A form of a page that the account does not promote is refused. */
export async function formOf(client: SocialClient, account: string, id: string) {
  const form = await client.node(FORMS, id, account);
  const pages = await formPages(client, account);
  const page = pages.find((one) => one.id === form.page_id);
  if (!page)
    throw notFound({ what: 'lead form', id, field: 'form', list: 'list_lead_forms', accountArgument: 'account_id' });
  return { form, client: client.as(page.access_token) };
}

/** The platform's types of questions, in words that all channels share. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['EMAIL', 'email'],
  ['WORK_EMAIL', 'work_email'],
  ['PHONE', 'phone'],
  ['WORK_PHONE_NUMBER', 'work_phone'],
  ['FULL_NAME', 'full_name'],
  ['FIRST_NAME', 'first_name'],
  ['LAST_NAME', 'last_name'],
  ['COMPANY_NAME', 'company'],
  ['JOB_TITLE', 'job_title'],
  ['STREET_ADDRESS', 'street_address'],
  ['CITY', 'city'],
  ['STATE', 'region'],
  ['PROVINCE', 'region'],
  ['ZIP', 'postal_code'],
  ['POST_CODE', 'postal_code'],
  ['COUNTRY', 'country'],
  ['DOB', 'date_of_birth'],
  ['GENDER', 'gender'],
  ['MARITIAL_STATUS', 'marital_status'],
  ['RELATIONSHIP_STATUS', 'relationship_status'],
  ['MILITARY_STATUS', 'military_status'],
  ['DATE_TIME', 'date_time'],
  ['ID_AR_DNI', 'national_id_ar'],
  ['ID_CL_RUT', 'national_id_cl'],
  ['ID_CO_CC', 'national_id_co'],
  ['ID_CPF', 'national_id_br'],
  ['ID_EC_CI', 'national_id_ec'],
  ['ID_MX_RFC', 'national_id_mx'],
  ['ID_PE_DNI', 'national_id_pe'],
]);

/** Fields that a new form can ask for, and the platform's type of each. */
export const TYPES: ReadonlyMap<string, string> = new Map(
  [...FIELDS].map(([type, field]) => [field, type] as const).reverse(),
);

export function questionField({ type = '', key = '' }: Pick<z.infer<typeof Question>, 'type' | 'key'>): string {
  return FIELDS.get(type) ?? key;
}

export function shownForm(form: PlatformForm): LeadForm {
  return withoutUnset({
    id: form.id,
    name: form.name,
    status: form.status,
    usable: form.status === 'ACTIVE',
    questions: form.questions?.map(shownQuestion),
    privacy_url: form.privacy_policy_url,
    leads: form.leads_count,
    created_time: isoTime(form.created_time),
  });
}

function shownQuestion(question: z.infer<typeof Question>): LeadQuestion {
  const choices = question.options?.map(({ value }) => value);
  return { field: questionField(question), text: question.label, ...(choices && { choices }) };
}
