import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../ambient.ts';
import { pick, textHash, unit } from '../../chance.ts';
import type { World } from '../../emulator.ts';
import { type LeadField, leadAnswer, leadMoments } from '../../lead-answers.ts';
import { type Click, clickOf, gclidOf } from '../data-manager/clicks.ts';
import { type Doc, type Entity, type Store, storeOf } from '../state.ts';
import { dayText, type LocalTime, localTime } from './calendar.ts';
import { spanOn } from './facts.ts';

/** The platform hands a lead out for so long. */
const KEPT_DAYS = 30;
const PER_DAY = 4;
/** The share of pushes that come a second time. */
const TWICE = 0.2;
/** When a lead came in, in milliseconds: not a field of the platform. */
const CAME_AT = 'came_at';

const FIELDS: Readonly<Record<string, LeadField>> = {
  FULL_NAME: 'full_name',
  FIRST_NAME: 'first_name',
  LAST_NAME: 'last_name',
  EMAIL: 'email',
  WORK_EMAIL: 'work_email',
  PHONE_NUMBER: 'phone',
  WORK_PHONE: 'phone',
  COMPANY_NAME: 'company',
  JOB_TITLE: 'job_title',
  STREET_ADDRESS: 'street',
  CITY: 'city',
  REGION: 'region',
  POSTAL_CODE: 'postal_code',
  COUNTRY: 'country',
};

/** A form that is linked to a running campaign. */
interface RunningForm {
  customer: string;
  timeZone: string;
  campaign: Entity;
  asset: Entity;
}

interface NewLead extends RunningForm {
  doc: Doc;
}

/** Lets people fill in the forms of running campaigns until now, and forgets leads that are too old. */
export function bringLeads(world: World): void {
  const store = storeOf(world);
  const leads = world.change(() => {
    const made = runningForms(store).flatMap((form) => newLeads(world, form));
    forgetOld(world, store);
    return made;
  });
  for (const lead of leads) push(world, lead);
}

/** Whether the platform shows a lead: it came in before now, and not too long ago. */
export function isShownLead({ doc }: Entity, now: LocalTime): boolean {
  const at = String(doc.submission_date_time).slice(0, now.text.length);
  return at <= now.text && at >= dayText(now.day - KEPT_DAYS);
}

/** The clicks of people who answered a form, by the hashes of their addresses and numbers: later the platform knows them again. */
export function clicksOfLeads(store: Store, customer: string): ReadonlyMap<string, Click> {
  return store.remembered(`clicks of leads ${customer}`, () => new Map(hashedLeads(store, customer)));
}

function* hashedLeads(store: Store, customer: string): Generator<[string, Click]> {
  for (const { doc } of store.all(customer, 'lead_form_submission_data')) {
    const click = clickOf(String(doc.gclid));
    for (const { field_type: type, field_value: value } of doc.lead_form_submission_fields as Doc[])
      if (click && (type === 'EMAIL' || type === 'PHONE_NUMBER'))
        yield [createHash('sha256').update(String(value).toLowerCase()).digest('hex'), click];
  }
}

/** From then on a form that is linked to a campaign gets leads. */
export function beginLeads(store: Store, customer: string, campaign: string, asset: string, at: number): void {
  store.prepare('INSERT OR REPLACE INTO search_counters VALUES (?, ?)').run(markOf(customer, campaign, asset), at);
}

function markOf(customer: string, campaign: string, asset: string): string {
  return `leads ${customer} ${campaign} ${asset}`;
}

function runningForms(store: Store): RunningForm[] {
  const customers = store.prepare("SELECT customer, doc FROM search_entities WHERE kind = 'customer'").all();
  return customers.flatMap((row) => {
    const customer = String(row.customer);
    const timeZone = String((JSON.parse(String(row.doc)) as Doc).time_zone);
    return [...store.all(customer, 'campaign_asset')].flatMap(({ doc }) => {
      if (doc.field_type !== 'LEAD_FORM' || doc.status !== 'ENABLED') return [];
      const campaign = store.find(customer, 'campaign', lastOf(doc.campaign));
      const asset = store.find(customer, 'asset', lastOf(doc.asset));
      if (!asset || campaign?.doc.status !== 'ENABLED') return [];
      return [{ customer, timeZone, campaign, asset }];
    });
  });
}

function lastOf(name: unknown): string {
  return String(name).split('/').at(-1)!;
}

function newLeads(world: World, form: RunningForm): NewLead[] {
  const store = storeOf(world);
  const { customer, campaign, asset } = form;
  const mark = markOf(customer, campaign.key, asset.key);
  const to = world.now();
  const from = Number(store.prepare('SELECT value FROM search_counters WHERE name = ?').get(mark)?.value ?? to);
  if (from <= to) beginLeads(store, customer, campaign.key, asset.key, to);
  const made: NewLead[] = [];
  for (const moment of leadMoments({ from, to, perDay: PER_DAY }, customer, campaign.key, asset.key)) {
    const doc = leadAt(store, form, moment);
    if (!doc || store.find(customer, 'lead_form_submission_data', String(doc.id))) continue;
    const key = String(doc.id);
    store.insert({ customer, kind: 'lead_form_submission_data', key, parent: asset.key, delivery: [], doc });
    made.push({ ...form, doc });
  }
  return made;
}

function leadAt(store: Store, { customer, timeZone, campaign, asset }: RunningForm, moment: number): Doc | undefined {
  const { day } = localTime(moment, timeZone);
  const groups = store.children(customer, 'ad_group', campaign.key).filter(({ delivery }) => spanOn(delivery, day));
  if (groups.length === 0) return undefined;
  const words = [asset.key, moment] as const;
  const group = pick(groups, 'group', ...words);
  const ads = store.children(customer, 'ad_group_ad', group.key);
  const id = createHash('sha256')
    .update(`${customer} ${campaign.key} ${words.join(' ')}`)
    .digest('base64url')
    .slice(0, 28);
  return {
    resource_name: `customers/${customer}/leadFormSubmissionData/${id}`,
    id,
    asset: asset.doc.resource_name,
    campaign: campaign.doc.resource_name,
    ad_group: group.doc.resource_name,
    ...(ads.length > 0 && { ad_group_ad: pick(ads, 'ad', ...words).doc.resource_name }),
    gclid: gclidOf({ customer, unit: group.key, day }, textHash(id)),
    submission_date_time: zonedText(moment, timeZone),
    ...answersTo(asset, words),
    [CAME_AT]: moment,
  };
}

function answersTo({ doc }: Entity, words: readonly (string | number)[]): Doc {
  const form = doc.lead_form_asset as Doc;
  const listIn = (field: string) => (Array.isArray(form[field]) ? form[field] : []) as Doc[];
  const choicesOf = ({ single_choice_answers: choice }: Doc) => (choice as { answers?: string[] } | undefined)?.answers;
  const answer = (asked: Doc, field: LeadField, ...more: string[]) => {
    const choices = choicesOf(asked);
    return leadAnswer({ field, ...(choices && { choices }) }, ...words, ...more);
  };
  return {
    lead_form_submission_fields: listIn('fields').map((asked) => ({
      field_type: asked.input_type,
      field_value: answer(asked, FIELDS[String(asked.input_type)] ?? 'text'),
    })),
    custom_lead_form_submission_fields: listIn('custom_question_fields').map((asked) => ({
      question_text: asked.custom_question_text,
      field_value: answer(asked, 'text', String(asked.custom_question_text)),
    })),
  };
}

/** `2026-11-14 09:00:00+01:00` */
function zonedText(moment: number, timeZone: string): string {
  const { text } = localTime(moment, timeZone);
  const offset = Math.round((Date.parse(`${text.replace(' ', 'T')}Z`) - moment) / 60_000);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return `${text}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

function forgetOld(world: World, store: Store): void {
  store
    .prepare(`DELETE FROM search_entities WHERE kind = 'lead_form_submission_data' AND doc ->> '$.${CAME_AT}' < ?`)
    .run(world.now() - (KEPT_DAYS + 1) * DAY_MS);
}

/** To the address that the form names, with its answers and the text that was agreed on. */
function push(world: World, { asset, campaign, doc }: NewLead): void {
  const [method] = ((asset.doc.lead_form_asset as Doc).delivery_methods ?? []) as Doc[];
  const { advertiser_webhook_url: url, google_secret: key } = (method?.webhook ?? {}) as Doc;
  if (typeof url !== 'string') return;
  const body = JSON.stringify(pushBody(asset, campaign, doc, String(key ?? '')));
  const once = () => world.push({ url, headers: { 'content-type': 'application/json' }, body });
  void once().then(() => (unit('twice', String(doc.id)) < TWICE ? once() : undefined));
}

function pushBody(asset: Entity, campaign: Entity, doc: Doc, key: string): object {
  const fields = (doc.lead_form_submission_fields ?? []) as Doc[];
  const questions = (doc.custom_lead_form_submission_fields ?? []) as Doc[];
  return {
    lead_id: doc.id,
    user_column_data: [
      ...fields.map(({ field_type, field_value }) => ({ string_value: field_value, column_id: field_type })),
      ...questions.map(({ question_text, field_value }) => ({
        column_name: question_text,
        string_value: field_value,
        column_id: String(question_text).toLowerCase().replace(/\W+/g, '_'),
      })),
    ],
    api_version: '1.0',
    form_id: Number(asset.key),
    campaign_id: Number(campaign.key),
    google_key: key,
    is_test: false,
    gcl_id: doc.gclid,
    adgroup_id: Number(lastOf(doc.ad_group)),
    creative_id: Number(String(doc.ad_group_ad ?? '').split('~')[1] ?? 0),
  };
}
