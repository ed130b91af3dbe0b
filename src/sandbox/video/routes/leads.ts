import { DAY_MS } from '../../../ambient.ts';
import { bad, Refusal } from '../errors.ts';
import { platformTime } from '../format.ts';
import { insertLead } from '../rules/arriving-leads.ts';
import { pushLeads } from '../rules/lead-pushes.ts';
import type { LeadData } from '../state/shapes.ts';
import type { Entity } from '../state.ts';
import { type LeadFile, leadFile } from './lead-files.ts';
import { type AdvertiserCall, FileAnswer, get, post, type Route } from './serve.ts';

const KEPT_MS = 90 * DAY_MS;
/** A task is made by the first call and done at the third. */
const POLLS = ['CREATED', 'RUNNING', 'SUCCEED'] as const;

/** Questions of forms, leads as files, and test leads. */
export const leadRoutes: readonly Route[] = [
  get('page/field/get', (call) => {
    const { id, data } = formOf(call);
    const page_url = `https://www.tiktok.com/instant_page/${id}`;
    const meta = { page_id: id, page_name: data.title, create_time: platformTime(data.created), page_url };
    return { fields: data.fields, meta };
  }),
  post('page/lead/task', (call) => call.world.change(() => (call.input.has('task_id') ? polled(call) : asked(call)))),
  get('page/lead/task/download', (call) => {
    const task = ownTask(call);
    if (stateOf(task) !== 'SUCCEED') throw new Refusal(40201, 'The task is not ready.');
    const { type, bytes } = fileOf(call, task);
    return new FileAnswer(bytes, type === 'zip' ? 'application/zip' : 'text/csv; charset=utf-8');
  }),
  post('page/lead/mock/create', (call) => {
    const form = formOf(call);
    if (testLeadOf(call, form)) throw bad('page_id: The page already has a test lead. Delete it first.');
    const lead = call.world.change((record) => {
      const made = insertLead(call.store, form, { at: call.now, isTest: true });
      record({ kind: 'create', resource: 'test_lead', id: made.id, account: call.advertiser.id });
      return made;
    });
    pushLeads(call.world, call.store, [lead]);
    return leadView(lead);
  }),
  get('page/lead/mock/get', (call) => {
    const lead = testLeadOf(call, formOf(call));
    return lead ? leadView(lead) : {};
  }),
  post('page/lead/mock/delete', ({ world, store, input, advertiser }) =>
    world.change((record) => {
      const lead = store.find('Lead', input.needId('lead_id'));
      if (lead?.links.advertiser !== advertiser.id || !lead.data.isTest) throw bad('lead_id: is no test lead.');
      store.remove(lead);
      record({ kind: 'delete', resource: 'test_lead', id: lead.id, account: advertiser.id });
    }),
  ),
];

function formOf({ store, input, advertiser }: Pick<AdvertiserCall, 'store' | 'input' | 'advertiser'>) {
  const id = input.needId('page_id');
  const form = store.find('InstantForm', id);
  if (form?.links.advertiser !== advertiser.id) throw bad(`page_id: the page ${id} does not exist.`);
  return form;
}

function testLeadOf({ store, advertiser }: AdvertiserCall, form: Entity<'InstantForm'>): Entity<'Lead'> | undefined {
  return store.all('Lead', { advertiser: advertiser.id }).find(({ data }) => data.isTest && data.page === form.id);
}

function leadView({ id, data }: Entity<'Lead'>) {
  const meta_data = {
    lead_id: id,
    lead_source: 'INSTANT_FORM',
    page_id: data.page,
    create_time: platformTime(data.at),
  };
  return { lead_data: data.answers, meta_data };
}

/** Leads are kept in three regions, and a task sees those of one. */
function regionOf({ headers }: AdvertiserCall): LeadData['region'] {
  const region = headers['x-lead-region'];
  if (region === undefined) return '';
  if (region === 'eu' || region === 'us') return region;
  throw bad('x-lead-region: Must be one of: eu, us.');
}

function asked(call: AdvertiserCall) {
  const { store, advertiser, now } = call;
  const data = { page: formOf(call).id, region: regionOf(call), polls: 0, created: now };
  const task = store.insert('LeadTask', { advertiser: advertiser.id }, data);
  return { task_id: task.id, status: stateOf(task) };
}

function polled(call: AdvertiserCall) {
  const task = ownTask(call);
  task.data = { ...task.data, polls: task.data.polls + 1 };
  call.store.save(task);
  const status = stateOf(task);
  if (status !== 'SUCCEED') return { task_id: task.id, status };
  const { type } = fileOf(call, task);
  return { task_id: task.id, status, file_name: `leads_${task.id}.${type}`, file_type: type };
}

function stateOf({ data }: Entity<'LeadTask'>): string {
  return POLLS[Math.min(data.polls, POLLS.length - 1)]!;
}

/** A task is known in its region only. */
function ownTask(call: AdvertiserCall): Entity<'LeadTask'> {
  const id = call.input.needId('task_id');
  const task = call.store.find('LeadTask', id);
  if (task?.links.advertiser !== call.advertiser.id || task.data.region !== regionOf(call))
    throw new Refusal(40007, `The task ${id} does not exist.`);
  return task;
}

/** Every lead of the form that the platform still keeps in the region, up to the moment the task was made. */
function fileOf({ store, advertiser, now }: AdvertiserCall, { data }: Entity<'LeadTask'>): LeadFile {
  const isWanted = ({ data: lead }: Entity<'Lead'>) =>
    lead.page === data.page &&
    lead.region === data.region &&
    !lead.isTest &&
    lead.at <= data.created &&
    lead.at > now - KEPT_MS;
  const leads = store.all('Lead', { advertiser: advertiser.id }).filter(isWanted);
  return leadFile(store, store.need('InstantForm', data.page).data.fields, leads, data.region);
}
