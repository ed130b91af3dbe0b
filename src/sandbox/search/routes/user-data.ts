import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '../../../ambient.ts';
import type { World } from '../../emulator.ts';
import { adsError } from '../errors.ts';
import { localTime } from '../metrics/calendar.ts';
import { Session } from '../mutate/session.ts';
import { spend } from '../rules/quota.ts';
import { JOB_ENDS, sizesOf } from '../rules/user-lists.ts';
import type { Doc, Entity } from '../state.ts';
import { readBody } from './body.ts';
import { checkMayWrite } from './mutate.ts';
import { type CustomerCall, customerRoute } from './wire.ts';

const IDENTIFIERS_MAX = 100_000;
const PER_OPERATION_MAX = 20;
const JOB_MS = 20 * MINUTE_MS;
/** The share of uploaded people that the platform matches. */
const MATCHED = 0.6;

/** Customer lists are filled by jobs: made, given people in pieces, and run. */
export function mountUserData(app: FastifyInstance, world: World): void {
  const jobs = '/customers/:customerId/offlineUserDataJobs';
  customerRoute(app, world, { method: 'POST', path: `${jobs}::create` }, createJob);
  customerRoute(app, world, { method: 'POST', path: `${jobs}/:job(^\\d+)::addOperations` }, addOperations);
  customerRoute(app, world, { method: 'POST', path: `${jobs}/:job(^\\d+)::run` }, runJob);
}

function createJob(call: CustomerCall): unknown {
  const body = readBody(call.request, 'services.CreateOfflineUserDataJobRequest');
  const session = opened(call);
  const job = (body.job ?? {}) as Doc;
  if (job.type !== 'CUSTOMER_MATCH_USER_LIST')
    throw adsError('fieldError.INVALID_VALUE', 'Jobs of this type cannot be created here.', { path: 'job.type' });
  const metadata = (job.customer_match_user_list_metadata ?? {}) as Doc;
  const list = session.byName(metadata.user_list, 'user_list');
  const path = 'job.customer_match_user_list_metadata.user_list';
  if (!list) throw adsError('offlineUserDataJobError.INVALID_USER_LIST_ID', 'There is no such user list.', { path });
  if (list.doc.type !== 'CRM_BASED')
    throw adsError('offlineUserDataJobError.INVALID_USER_LIST_TYPE', 'It is no list of customers.', { path });
  if (body.validate_only === true) return {};
  return call.world.change((record) => {
    const id = session.store.nextId();
    const resource_name = session.name('offlineUserDataJobs', String(id));
    session.store.insert({
      ...{ customer: call.account.id, kind: 'offline_user_data_job', key: String(id), parent: null, delivery: [] },
      doc: { ...job, resource_name, id, status: 'PENDING', operations: [] },
    });
    record({ kind: 'create', resource: 'offline_user_data_job', id: String(id), account: call.account.id });
    return { resourceName: resource_name };
  });
}

function addOperations(call: CustomerCall): unknown {
  const body = readBody(call.request, 'services.AddOfflineUserDataJobOperationsRequest');
  const session = opened(call);
  const job = pendingJob(call, session);
  const operations = (Array.isArray(body.operations) ? body.operations : []) as Doc[];
  checkPeople(operations);
  spend(call, operations.length);
  if (body.validate_only === true) return {};
  return call.world.change(() => {
    session.store.save({
      ...job,
      doc: { ...job.doc, operations: [...(job.doc.operations as Doc[]), ...operations] },
    });
    return {};
  });
}

function checkPeople(operations: readonly Doc[]): void {
  if (operations.length === 0)
    throw adsError('requestError.REQUIRED_FIELD_MISSING', 'There are no operations.', { path: 'operations' });
  let count = 0;
  for (const [at, operation] of operations.entries()) {
    if (operation.remove_all === true) continue;
    const identifiers = identifiersOf(operation);
    const path = `operations[${at}]`;
    if (identifiers.length === 0)
      throw adsError('offlineUserDataJobError.MISSING_USER_IDENTIFIER', 'A person has identifiers.', { path });
    count += identifiers.length;
    if (identifiers.length > PER_OPERATION_MAX || count > IDENTIFIERS_MAX)
      throw adsError(
        'offlineUserDataJobError.TOO_MANY_USER_IDENTIFIERS',
        `At most ${IDENTIFIERS_MAX} identifiers in a request and ${PER_OPERATION_MAX} in an operation.`,
        { path },
      );
    if (identifiers.some((value) => !/^[0-9a-f]{64}$/.test(value)))
      throw adsError('offlineUserDataJobError.INVALID_SHA256_FORMAT', 'It is no SHA-256 in hexadecimal.', { path });
  }
}

function identifiersOf({ create, remove }: Doc): string[] {
  const people = ((create ?? remove ?? {}) as Doc).user_identifiers;
  return ((people ?? []) as Doc[]).flatMap(({ hashed_email: email, hashed_phone_number: phone }) =>
    [email, phone].filter((value) => value !== undefined).map(String),
  );
}

/** Members count at once; only the job's status shows RUNNING for a while. */
function runJob(call: CustomerCall): unknown {
  readBody(call.request, 'services.RunOfflineUserDataJobRequest');
  const session = opened(call);
  const job = pendingJob(call, session);
  const { store, account } = session;
  const list = session.byName((job.doc.customer_match_user_list_metadata as Doc).user_list, 'user_list');
  if (!list) throw adsError('offlineUserDataJobError.INVALID_USER_LIST_ID', 'There is no such user list.');
  return call.world.change((record) => {
    const held = store.find(account.id, 'user_list_members', list.key);
    const members = new Set((held?.doc.members ?? []) as string[]);
    for (const operation of job.doc.operations as Doc[]) {
      if (operation.remove_all === true) members.clear();
      const [person] = identifiersOf(operation);
      if (person !== undefined) members[operation.create ? 'add' : 'delete'](person);
    }
    const doc: Doc = { members: [...members] };
    if (held) store.save({ ...held, doc });
    else
      store.insert({
        ...{ customer: account.id, kind: 'user_list_members', key: list.key, parent: list.key, delivery: [] },
        doc,
      });
    store.save({ ...list, doc: { ...list.doc, ...sizesOf(Math.round(members.size * MATCHED)) } });
    const ends = localTime(call.world.now() + JOB_MS, account.timeZone).text;
    store.save({ ...job, doc: { ...job.doc, operations: [], [JOB_ENDS]: ends } });
    record({ kind: 'update', resource: 'user_list', id: list.key, account: account.id, detail: 'members' });
    return { name: session.name('operations', `offlineUserDataJob-${job.key}`), done: false };
  });
}

function opened(call: CustomerCall): Session {
  checkMayWrite(call, [{ kind: 'offline_user_data_job' }]);
  return new Session(call.world, call.account, call.caller.email);
}

function pendingJob(call: CustomerCall, { store, account }: Session): Entity {
  const { job: key } = call.request.params as { job: string };
  const job = store.find(account.id, 'offline_user_data_job', key);
  if (!job) throw adsError('mutateError.RESOURCE_NOT_FOUND', 'Resource was not found.', { path: 'resource_name' });
  if (job.doc[JOB_ENDS] !== undefined)
    throw adsError('offlineUserDataJobError.JOB_ALREADY_STARTED', 'The job was already started.');
  return job;
}
