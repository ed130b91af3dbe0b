import { SECOND_MS } from '../../../ambient.ts';
import { dayIn } from '../../calendar.ts';
import type { World } from '../../emulator.ts';
import { isObject } from '../../json.ts';
import { type LeadField, leadAnswer } from '../../lead-answers.ts';
import { calendar } from '../insights/calendar.ts';
import { daysOf, type MeasuredAd, measuredAds } from '../insights/scope.ts';
import type { FormQuestion, LeadData, LeadFormData } from '../state/shapes.ts';
import type { GraphNode, Store } from '../state.ts';
import { KEPT_MS } from './lead-access.ts';
import { checkboxesOf, formIdsIn } from './lead-form-rules.ts';

/**
 * Brings in the leads that ads with forms have brought until now: as many as the reports count, on the same days. Called by
 * every look at leads and as time passes; a lead is never older than the last call, so that nobody who reads on misses one.
 * Once a second at most: pages of leads are read in quick succession, and each time all ads with forms are gone through.
 */
export function bringLeads(store: Store, world: Pick<World, 'now' | 'change'>): void {
  const now = world.now();
  const from = Math.max(arrivedUntil(store), now - KEPT_MS);
  if (now - from < SECOND_MS) return;
  world.change(() => {
    const leads = adsWithForms(store).flatMap((ad) => newLeadsOf(store, ad, from, now));
    leads.sort((one, other) => one.created - other.created);
    for (const lead of leads) store.insert('Lead', {}, lead);
    store.run('INSERT OR REPLACE INTO social_lead_arrivals (one, until) VALUES (1, ?)', now);
  });
}

function arrivedUntil(store: Store): number {
  return Number(store.row('SELECT until FROM social_lead_arrivals')?.until ?? 0);
}

interface FormAd {
  measured: MeasuredAd;
  timezone: string;
  form: GraphNode<'LeadgenForm'>;
}

/** Found by an index of creatives whose text names a form: few do, and accounts hold thousands. */
function adsWithForms(store: Store): FormAd[] {
  const creatives = store.rows(
    "SELECT id FROM social_objects WHERE kind = 'AdCreative' AND instr(data, 'lead_gen_form_id') > 0 ORDER BY seq",
  );
  return creatives.flatMap(({ id }) => {
    const creative = store.need('AdCreative', String(id));
    const story = creative.data.content.object_story_spec;
    const form = store.findKind('LeadgenForm', formIdsIn(isObject(story) ? story : {})[0] ?? '');
    if (!form) return [];
    const account = store.need('AdAccount', creative.links.account).data;
    const ads = store.all('Ad', { creative: creative.id });
    return measuredAds(store, account, ads).map((measured) => ({ measured, timezone: account.timezone, form }));
  });
}

function newLeadsOf(store: Store, { measured, timezone, form }: FormAd, from: number, now: number): LeadData[] {
  const ad = measured.ad.id;
  const days = calendar(dayIn(from, timezone), dayIn(now, timezone), timezone);
  return [...daysOf(measured, days, now)].flatMap(({ day, totals }) => {
    const known = Number(
      store.row('SELECT leads FROM social_lead_counts WHERE ad = ? AND day = ?', ad, day.date)?.leads ?? 0,
    );
    const count = Math.max(0, totals.get('lead') - known);
    if (count === 0) return [];
    store.run(
      'INSERT OR REPLACE INTO social_lead_counts (ad, day, leads) VALUES (?, ?, ?)',
      ad,
      day.date,
      known + count,
    );
    const [first, last] = [Math.max(day.start, from), Math.min(day.end, now)];
    return Array.from({ length: count }, (_, index) => {
      const created = Math.ceil(first + ((index + 1) / (count + 1)) * (last - first));
      return { ...filledForm(form, [ad, day.date, known + index]), ad, created };
    });
  });
}

/** A form as a made-up person filled it. */
export function filledForm({ id, data }: GraphNode<'LeadgenForm'>, words: readonly (string | number)[]) {
  const boxes = checkboxesOf(data);
  return {
    form: id,
    page: data.page,
    business: data.business,
    field_data: data.questions.map((question) => ({ name: question.key, values: [answerTo(question, words)] })),
    ...(boxes.length > 0 && {
      custom_disclaimer_responses: boxes.map(({ key }) => ({ checkbox_key: key, is_checked: '1' })),
    }),
  };
}

const FIELDS: Record<string, LeadField> = {
  EMAIL: 'email',
  WORK_EMAIL: 'work_email',
  PHONE: 'phone',
  WORK_PHONE_NUMBER: 'phone',
  FULL_NAME: 'full_name',
  FIRST_NAME: 'first_name',
  LAST_NAME: 'last_name',
  COMPANY_NAME: 'company',
  JOB_TITLE: 'job_title',
  STREET_ADDRESS: 'street',
  CITY: 'city',
  STATE: 'region',
  PROVINCE: 'region',
  ZIP: 'postal_code',
  POST_CODE: 'postal_code',
  COUNTRY: 'country',
};

function answerTo({ key, type, options }: FormQuestion, words: readonly (string | number)[]): string {
  const choices = options?.map(({ value }) => value);
  const field = FIELDS[type] ?? 'text';
  const asked = choices ? { field, choices } : { field };
  return leadAnswer(asked, ...(field === 'text' ? [...words, key] : words));
}

/** A test lead has no mark of its own: only its made-up values tell it apart. */
export function testAnswers(form: LeadFormData): LeadData['field_data'] {
  return form.questions.map(({ key, type }) => ({
    name: key,
    values: [type === 'EMAIL' || type === 'WORK_EMAIL' ? 'test@meta.com' : `<test lead: dummy data for ${key}>`],
  }));
}
