import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Failure } from '../../errors.ts';
import type { Lead, LeadForm, LeadPush, Leads } from '../../tools/leads/leads.ts';
import { notFound } from '../../tools/not-found.ts';
import { withoutUnset } from '../../tools/set-fields.ts';
import { waitFor } from '../../tools/wait-for.ts';
import type { VideoClient } from './client.ts';
import { placeOf } from './resources/account.ts';
import { isoTime } from './resources/fields.ts';
import { fieldOf } from './resources/lead-fields.ts';
import { leadsIn } from './resources/lead-file.ts';
import { INSTANT_FORMS, type InstantForm } from './wire.ts';

const FormFields = z.object({ fields: z.array(z.string()).nullish() });
const LeadTask = z.object({ task_id: z.string(), status: z.string() });
export const TestLead = z.object({
  lead_data: z.record(z.string(), z.unknown()).nullish(),
  meta_data: z.object({ lead_id: z.string().nullish(), create_time: z.string().nullish() }).nullish(),
});
export type TestLead = z.infer<typeof TestLead>;

const KEPT_DAYS = 90;
/** Most files are made within seconds. */
const PATIENCE = { firstLookMs: 300, pauseMs: 1000, pauseMsMax: 8000, patienceMs: 180_000 };

/** Where leads are kept: in Europe, in the United States, and all others. A file without the header lacks those of the two. */
const REGIONS = [undefined, 'eu', 'us'] as const;
type Region = (typeof REGIONS)[number];

const FORMS = { ...INSTANT_FORMS, query: { business_type: 'LEAD_GEN' } };

export const leads: Leads<VideoClient> = {
  keptDays: KEPT_DAYS,
  async forms(client, account) {
    return (await client.all(FORMS, account)).map(formOf);
  },
  async form(client, account, id) {
    const found = (await client.all(FORMS, account)).find(({ page_id }) => page_id === id);
    if (!found) throw notFound({ what: 'form', id, list: 'list_lead_forms', ...placeOf(account) });
    const { fields } = await client.get('page/field/get', { page_id: id }, FormFields, account);
    return { ...formOf(found), questions: (fields ?? []).map((name) => ({ field: fieldOf(name), text: name })) };
  },
  since,
  push: leadPush(),
};

function formOf({ page_id, title, status, create_time, update_time }: InstantForm): LeadForm {
  return withoutUnset({
    id: page_id,
    name: title,
    status: status ?? 'UNKNOWN',
    usable: status !== 'EDITED',
    created_time: isoTime(create_time ?? update_time),
  }) as LeadForm;
}

/** The platform hands out all leads of a form at once, for each region in a file of its own, and knows no time to start from. */
async function* since(
  client: VideoClient,
  account: string,
  asked: { since: number; form?: string },
): AsyncGenerator<readonly Lead[]> {
  const forms = asked.form ? [asked.form] : (await client.all(FORMS, account)).map(({ page_id }) => page_id);
  for (const form of forms) {
    const tasks = await Promise.all(REGIONS.map((region) => finished(client, account, form, region)));
    for (const { task_id, region } of tasks) {
      const file = client.download('page/lead/task/download', { task_id }, account, headersFor(region));
      for await (const page of leadsIn(file, form))
        yield page.filter(({ submitted_at }) => submitted_at >= asked.since);
    }
    const test = await testLead(client, account, form);
    if (test && test.submitted_at >= asked.since) yield [test];
  }
}

function headersFor(region: Region): Record<string, string> {
  return region ? { 'x-lead-region': region } : {};
}

async function finished(client: VideoClient, account: string, page_id: string, region: Region) {
  const headers = headersFor(region);
  const path = 'page/lead/task';
  const { task_id } = await client.ask(path, { page_id }, LeadTask, account, headers);
  const isDone = await waitFor(client.session, PATIENCE, async () => {
    const { status } = await client.ask(path, { task_id }, LeadTask, account, headers);
    if (status === 'FAILED') throw notMade(`The platform could not write the leads of form ${page_id} into a file.`);
    return status === 'SUCCEED' || undefined;
  });
  if (!isDone) throw notMade(`The platform is still writing the leads of form ${page_id} into a file.`);
  return { task_id, region };
}

function notMade(message: string): Failure {
  const nextStep = 'Call again in some minutes.';
  return new Failure({ code: 'upstream_unavailable', message, retryable: true, nextStep });
}

/** A form has at most one, which no file holds. */
export async function testLead(client: VideoClient, account: string, form: string): Promise<Lead | undefined> {
  const found = await client.get('page/lead/mock/get', { page_id: form }, TestLead, account);
  return found.meta_data?.lead_id ? testLeadOf(found, form) : undefined;
}

export function testLeadOf({ lead_data, meta_data }: TestLead, form_id: string): Lead {
  return {
    id: meta_data?.lead_id ?? '',
    form_id,
    submitted_at: Date.parse(isoTime(meta_data?.create_time) ?? ''),
    is_test: true,
    answers: Object.entries(lead_data ?? {}).map(([name, value]) => ({
      field: fieldOf(name),
      values: [String(value)],
    })),
  };
}

/** Whole numbers of so many digits are rounded by JavaScript. */
const DIGITS_MAX = 15;

function leadPush(): LeadPush {
  return {
    setUp:
      'Subscribe the app to LEAD (subscription/subscribe) with this address as callback_url, by the token of an admin of the ad account; pushes end without a word when that token is revoked.',
    isGenuine(body, headers, { credentials }) {
      const [given, secret] = [headers['x-open-signature'], credentials.secret];
      if (!given || !secret) return false;
      const expected = createHmac('sha256', secret).update(escaped(body)).digest('hex');
      const [one, other] = [Buffer.from(expected), Buffer.from(given)];
      return one.length === other.length && timingSafeEqual(one, other);
    },
    read(body) {
      const told = exactJson(body.toString('utf8')) as { entry?: { id?: unknown }[] } | undefined;
      const entries = Array.isArray(told?.entry) ? told.entry : [];
      return { marks: entries.flatMap(({ id }) => (id === undefined ? [] : [`lead ${id}`])), erased: [] };
    },
  };
}

/** The platform signs its text with other characters than ASCII escaped. */
function escaped(body: Buffer): string {
  return body
    .toString('utf8')
    .replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** JSON whose long numbers stay the digits that were written. */
function exactJson(text: string): unknown {
  type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
  const exact: Reviver = (_, value, { source = '' }) =>
    typeof value === 'number' && source.length > DIGITS_MAX ? source : value;
  try {
    return JSON.parse(text, exact as (key: string, value: unknown) => unknown);
  } catch {
    return undefined;
  }
}
