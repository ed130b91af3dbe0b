import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { connect as tcpConnect } from 'node:net';
import { stillAmbient } from '../ambient.testing.ts';
import { Audit } from '../audit/audit.ts';
import type { DueJob, JobKind } from '../jobs/jobs.ts';
import { StoredJobs } from '../jobs/stored-jobs.ts';
import { seedWorkspace, temporaryStore } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import type { PostingNetwork } from '../upstream/public-post.ts';
import { closeServer, listen } from '../upstream/scripted-server.testing.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Vault } from '../vault/vault.ts';
import type { NewEndpoint } from './endpoint.ts';
import type { NewEvent } from './events.ts';
import { openNotices } from './open-notices.ts';

const PUBLIC = '93.184.216.34';
export const HOOK = 'https://hooks.example.com/in?key=abcd1234';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers one request; left out of the list of requests never. */
export type Answer = (reply: ServerResponse, request: Received) => void;
export const answers =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (reply) =>
    void reply.writeHead(status, headers).end(body);

const SETTINGS = {
  smtpUrl: '',
  mailFrom: '',
  inwardReceivers: [],
  publicUrl: 'https://ads.example.com',
  host: '',
  port: 0,
};

async function startReceiver() {
  const received: Received[] = [];
  const scene = { answer: answers(204) as Answer };
  const site = createServer(async (request, reply) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const one = { path: request.url ?? '', headers: request.headers, body };
    received.push(one);
    scene.answer(reply, one);
  });
  return { received, scene, site, port: await listen(site) };
}

/** A store with a workspace, a receiver behind every public address, and time that only tests move. */
export async function noticesScene(
  settings: Partial<Record<'smtpUrl' | 'mailFrom', string>> = {},
  network: PostingNetwork = {},
) {
  const ambient = stillAmbient({ chanceByte: undefined });
  const store = await temporaryStore();
  const place = await seedWorkspace(store);
  const secrets = deriveSecrets(randomBytes(32));
  const vault = new Vault(store, secrets, ambient);
  const audit = new Audit(store, secrets, ambient);
  const jobs = new StoredJobs(store, ambient, 'run_test');
  const { received, scene, site, port } = await startReceiver();
  const internet: PostingNetwork = {
    inward: [],
    // Only tests of receivers that hang shorten it: machines under load answer late.
    deadlineMs: 60_000,
    resolve: async (host) => (host.endsWith('.example.com') ? [PUBLIC] : []),
    connect: async () => tcpConnect(port, '127.0.0.1'),
    ...network,
  };
  const opened = openNotices({
    settings: { ...SETTINGS, ...settings },
    store,
    vault,
    audit,
    jobs,
    ambient,
    network: internet,
  });
  let count = 0;
  return {
    ...opened,
    ...place,
    ambient,
    store,
    secrets,
    vault,
    audit,
    jobs,
    received,
    scene,
    network: internet,
    add: (wanted: Partial<NewEndpoint> = {}) =>
      opened.endpoints.create({ ...place, kind: 'webhook', name: 'CRM', address: HOOK, ...wanted }, 'user_1'),
    async happen(event: Partial<NewEvent> = {}): Promise<string> {
      count += 1;
      const id = event.id ?? `evt_${String(count).padStart(4, '0')}`;
      await store.transaction((tx) =>
        opened.notices.put(tx, {
          type: 'alert.firing',
          ...place,
          at: ambient.now(),
          data: { alert: id },
          words: { title: `Alert ${id}`, text: 'Spend is up.', path: '/alerts' },
          ...event,
          id,
        }),
      );
      return id;
    },
    /** Runs what is due at this moment, one after the other, as often as it asks for this moment again. */
    runDue: (kinds: readonly JobKind[] = [opened.deliveries.kind]) => runDue(store, jobs, ambient.now, kinds),
    async close() {
      await closeServer(site);
      await store.discard();
    },
  };
}

export type NoticesScene = Awaited<ReturnType<typeof noticesScene>>;

async function runDue(store: Store, jobs: StoredJobs, now: () => number, kinds: readonly JobKind[]): Promise<void> {
  const { signal } = new AbortController();
  for (let rounds = 0; rounds < 1_000; rounds++) {
    const row = await store.db
      .selectFrom('jobs')
      .selectAll()
      .where('run_at', '<=', now())
      .where(
        'kind',
        'in',
        kinds.map(({ kind }) => kind),
      )
      .orderBy('run_at')
      .limit(1)
      .executeTakeFirst();
    if (!row) return;
    const { id, kind, key, run_at: runAt, workspace_id, attempts } = row;
    const job: DueJob = { id, kind, key, runAt, workspaceId: workspace_id ?? undefined, attempts, signal, payload: {} };
    const next = await kinds.find((one) => one.kind === kind)!.run(job);
    await store.transaction(async (tx) => {
      if (next === undefined) await jobs.remove(tx, kind, key);
      else await tx.updateTable('jobs').set({ run_at: next }).where('id', '=', id).execute();
    });
  }
  throw new Error('what is due does not end');
}
