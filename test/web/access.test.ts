import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS, realAmbient } from '../../src/ambient.ts';
import type { Role } from '../../src/auth/members.ts';
import type { Plan } from '../../src/plans/plan.ts';
import { type Grant, readGrants } from '../../src/process/first-start.ts';
import { storedSends } from '../../src/store/stored-sends.ts';
import { api } from '../../src/web/api/router.ts';
import { FILE_ROUTES } from '../../src/web/file-routes.ts';
import { keepExample } from '../media-plans/example-media-plan.ts';
import { passingTime } from '../passing-time.ts';
import { startTestService, type TestService } from '../service.ts';
import { OAuthClient } from '../sign-in/oauth-client.ts';
import { FILES, KINDS, type Kind, PEOPLE, type PersonName, PROCEDURES } from './access-table.ts';
import { Browser, ownerOf, PASSWORD } from './browser.ts';
import { freshWorkspace, invited } from './people.ts';

interface Place {
  organizationId: string;
  workspaceId: string;
  /** May do everything there. */
  owner: Browser;
}

let service: TestService;
let grant: Grant;
let tagsGrant: Grant;
/** Nothing listens there. */
const RECEIVER = 'http://127.0.0.1:9';
const { ambient, sleep } = passingTime();
let people: Record<PersonName, Browser>;
let places: Record<Exclude<Kind, 'wide'>, Place>;
beforeAll(async () => {
  service = await startTestService({
    platforms: ['social', 'tags'],
    fewAccounts: true,
    ambient,
    sleep,
    settings: { ADHELM_INWARD_RECEIVERS: RECEIVER },
  });
  const grants = await readGrants(service.sandbox.controlOrigin);
  [grant, tagsGrant] = [grants.social![0]!, grants.tags![0]!];
  const owner = await ownerOf(service);
  const organizationId = (await owner.api.session.me.query()).organization.id;
  const acme = await service.workspaceId('Acme');
  people = { 'owner of all': owner } as Record<PersonName, Browser>;
  for (const name of PEOPLE.slice(1, -1)) {
    const [role, , where] = name.split(' ');
    const email = `${name.replaceAll(' ', '.')}@acme.example`;
    people[name] = await invited(owner, email, role as Role, where === 'Acme' ? acme : undefined);
  }
  const elsewhere = await service.home.directory.createOrganization('Elsewhere');
  const stranger = new Browser(service.url);
  const account = { name: 'S', email: 's@elsewhere.example', password: PASSWORD };
  await stranger.api.session.setUp.mutate({ link: await link('set_up', elsewhere.id), ...account });
  const [other, foreign] = [
    await freshWorkspace(service, organizationId, 'Other'),
    await freshWorkspace(service, elsewhere.id, 'Foreign'),
  ];
  places = {
    own: { organizationId, workspaceId: acme, owner },
    other: { organizationId, workspaceId: other.workspaceId, owner },
    foreign: { organizationId: elsewhere.id, workspaceId: foreign.workspaceId, owner: stranger },
  };
});
afterAll(() => service?.close());

/** Without a session, a window of its own each time. */
const browserOf = (who: PersonName) => (who === 'nobody' ? new Browser(service.url) : people[who]);

async function link(purpose: 'set_up' | 'invitation', organizationId: string, workspaceId?: string): Promise<string> {
  const { secret } = await service.home.links.create({
    purpose,
    organizationId,
    workspaceId,
    role: purpose === 'set_up' ? 'owner' : 'viewer',
    lifeMs: 3_600_000,
    actor: 'test',
  });
  return secret;
}

let count = 0;
function fresh(prefix: string): string {
  count += 1;
  return `${prefix} ${count}`;
}

/** The place an object of this kind is in; one of the organization as a whole is looked at from Acme. */
const placeOf = (kind: Kind) => places[kind === 'wide' ? 'own' : kind];
const workspaceOf = (kind: Kind) => (kind === 'wide' ? {} : { workspaceId: places[kind].workspaceId });

/** Connected to the sandbox without a fence, however the row before left it. */
async function connected(kind: Kind) {
  const { connections, directory } = service.home;
  const { workspaceId } = placeOf(kind);
  const { credentials, account = '' } = grant;
  await connections.put({ workspaceId, channel: 'social', mode: 'sandbox', credentials, account });
  directory.refresh();
  return { workspaceId, channel: 'social' };
}

/** A container of the sandbox, in a workspace that reaches it. */
async function container(kind: Kind) {
  const { connections, directory } = service.home;
  const { workspaceId } = placeOf(kind);
  const { credentials, account = '' } = tagsGrant;
  await connections.put({ workspaceId, channel: 'tags', mode: 'sandbox', credentials, account });
  directory.refresh();
  // The platform takes 15 requests a minute of one user, whichever workspace they come from.
  await sleep(MINUTE_MS, new AbortController().signal);
  return { workspaceId, container: '7001' };
}

async function key(kind: Kind): Promise<{ id: string }> {
  const { workspaceId } = placeOf(kind);
  const { id } = await service.home.keyRing.create({
    workspaceId,
    name: fresh('key'),
    organizationWide: kind === 'wide',
    actor: 'test',
  });
  return { id };
}

/** The only one of its workspace: a workspace has few. */
async function endpoint(kind: Kind): Promise<{ workspaceId: string; id: string }> {
  const { organizationId, workspaceId } = placeOf(kind);
  await service.home.store.db.deleteFrom('notice_endpoints').where('workspace_id', '=', workspaceId).execute();
  const wanted = { organizationId, workspaceId, kind: 'webhook', name: 'CRM', address: `${RECEIVER}/hook` } as const;
  const made = await service.home.endpoints.create(wanted, 'test');
  return { ...inAcme(), id: made.endpoint.id };
}

async function failedDelivery(kind: Kind): Promise<object> {
  const of = await endpoint(kind);
  const { organizationId, workspaceId } = placeOf(kind);
  const event = {
    id: fresh('event'),
    type: 'lead.received',
    at: 0,
    data: {},
    words: { title: 'A', text: '' },
  } as const;
  const place = { organizationId, workspaceId };
  await service.home.store.transaction((tx) => service.home.notices.put(tx, { ...event, ...place }));
  const { id: deliveryId } = await service.home.store.db
    .selectFrom('notice_deliveries')
    .select('id')
    .where('endpoint_id', '=', of.id)
    .executeTakeFirstOrThrow();
  return { ...of, deliveryId };
}

async function clientGrant(kind: Kind): Promise<{ id: string }> {
  const id = await service.home.grants.create({
    workspaceId: placeOf(kind).workspaceId,
    personId: 'per_another',
    client: { id: 'cli_x', name: 'Client', redirectHost: '127.0.0.1:1' },
    resource: service.url,
    channels: ['social'],
    readOnly: true,
    expiresAt: Date.now() + 3_600_000,
  });
  return { id };
}

/** A client's question to this person's browser. */
async function consent(who: PersonName): Promise<{ uid: string }> {
  const client = new OAuthClient(service.url);
  registered ??= (await client.registered()).client_id;
  return { uid: await client.asked(browserOf(who), registered) };
}
let registered: string | undefined;

async function member(kind: Kind): Promise<{ id: string }> {
  const email = `${fresh('m').replace(' ', '')}@acme.example`;
  const { organizationId } = placeOf(kind);
  const added = { organizationId, email, role: 'viewer', actor: 'test', ...workspaceOf(kind) } as const;
  return { id: (await service.home.members.add(added)).id };
}

async function invitation(kind: Kind): Promise<{ id: string }> {
  const { organizationId } = placeOf(kind);
  await link('invitation', organizationId, workspaceOf(kind).workspaceId);
  return { id: (await service.home.links.list('invitation', organizationId)).at(-1)!.id };
}

async function sheet(kind: Kind): Promise<{ id: string }> {
  const { owner, workspaceId } = placeOf(kind);
  const body = new FormData();
  body.set('file', new Blob(['a,b\n1,2\n']), 'plan.csv');
  const reply = await owner.fetch(`/api/sheets?workspaceId=${workspaceId}`, { method: 'POST', body });
  return { id: ((await reply.json()) as { id: string }).id };
}

async function keptLead(kind: Kind): Promise<string> {
  const { workspaceId } = placeOf(kind);
  await connected(kind);
  const lead = { id: fresh('lead'), form_id: '1', submitted_at: Date.now(), is_test: false, answers: [] };
  await service.home.leads.keep({ workspaceId, mode: 'sandbox' }, { channel: 'social', account: '1' }, [lead]);
  return lead.id;
}

async function conversionImport(kind: Kind): Promise<{ id: string }> {
  const { owner, workspaceId } = placeOf(kind);
  const body = new FormData();
  body.set('file', new Blob(['event,event id,time\nlead,a,yesterday\n']), 'leads.csv');
  const reply = await owner.fetch(`/api/conversion-imports?workspaceId=${workspaceId}`, { method: 'POST', body });
  return (await reply.json()) as { id: string };
}

const rowsOfImport = async (kind: Kind) => ({ ...inAcme(), ...(await conversionImport(kind)), from: 2 });

async function sentEvent(kind: Kind): Promise<string> {
  const eventId = fresh('event');
  const place = { channel: 'social', account: '1', destination: '2', isTest: false };
  const entry = { eventId, event: 'purchase', happenedAt: 1, source: 'web', state: 'skipped' } as const;
  await storedSends(service.home.store, realAmbient, placeOf(kind).workspaceId).note(place, [entry]);
  return eventId;
}

/** A change of unknown outcome. */
async function entry(kind: Kind): Promise<{ id: number }> {
  const { home } = service;
  const { workspaceId } = placeOf(kind);
  const call = { workspaceId, actor: 'test', action: 'social/update_social_campaign', callId: fresh('call') };
  await home.store.transaction(async () => {
    home.audit.append({ ...call, phase: 'intent', detail: { arguments: { campaign_id: '1' } } });
    home.audit.append({ ...call, phase: 'outcome', detail: { outcome: 'unknown' } });
  });
  const { seq } = await home.store.db
    .selectFrom('audit_log')
    .select('seq')
    .where('workspace_id', '=', workspaceId)
    .where('phase', '=', 'intent')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  return { id: seq };
}

/** A change that waits for people: of a campaign's budget, for which the workspace's policy asks an approval. */
async function plan(kind: Kind): Promise<{ id: string; hash: string }> {
  const { id, hash } = await madePlan(kind, {});
  return { id, hash };
}

interface PlanChoice {
  requester?: string | undefined;
  args?: Record<string, unknown>;
  approvalsNeeded?: number;
}

async function madePlan(kind: Kind, { requester, args, approvalsNeeded = 1 }: PlanChoice): Promise<Plan> {
  const { workspaceId, organizationId } = placeOf(kind);
  return service.home.plans.make({
    organizationId,
    workspaceId,
    channel: 'social',
    tool: 'update_social_campaign',
    class: 'raise',
    state: 'waiting',
    requester: requester ?? (await key(kind)).id,
    reason: undefined,
    facts: {
      args: args ?? { campaign_id: fresh('none') },
      account: grant.account ?? '',
      connection: undefined,
      schema: '',
      digest: '',
      request: { method: 'POST', path: '/' },
      difference: {},
      platformChecked: false,
      cannotBeUndone: [],
      policyVersion: 0,
      approvalsNeeded,
    },
  });
}

/** A spreadsheet that plans a campaign on a channel that is not connected. */
async function plannedSheet(kind: Kind) {
  const { connections, directory } = service.home;
  const { owner, workspaceId } = placeOf(kind);
  // The sandbox of this service has no spreadsheets.
  await connections.put({ workspaceId, channel: 'office', mode: 'live', credentials: {} });
  directory.refresh();
  const body = new FormData();
  body.set(
    'file',
    new Blob(['Channel,Campaign,Start,End,Budget,Currency\nSocial,A,2027-01-01,2027-01-31,1000,USD\n']),
    'plan.csv',
  );
  const reply = await owner.fetch(`/api/sheets?workspaceId=${workspaceId}`, { method: 'POST', body });
  const { id, tabs } = (await reply.json()) as { id: string; tabs: { name: string }[] };
  return { workspaceId, spreadsheet_id: id, range: tabs[0]!.name };
}

async function keptMediaPlan(kind: Kind) {
  return keepExample(service.home, { ...placeOf(kind), by: 'somebody', rows: 1, state: 'waiting' });
}

async function mediaPlan(kind: Kind): Promise<{ id: string }> {
  return { id: (await keptMediaPlan(kind)).mediaPlan.id };
}

const idOf = async (who: PersonName): Promise<string | undefined> =>
  who === 'nobody' ? undefined : (await people[who].api.session.me.query()).person.id;

/** A plan that needs two, one of whom has agreed. */
async function halfApproved(kind: Kind, who: PersonName): Promise<{ id: string }> {
  const { plans } = service.home;
  const made = await madePlan(kind, { approvalsNeeded: 2 });
  await plans.approve(made, (await idOf(who)) ?? 'somebody else');
  return { id: made.id };
}

/** A plan that was asked for in this person's name. */
async function ownPlan(kind: Kind, who: PersonName): Promise<{ id: string }> {
  const { id } = await madePlan(kind, { requester: await idOf(who) });
  return { id };
}

/** The same, lapsed, of a change that can still be made. */
async function lapsedPlan(kind: Kind, who: PersonName): Promise<{ id: string }> {
  await connected(kind);
  const { campaigns } = (await service.call('social', 'list_social_campaigns', { limit: 1 })).result;
  const args = { campaign_id: campaigns[0].id, name: fresh('Renamed') };
  const made = await madePlan(kind, { requester: await idOf(who), args });
  await service.home.plans.move(made, ['waiting'], 'expired', { actor: 'test' });
  return { id: made.id };
}

/** In the session that asks if that person may begin one there, else in the owner's. `paste` has asked the platform, `begin` has not. */
async function pending(how: 'begin' | 'paste', kind: Kind, who: PersonName) {
  const { owner, workspaceId } = placeOf(kind);
  const mayBegin = kind === 'own' && /member|approver|owner/.test(who);
  const { connections } = (mayBegin ? people[who] : owner).api;
  const { id } = await connections[mayBegin ? how : 'begin'].mutate({
    workspaceId,
    channel: 'social',
    mode: 'sandbox',
  });
  return { ...inAcme(), id };
}

/** Archived workspaces come back: the roles of four people are in Acme alone. */
async function unarchived(kind: Kind) {
  await service.home.store.db.updateTable('workspaces').set({ archived_at: null }).execute();
  service.home.directory.refresh();
  return workspaceOf(kind);
}

const inAcme = () => ({ workspaceId: places.own.workspaceId });
const account = () => ({ name: 'New', email: `${fresh('n').replace(' ', '')}@acme.example`, password: PASSWORD });
const organization = () => places.own.organizationId;

/** A valid input for each procedure that takes more than a workspace id, so that every allowed caller gets a 200. */
const INPUTS: Record<string, (kind: Kind, who: PersonName) => object | Promise<object>> = {
  'session.setUpState': async () => ({ link: await link('set_up', organization()) }),
  'session.setUp': async () => ({ link: await link('set_up', organization()), ...account() }),
  'session.invitation': async () => ({ token: await link('invitation', organization()) }),
  'session.acceptInvitation': async () => ({ token: await link('invitation', organization()), ...account() }),
  'tools.run': async (kind) => ({ ...(await connected(kind)), tool: 'list_social_campaigns', arguments: { limit: 1 } }),
  'keys.create': (kind) => ({
    workspaceId: placeOf(kind).workspaceId,
    name: fresh('key'),
    readOnly: true,
    organizationWide: kind === 'wide',
  }),
  'keys.roll': async (kind) => ({ ...(await key(kind)), overlapHours: 1 }),
  'keys.revoke': key,
  'keys.setLimit': async (kind) => ({ ...(await key(kind)), limit: 500 }),
  'keys.setPersonalData': async (kind) => ({ ...(await key(kind)), allowed: true }),
  'keys.setCustomHtml': async (kind) => ({ ...(await key(kind)), allowed: true }),
  'grants.revoke': clientGrant,
  'consent.show': (_, who) => consent(who),
  'consent.decline': (_, who) => consent(who),
  'consent.approve': async (kind, who) => ({
    ...(await consent(who)),
    ...workspaceOf(kind),
    channels: ['social'],
    readOnly: false,
    expiresInDays: 7,
  }),
  'connections.fields': () => ({ channel: 'social' }),
  'connections.begin': (kind) => ({ ...workspaceOf(kind), channel: 'social', mode: 'sandbox' }),
  'connections.pending': (kind, who) => pending('begin', kind, who),
  'connections.store': (kind, who) => pending('paste', kind, who),
  'connections.paste': (kind) => ({ ...workspaceOf(kind), channel: 'social', mode: 'sandbox' }),
  'connections.test': connected,
  'connections.chooseAccount': async (kind) => ({ ...(await connected(kind)), account: grant.account }),
  'connections.leadAddress': connected,
  'connections.disconnect': connected,
  'conversions.quality': async (kind) => ({ ...(await connected(kind)), account: grant.account }),
  'endpoints.create': async (kind) => {
    await endpoint(kind);
    return { ...workspaceOf(kind), kind: 'webhook', name: 'CRM', address: `${RECEIVER}/hook` };
  },
  'endpoints.update': async (kind) => ({ ...(await endpoint(kind)), on: false }),
  'endpoints.rotate': endpoint,
  'endpoints.remove': endpoint,
  'endpoints.test': endpoint,
  'endpoints.deliveries': endpoint,
  'endpoints.replay': failedDelivery,
  'endpoints.replayFailed': async (kind) => ({ ...(await endpoint(kind)), since: '2026-01-01T00:00:00Z' }),
  'leads.show': async (kind) => ({
    ...inAcme(),
    channel: 'social',
    leadId: await keptLead(kind),
    reason: 'calls back',
  }),
  'leads.forget': (kind) => ({ ...workspaceOf(kind), email: 'person@example.com' }),
  'conversions.importColumns': async (kind) => ({ ...inAcme(), ...(await conversionImport(kind)) }),
  'conversions.importCheck': rowsOfImport,
  'conversions.importSend': rowsOfImport,
  'conversions.importRemove': rowsOfImport,
  'conversions.event': async (kind) => ({ ...inAcme(), eventId: await sentEvent(kind) }),
  'tags.containers': container,
  'tags.accounts': container,
  'tags.container': container,
  'tags.whole': async (kind) => ({ ...(await container(kind)), kind: 'tag', id: '9' }),
  'tags.drafts': container,
  'tags.changes': async (kind) => ({ ...(await container(kind)), draft: '1' }),
  'tags.audit': container,
  'activity.checkNow': async (kind) => {
    await connected('own');
    return { ...inAcme(), ...(await entry(kind)) };
  },
  'history.sinceThen': async (kind) => ({ ...inAcme(), changeId: `chg_${(await entry(kind)).id}` }),
  'activity.settle': async (kind) => ({ ...inAcme(), ...(await entry(kind)), outcome: 'applied' }),
  'approvals.list': (kind) => ({ workspaceIds: [placeOf(kind).workspaceId], over: false }),
  'approvals.get': plan,
  'approvals.approve': plan,
  'approvals.reject': async (kind) => ({ ...(await plan(kind)), note: 'No.' }),
  'approvals.takeBack': halfApproved,
  'approvals.withdraw': ownPlan,
  'approvals.planAnew': lapsedPlan,
  'approvals.setPolicy': (kind) => ({ ...workspaceOf(kind), fourEyes: true }),
  'mediaPlans.get': mediaPlan,
  'mediaPlans.progress': mediaPlan,
  'mediaPlans.ofPlan': async (kind) => ({ id: (await keptMediaPlan(kind)).plan!.id }),
  'mediaPlans.read': plannedSheet,
  'mediaPlans.keepDefaults': (kind) => ({ ...workspaceOf(kind), defaults: { countries: ['DE'] } }),
  'limits.set': (kind) => ({
    workspaceId: placeOf(kind).workspaceId,
    of: { scope: kind === 'wide' ? 'organization' : 'workspace' },
    currency: 'USD',
    amounts: { daily: '100000', month: null },
  }),
  'rehearsal.advance': () => ({ days: 1 }),
  'rehearsal.setTime': () => ({ now: '2027-01-01T00:00:00Z' }),
  'rehearsal.freeze': () => ({ on: false }),
  'rehearsal.setFault': () => ({ platform: 'social', kind: 'latency', ms: 1 }),
  'sheets.preview': async (kind) => ({ ...inAcme(), ...(await sheet(kind)) }),
  'sheets.remove': async (kind) => ({ ...inAcme(), ...(await sheet(kind)) }),
  'members.invite': (kind) => ({ ...workspaceOf(kind), role: 'viewer' }),
  'members.withdraw': invitation,
  'members.changeRole': async (kind) => ({ ...(await member(kind)), role: 'member' }),
  'members.remove': member,
  'workspaces.create': () => ({ name: fresh('Workspace'), currency: 'USD' }),
  'workspaces.rename': (kind) => ({ ...workspaceOf(kind), name: fresh('Workspace') }),
  'workspaces.archive': unarchived,
};

const procedures = Object.entries(api._def.procedures as unknown as Record<string, { _def: { type: string } }>);

test('every procedure and every file address has a row, and every row is one of them', () => {
  expect(Object.keys(PROCEDURES).sort()).toEqual(procedures.map(([path]) => path).sort());
  expect(Object.keys(FILES).sort()).toEqual(FILE_ROUTES.map(({ method, url }) => `${method} ${url}`).sort());
});

describe('every procedure × kind of object × role', () => {
  test.each(procedures)('%s', async (path, { _def: { type } }) => {
    for (const [kind, expected = ''] of Object.entries(PROCEDURES[path]!)) {
      for (const [at, status] of expected.split(' ').entries()) {
        const who = PEOPLE[at]!;
        const object = kind === 'nothing' ? 'own' : (kind as Kind);
        const workspace = { ...workspaceOf(object), workspaceIds: [placeOf(object).workspaceId] };
        const input = await (INPUTS[path]?.(object, who) ?? workspace);
        const address = `/api/trpc/${path}`;
        const reply =
          type === 'query'
            ? await browserOf(who).fetch(`${address}?input=${encodeURIComponent(JSON.stringify(input))}`)
            : await browserOf(who).post(address, input);
        expect(reply.status, `${path} of ${kind} by ${who}: ${await reply.text()}`).toBe(Number(status));
      }
    }
  });
});

describe('every file address × workspace × role', () => {
  test.each(Object.entries(FILES))('%s', async (route, row) => {
    const [method = '', url] = route.split(' ');
    for (const kind of KINDS.filter((one) => row[one] !== undefined)) {
      for (const [at, status] of row[kind]!.split(' ').entries()) {
        const { workspaceId } = placeOf(kind);
        const body = new FormData();
        body.set('file', new Blob(['a,b\n1,2\n']), 'plan.csv');
        const made = { 'GET /api/conversion-imports': conversionImport, 'GET /api/media-plans/notes.xlsx': mediaPlan }[
          route
        ];
        const id = made ? `&id=${(await made(kind)).id}` : '';
        const address = `${url}?workspaceId=${workspaceId}&workspaceIds=${workspaceId}${id}`;
        const reply = await browserOf(PEOPLE[at]!).fetch(address, { method, ...(method === 'POST' && { body }) });
        expect(reply.status, `${route} of ${kind} by ${PEOPLE[at]}: ${await reply.text()}`).toBe(Number(status));
      }
    }
  });
});

test('a member of one workspace gets no organization-wide key by rolling one, and the old one still works', async () => {
  const { key: secret, id } = await service.home.keyRing.create({
    workspaceId: places.own.workspaceId,
    name: 'wide',
    organizationWide: true,
    actor: 'test',
  });
  const { keys } = people['owner of Acme'].api;
  await expect(keys.roll.mutate({ id, overlapHours: 0 })).rejects.toThrow('opens all its workspaces');
  await expect(keys.revoke.mutate({ id })).rejects.toThrow('opens all its workspaces');
  expect(await service.home.keyRing.authenticate(secret)).toMatchObject({ id });
});

test.each([
  { permission: 'personalData', words: 'sees personal data' },
  { permission: 'customHtml', words: 'writes custom HTML' },
] as const)(
  'a member gets no key with $permission, neither by making nor by rolling one; revoking it they may',
  async ({ permission, words }) => {
    const { workspaceId } = places.own;
    const { id } = await service.home.keyRing.create({ workspaceId, name: 'crm', [permission]: true, actor: 'test' });
    const { keys } = people['member of Acme'].api;
    const wanted = { workspaceId, name: fresh('key'), readOnly: true, [permission]: true };
    await expect(keys.create.mutate(wanted)).rejects.toThrow(words);
    await expect(keys.roll.mutate({ id, overlapHours: 0 })).rejects.toThrow(words);
    const made = await people['owner of Acme'].api.keys.create.mutate(wanted);
    expect(made.record[permission]).toBe(true);
    expect((await keys.revoke.mutate({ id })).done).toBe(true);
  },
);

test('a sheet that is read again closes what the same person had asked for, and no plan of somebody else', async () => {
  const { api, place } = { api: people['owner of all'].api, place: places.own };
  const request = await plannedSheet('own');
  const kept = (by: string, at = place) => keepExample(service.home, { ...at, by, rows: 1, state: 'waiting' });
  const me = (await idOf('owner of all'))!;
  const [mine, theirs, elsewhere] = [await kept(me), await kept('somebody'), await kept(me, places.other)];
  for (const { mediaPlan } of [mine, theirs]) await api.mediaPlans.read.mutate({ ...request, replaces: mediaPlan.id });
  const stateOf = async ({ plan }: typeof mine) => (await service.home.plans.find(plan!.workspaceId, plan!.id))?.state;
  expect([await stateOf(mine), await stateOf(theirs)]).toEqual(['withdrawn', 'waiting']);
  const foreign = api.mediaPlans.read.mutate({ ...request, replaces: elsewhere.mediaPlan.id });
  await expect(foreign).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } });
  expect(await stateOf(elsewhere)).toBe('waiting');
  const before = await service.home.mediaPlans.defaults(place.workspaceId);
  const wrong: Record<string, Record<string, unknown>>[] = [
    { social: { special_ad_categories: 'none' } },
    { radio: {} },
  ];
  for (const channels of wrong)
    await expect(
      api.mediaPlans.keepDefaults.mutate({ workspaceId: place.workspaceId, defaults: { channels } }),
    ).rejects.toThrow(/special_ad_categories|no channel radio/);
  expect(await service.home.mediaPlans.defaults(place.workspaceId)).toEqual(before);
});
