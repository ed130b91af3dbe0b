import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { Audit } from '../audit/audit.ts';
import { Connections } from '../auth/connections.ts';
import { type ConnectionView, Directory } from '../auth/directory.ts';
import type { Principal } from '../auth/key-records.ts';
import { LeadAddresses } from '../auth/lead-addresses.ts';
import { Idempotency } from '../idempotency/idempotency.ts';
import { StoredJobs } from '../jobs/stored-jobs.ts';
import { ReplyCache } from '../memory/reply-cache.ts';
import { Plans } from '../plans/plans.ts';
import { Policies } from '../plans/policies.ts';
import { StoredMediaPlans } from '../plans/stored-media-plans.ts';
import { spreadsheetsIn } from '../sheets/file-spreadsheets.ts';
import { SpendLimits } from '../spend-limits/spend-limits.ts';
import { type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { StoredLeads } from '../store/stored-leads.ts';
import type { Channel } from '../tools/channel.ts';
import { defineTool, type Tool, type ToolSpec } from '../tools/define-tool.ts';
import type { Sender } from '../upstream/sender.ts';
import type { PlatformSession, UpstreamRequest } from '../upstream/session.ts';
import { personMarks } from '../vault/person-marks.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { signedText } from '../vault/signed-text.ts';
import { Vault } from '../vault/vault.ts';
import { Admission } from './admission.ts';
import type { Call, Pipeline, ToolEvent, ToolReply } from './call.ts';
import { historyDesk } from './history-desk.ts';
import { ObjectTurns } from './object-turns.ts';
import { planDesk } from './plan-desk.ts';
import { runTool } from './run-tool.ts';

/** Numbers with or without `act_` before them. */
const AccountId = z
  .string()
  .regex(/^(act_)?\d+$/, 'must be digits')
  .transform((id) => id.replace('act_', ''));

/** The client of the channel below: its session, and what `connect` was given besides. */
export interface TrainClient {
  session: PlatformSession;
  shared: Record<string, unknown>;
}

/** A channel with everything a channel can have, and no platform behind it but what a test says. */
export const trains: Channel<TrainClient> = {
  name: 'trains',
  title: 'Trains',
  instructions: 'Runs trains.',
  hosts: { api: 'https://trains.example' },
  needsConnection: true,
  account: {
    argument: 'line_id',
    schema: AccountId,
    choices: async () => [{ id: '1', name: 'North' }, { id: '2' }],
  },
  sharedInput: { region: z.string().optional() },
  dialect: {
    errors: {} as NonNullable<Channel['dialect']>['errors'],
    authorize: (request) => request,
    complaint: () => undefined,
  },
  connect: (session, shared) => ({ session, shared }),
};

/** One where nothing has to be connected. */
export const yard: Channel<undefined> = {
  name: 'yard',
  title: 'Yard',
  instructions: 'Keeps the yard.',
  hosts: {},
  needsConnection: false,
  connect: () => undefined,
};

// biome-ignore lint/suspicious/noExplicitAny: a test's tool takes and returns whatever the test is about
type Spec = Partial<ToolSpec<any, z.ZodObject, z.ZodObject>>;

/** A tool that says what is special about it and nothing else. */
export function toolOf(channel: Channel, spec: Spec = {}): Tool {
  const whole: ToolSpec<unknown, z.ZodObject, z.ZodObject> = {
    name: 'see_train',
    title: 'See a train',
    description: 'Shows one train.',
    toolset: 'daily',
    access: 'read',
    repeat: 'safe',
    input: z.strictObject({ name: z.string().optional() }),
    output: z.object({}),
    run: async () => ({}),
    ...spec,
  };
  return defineTool(channel, whole);
}

/** Paints a train in the colour that is asked for at each run; sends nothing where that is undefined. */
export function paintTool(colourOf: () => string | undefined): Tool {
  return toolOf(trains, {
    name: 'paint_train',
    access: 'write',
    input: z.strictObject({ name: z.string() }),
    look: () => ({ tool: 'see_train', arguments: {} }),
    async run({ name }: { name: string }, { client }: { client: TrainClient }) {
      const url = 'https://trains.example/trains';
      const colour = colourOf();
      if (colour) await client.session.change({ method: 'POST', url, json: { name, colour } }, z.unknown());
      return {};
    },
  });
}

export const PRINCIPAL: Principal = {
  kind: 'key',
  id: 'key_1',
  name: 'Morning',
  organizationId: '',
  workspaceId: '',
  organizationWide: false,
  channels: undefined,
  readOnly: false,
  ratePoints: undefined,
  workspacePoints: undefined,
};

export interface Bed {
  ambient: StillAmbient;
  store: TemporaryStore;
  addresses: LeadAddresses;
  directory: Directory;
  connections: Connections;
  pipeline: Pipeline;
  organizationId: string;
  workspaceId: string;
  principal: Principal;
  /** What the pipeline reported, and what was taken from the key's limit. */
  events: ToolEvent[];
  charged: number[];
  sent: UpstreamRequest[];
  call(more?: Partial<Call>): Call;
  run(tool: Tool, args?: unknown, more?: Partial<Call>): Promise<ToolReply>;
  /** The error a call has to end with, as its reader has it. */
  errorOf(tool: Tool, args?: unknown, more?: Partial<Call>): Promise<Record<string, unknown>>;
  connect(more?: Partial<ConnectionView>): Promise<void>;
  /** Every audit row, oldest first. */
  audited(): Promise<{ action: string; phase: string; detail: unknown }[]>;
  discard(): Promise<void>;
}

/** Desks of rooms above this one. */
function absent(): never {
  throw new TypeError('not part of this bed');
}
const ABSENT_DESKS = { monitors: absent, endpoints: absent, budgets: absent, schedules: absent, mediaPlans: absent };
const ROOMS_AROUND = {
  notices: { put: async () => {} },
  desks: { plans: planDesk, history: historyDesk, ...ABSENT_DESKS },
  launching: { begin: absent, progress: absent, replan: absent, callsToUndo: absent },
  runsJobs: true,
  runTool,
};

/** The pipeline with a real store, directory, audit log and idempotency, in this process and without HTTP. */
export async function pipelineBed(): Promise<Bed> {
  const ambient = stillAmbient();
  const store = await temporaryStore();
  const secrets = deriveSecrets(randomBytes(32));
  const vault = new Vault(store, secrets, ambient);
  const audit = new Audit(store, secrets, ambient);
  const directory = new Directory(store, ambient);
  const connections = new Connections(store, vault, ambient);
  const { id: organizationId } = await directory.createOrganization('Acme');
  const { id: workspaceId } = await directory.createWorkspace({ organizationId, name: 'Acme', currency: 'USD' });
  const principal = { ...PRINCIPAL, organizationId, workspaceId };
  const [events, charged, sent]: [ToolEvent[], number[], UpstreamRequest[]] = [[], [], []];
  const pipeline: Pipeline = {
    ambient,
    store,
    admission: new Admission(directory),
    tools: [],
    audit,
    ...booksOf(store, vault, audit, ambient),
    approvalUrl: (planId) => `https://adhelm.example/approvals/${planId}`,
    requester: async () => principal,
    leads: new StoredLeads(store, vault, personMarks(secrets), ambient, 90),
    historyDays: 400,
    ...ROOMS_AROUND,
    turns: new ObjectTurns(store),
    sessions: {
      sender: recordingSender(sent),
      connections,
      sandboxOrigins: () => ({ trains: 'http://sandbox' }),
      spreadsheetsOf: (id) => spreadsheetsIn(`/files/${id}`),
      now: ambient.now,
    },
    signed: signedText(secrets.cursorKey),
    reports: {
      memory: new ReplyCache({ bytesMax: 1_000_000, lifeMs: 60_000, now: ambient.now }),
      channelDeadlineMs: 20_000,
      stopDeadlineMs: 5_000,
    },
    callDeadlineMs: 30_000,
    checkOutput: true,
    onEvent: (event) => events.push(event),
  };
  const call = callOf(principal, charged);
  return {
    ...{ ambient, store, directory, connections, pipeline, organizationId, workspaceId, principal },
    addresses: new LeadAddresses(store, vault, secrets, audit, ambient),
    ...{ events, charged, sent, call },
    ...callsOf(pipeline, call),
    connect: connecter(connections, directory, workspaceId),
    async audited() {
      const rows = await audit.list({ limit: 100 });
      return rows.reverse().map(({ action, phase, detail }) => ({ action, phase, detail }));
    },
    discard: () => store.discard(),
  };
}

/** What the store holds beside people and connections. */
function booksOf(store: TemporaryStore, vault: Vault, audit: Audit, ambient: StillAmbient) {
  return {
    idempotency: new Idempotency(store, vault, ambient, 'run_1'),
    plans: new Plans(store, vault, audit, ambient, 'run_1'),
    mediaPlans: new StoredMediaPlans(store, vault, ambient),
    policies: new Policies(store, audit, ambient),
    spendLimits: new SpendLimits(store, audit, ambient),
    jobs: new StoredJobs(store, ambient, 'run_1'),
  };
}

function callOf(principal: Principal, charged: number[]): Bed['call'] {
  return (more) => ({
    principal,
    requestId: 'req_1',
    readOnly: false,
    gone: () => new AbortController().signal,
    room: { bytes: 10_000, as: 'text' },
    charge: async (points) => void charged.push(points),
    ...more,
  });
}

function callsOf(pipeline: Pipeline, call: Bed['call']): Pick<Bed, 'run' | 'errorOf'> {
  const run: Bed['run'] = (tool, args = {}, more) => runTool(pipeline, tool, args, call(more));
  return {
    run,
    async errorOf(tool, args, more) {
      const { json, isError } = await run(tool, args, more);
      if (!isError) throw new Error(`no error: ${json}`);
      return JSON.parse(json).error;
    },
  };
}

function connecter(connections: Connections, directory: Directory, workspaceId: string): Bed['connect'] {
  return async ({ mode = 'live', account, accounts, options = {} } = {}) => {
    await connections.put({
      workspaceId,
      channel: 'trains',
      mode,
      options,
      credentials: { access_token: 'a-secret-token' },
      ...(account !== undefined && { account }),
      ...(accounts && { accounts }),
    });
    directory.refresh();
  };
}

/** Answers everything with an empty object. */
function recordingSender(sent: UpstreamRequest[]): Sender {
  const answer = Buffer.from('{}');
  return {
    async send(_, request, { judge }) {
      sent.push(request);
      const reply = { status: 200, headers: {}, body: answer };
      return Object.assign(reply, { judgement: await judge(reply) });
    },
    async stream(_, request) {
      sent.push(request);
      return { status: 200, headers: {}, body: (async function* () {})() };
    },
    close: async () => {},
  };
}
