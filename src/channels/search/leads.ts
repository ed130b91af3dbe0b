import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { DAY_MS } from '../../ambient.ts';
import { dayOf } from '../../tools/days.ts';
import type { Lead, LeadAnswer, LeadForm, LeadPush, Leads } from '../../tools/leads/leads.ts';
import { notFound } from '../../tools/not-found.ts';
import type { SearchClient } from './client.ts';
import { LEAD_FORM_FIELDS, leadFormOf, wordOf } from './resources/lead-form.ts';
import { atLeast, equal, Literal, type Query, queryText } from './resources/wire/gaql.ts';
import { idOf } from './resources/wire/operation.ts';
import type { Row } from './resources/wire/row.ts';

const KEPT_DAYS = 30;
const PAGE = 1000;

const SUBMISSION_FIELDS = [
  ...['id', 'asset', 'campaign', 'ad_group', 'ad_group_ad', 'gclid', 'submission_date_time'],
  ...['lead_form_submission_fields', 'custom_lead_form_submission_fields'],
].map((field) => `lead_form_submission_data.${field}`);

const Pushed = z.object({ lead_id: z.string().min(1).max(500), google_key: z.string().max(1000).default('') });

const push: LeadPush = {
  setUp:
    'Give a form this address and this key: as webhook when it is made by create_lead_form, or in the platform under the form’s lead delivery.',
  isGenuine(body, _headers, { shared }) {
    const key = Buffer.from(pushedIn(body)?.google_key ?? '');
    const wanted = Buffer.from(shared);
    return key.length === wanted.length && wanted.length > 0 && timingSafeEqual(key, wanted);
  },
  read(body) {
    const pushed = pushedIn(body);
    return { marks: pushed ? [pushed.lead_id] : [], erased: [] };
  },
};

export const leads: Leads<SearchClient> = { keptDays: KEPT_DAYS, forms, form, since, push };

function pushedIn(body: Buffer): z.output<typeof Pushed> | undefined {
  try {
    return Pushed.safeParse(JSON.parse(body.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

async function forms(client: SearchClient, account: string): Promise<LeadForm[]> {
  const rows = await client.rows(account, {
    select: LEAD_FORM_FIELDS,
    from: 'asset',
    where: [equal('asset.type', Literal.word('LEAD_FORM'))],
    orderBy: [{ field: 'asset.id' }],
  });
  return rows.map(leadFormOf);
}

async function form(client: SearchClient, account: string, id: string): Promise<LeadForm> {
  const row = /^\d{1,19}$/.test(id)
    ? await client.row(account, {
        select: LEAD_FORM_FIELDS,
        from: 'asset',
        where: [equal('asset.type', Literal.word('LEAD_FORM')), equal('asset.id', Literal.digits(id))],
      })
    : undefined;
  if (!row)
    throw notFound({ what: 'lead form', field: 'form', list: 'list_lead_forms', accountArgument: 'customer_id' });
  return leadFormOf(row);
}

/** Days are those of the account's zone, so that one more is read. */
async function* since(
  client: SearchClient,
  account: string,
  asked: { since: number; form?: string },
): AsyncGenerator<Lead[]> {
  const day = dayOf(asked.since - DAY_MS);
  const query: Query = {
    select: SUBMISSION_FIELDS,
    from: 'lead_form_submission_data',
    where: [
      atLeast('lead_form_submission_data.submission_date_time', Literal.date(day)),
      ...(asked.form === undefined
        ? []
        : [equal('lead_form_submission_data.asset', Literal.quoted(`customers/${account}/assets/${asked.form}`))]),
    ],
    orderBy: [{ field: 'lead_form_submission_data.submission_date_time' }, { field: 'lead_form_submission_data.id' }],
  };
  let position: string | undefined;
  do {
    const { items, next } = await client.page(account, queryText(query), { size: PAGE, position });
    yield items.flatMap(leadOf);
    position = next;
  } while (position !== undefined);
}

function leadOf({ leadFormSubmissionData: data }: Row): Lead[] {
  if (!data?.id || !data.submissionDateTime) return [];
  const submitted_at = Date.parse(data.submissionDateTime.replace(' ', 'T'));
  if (Number.isNaN(submitted_at)) return [];
  const { gclid } = data;
  return [
    {
      id: data.id,
      form_id: idOf(data.asset),
      submitted_at,
      ...(data.campaign && { campaign_id: idOf(data.campaign) }),
      ...(data.adGroup && { ad_group_id: idOf(data.adGroup) }),
      ...(data.adGroupAd && { ad_id: idOf(data.adGroupAd) }),
      is_test: false,
      answers: [
        ...data.leadFormSubmissionFields.map(
          ({ fieldType = '', fieldValue = '' }): LeadAnswer => ({
            field: wordOf(fieldType),
            values: [fieldValue],
          }),
        ),
        ...data.customLeadFormSubmissionFields.map(
          ({ questionText = '', fieldValue = '' }): LeadAnswer => ({
            field: questionText,
            values: [fieldValue],
          }),
        ),
      ],
      ...(gclid && { click: { gclid } }),
    },
  ];
}
