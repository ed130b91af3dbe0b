import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { SECOND_MS } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import type { Lead, LeadPush, Leads } from '../../tools/leads/leads.ts';
import { withoutUnset } from '../../tools/set-fields.ts';
import { bareAccount, type SocialClient } from './client.ts';
import { isoTime } from './resources/fields.ts';
import { everyForm, formOf, type PlatformForm, questionField, shownForm } from './resources/lead-form.ts';
import { kind, OWNED } from './wire.ts';

const Answer = z.object({ name: z.string(), values: z.array(z.string()).default([]) });
/** `is_checked` is "1" or "". */
const Consent = z.object({ checkbox_key: z.string(), is_checked: z.union([z.string(), z.boolean()]).optional() });

/** Without `ad_id` and the like for leads that no ad brought, and for callers who may not advertise. */
const LEADS = kind(
  'leads',
  z.object({
    id: z.string(),
    created_time: z.string(),
    ad_id: z.string().optional(),
    adset_id: z.string().optional(),
    campaign_id: z.string().optional(),
    field_data: z.array(Answer).default([]),
    custom_disclaimer_responses: z.array(Consent).optional(),
  }),
);

type PlatformLead = z.infer<typeof LEADS.schema>;

const PAGE_LEADS = 100;
const KEPT_DAYS = 90;

export const leads: Leads<SocialClient> = {
  keptDays: KEPT_DAYS,
  async forms(client, account) {
    const found = [];
    for await (const { form } of everyForm(client, account)) found.push(shownForm(form));
    return found;
  },
  form: async (client, account, id) => shownForm((await formOf(client, account, id)).form),
  async *since(client, account, { since, form }) {
    const isOwn = ownership(client, account);
    if (form !== undefined) return yield* leadsOf(await formOf(client, account, form), account, since, isOwn);
    const closed: string[] = [];
    for await (const one of everyForm(client, account))
      try {
        yield* leadsOf(one, account, since, isOwn);
      } catch (error) {
        // A form without leads hides none; of the others the open ones are read before the closed ones are told of.
        if (!isClosed(error)) throw error;
        if (one.form.leads_count !== 0) closed.push(one.form.id);
      }
    if (closed.length > 0) throw closedForms(closed);
  },
  push: push(),
  erasing: 'the owner of the form deletes it there (DELETE /{lead id}), or asks the support of the platform',
};

interface ReadableForm {
  form: PlatformForm;
  client: SocialClient;
}

/** Newest first by cursors, which new leads do not move. The platform passes over filters by any other field than this one. */
async function* leadsOf(
  { form, client }: ReadableForm,
  account: string,
  since: number,
  isOwn: Ownership,
): AsyncGenerator<Lead[]> {
  const from = Math.floor(since / SECOND_MS);
  const filtering = [{ field: 'time_created', operator: 'GREATER_THAN_OR_EQUAL', value: from }];
  const fields = new Map(form.questions?.map((question) => [question.key ?? '', questionField(question)]));
  const texts = new Map(form.legal_content?.custom_disclaimer?.checkboxes?.map(({ key, text }) => [key, text]));
  try {
    for await (const page of client.pages(LEADS, form.id, { filtering }, account, PAGE_LEADS))
      yield (await ownLeads(page, isOwn)).map((lead) => readLead(lead, form.id, fields, texts));
  } catch (error) {
    throw isClosed(error) ? closedForms([form.id], error) : error;
  }
}

function readLead(
  lead: PlatformLead,
  form_id: string,
  fields: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string | undefined>,
): Lead {
  return {
    ...withoutUnset({
      id: lead.id,
      form_id,
      submitted_at: Date.parse(isoTime(lead.created_time) ?? ''),
      campaign_id: lead.campaign_id,
      ad_group_id: lead.adset_id,
      ad_id: lead.ad_id,
    }),
    is_test: lead.field_data.some(({ values }) => values.some(isTestValue)),
    answers: lead.field_data.map(({ name, values }) => ({ field: fields.get(name) ?? name, values })),
    ...(lead.custom_disclaimer_responses && {
      consents: lead.custom_disclaimer_responses.map(({ checkbox_key: key, is_checked }) =>
        withoutUnset({ key, text: texts.get(key), given: is_checked === '1' || is_checked === true }),
      ),
    }),
  };
}

type Ownership = (campaign: string) => Promise<boolean>;

/** Accounts share pages, and a lead names no account: the campaign that brought it does. */
function ownership(client: SocialClient, account: string): Ownership {
  const known = new Map<string, Promise<boolean>>();
  return (campaign) => {
    const asked =
      known.get(campaign) ??
      client.node(OWNED, campaign).then(
        ({ account_id }) => account_id === bareAccount(account),
        (error: unknown) => {
          if (isClosed(error)) return false;
          throw error;
        },
      );
    known.set(campaign, asked);
    return asked;
  };
}

/** Leads that no ad brought, and test leads, are of every account that promotes the page. */
async function ownLeads(page: readonly PlatformLead[], isOwn: Ownership): Promise<PlatformLead[]> {
  const own: PlatformLead[] = [];
  for (const lead of page) if (lead.campaign_id === undefined || (await isOwn(lead.campaign_id))) own.push(lead);
  return own;
}

/** Test leads have no mark, only values that the platform makes up. */
function isTestValue(value: string): boolean {
  return value.startsWith('<test lead: dummy data for ') || /^test@(meta|fb)\.com$/.test(value);
}

/** The form was just read: leads that do not exist are leads that the connection may not see. */
function isClosed(error: unknown): error is Failure {
  return error instanceof Failure && (error.code === 'not_found' || error.code === 'permission_denied');
}

function closedForms(ids: readonly string[], cause?: unknown): Failure {
  return new Failure({
    code: 'permission_denied',
    message: `The leads of the form ${ids.join(', ')} are not open to this connection.`,
    nextStep:
      "In the business settings, add the connection's user and app under Leads Access, and grant leads_retrieval when connecting.",
    cause,
  });
}

/** Changes of other fields come in the same posts, with values of any shape. */
const Change = z.object({ field: z.string(), value: z.unknown().optional() });
const Pushed = z.object({ entry: z.array(z.object({ changes: z.array(Change).default([]) })) });
const LeadChange = z.object({ leadgen_id: z.string() });

function push(): LeadPush {
  return {
    setUp:
      "In the app's dashboard, under Webhooks, subscribe the object Page, field leadgen, to the address with the verify token; then subscribe the app to each page (subscribed_apps). The connection needs the app's secret.",
    challenge(query, { shared }) {
      const [token, challenge] = [query.get('hub.verify_token'), query.get('hub.challenge')];
      const isOurs = query.get('hub.mode') === 'subscribe' && token !== null && isSame(token, shared);
      return isOurs && challenge !== null && /^\w{1,200}$/.test(challenge)
        ? { type: 'text/plain', body: challenge }
        : undefined;
    },
    isGenuine(body, headers, { credentials: { app_secret } }) {
      const given = /^sha256=([0-9a-f]{64})$/.exec(headers['x-hub-signature-256'] ?? '')?.[1];
      if (!app_secret || given === undefined) return false;
      return isSame(given, createHmac('sha256', app_secret).update(body).digest('hex'));
    },
    read(body) {
      const { entry } = Pushed.parse(JSON.parse(withTextIds(body.toString('utf8'))));
      const marks = entry.flatMap(({ changes }) =>
        changes.flatMap(({ field, value }) => {
          const { data } = LeadChange.safeParse(value);
          return data ? [`${field} ${data.leadgen_id}`] : [];
        }),
      );
      return { marks, erased: [] };
    },
  };
}

/** Ids come as text or as numbers that exceed what a double holds. */
function withTextIds(json: string): string {
  return json.replace(/("leadgen_id"\s*:\s*)(\d+)/g, '$1"$2"');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHmac('sha256', 'compare').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
}
