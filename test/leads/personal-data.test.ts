import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../src/ambient.ts';
import { startCollector } from '../observability/collector.ts';
import { passingTime } from '../passing-time.ts';
import { type ReportingService, startReportingService } from '../reporting-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read replies as untyped JSON
type Any = any;

let collector: Awaited<ReturnType<typeof startCollector>>;
let service: ReportingService;
/** Sees what people wrote. */
let allowed: string;

beforeAll(async () => {
  collector = await startCollector();
  const { ambient, sleep } = passingTime();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  service = await startReportingService({ ambient, sleep, settings });
  const workspaceId = await service.workspaceId('Acme');
  const made = { workspaceId, name: 'CRM', personalData: true, actor: 'test' };
  allowed = (await service.home.keyRing.create(made)).key;
  await fenceToOne(workspaceId, 'social');
});
afterAll(async () => {
  await service?.close();
  await collector?.close();
});

/** Its thirty accounts share their pages: one of them is enough here. */
async function fenceToOne(workspaceId: string, channel: string) {
  const { connections, directory } = service.home;
  const { id, mode, account } = (await connections.get(workspaceId, channel))!;
  const credentials = await connections.credentials(id);
  await connections.put({ workspaceId, channel, mode, credentials, account: account!, accounts: [account!] });
  directory.refresh();
}

const addressOf = async (channel: string) => {
  const { token } = await service.home.leadAddresses.give(await service.workspaceId('Acme'), channel, 'test');
  return `${service.url}/pushes/leads/${token}`;
};
const grantOf = async (channel: string): Promise<Any> =>
  (await service.controlled('/grants'))[channel].find(({ company }: Any) => company === 'Acme');
const platform = async (channel: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
  const reply = await fetch(service.sandbox.origins[channel] + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(await reply.text());
};
const pushVideo = async (body: string) => {
  const { secret } = (await grantOf('video')).credentials;
  const headers = { 'x-open-signature': createHmac('sha256', secret).update(body).digest('hex') };
  expect((await fetch(await addressOf('video'), { method: 'POST', headers, body })).status).toBe(200);
};
const keptOf = async (channel: string) =>
  (await service.home.store.db.selectFrom('leads').select('lead_id').where('channel', '=', channel).execute()).length;

test('a platform that pushes is believed as far as "look now": its leads are read without being asked for', async () => {
  const professional = await grantOf('professional');
  const owner = { sponsoredAccount: `urn:li:sponsoredAccount:${professional.account}` };
  await platform(
    'professional',
    '/rest/leadNotifications',
    { webhook: await addressOf('professional'), owner, leadType: 'SPONSORED' },
    {
      authorization: `Bearer ${professional.credentials.access_token}`,
      'linkedin-version': '202609',
      'x-restli-protocol-version': '2.0.0',
    },
  );
  await service.control('/clock', 'PUT', { advanceMs: 5 * DAY_MS });
  await expect.poll(() => keptOf('professional')).toBeGreaterThan(0);
  const { requests } = await service.controlled('/requests');
  const pushed = requests.filter(({ pushed_to }: Any) => pushed_to);
  expect(pushed.length).toBeGreaterThan(1);
  expect(new Set(pushed.map(({ status }: Any) => status))).toEqual(new Set([200]));
});

test('what people wrote stands nowhere in clear: not in logs, traces, metrics, the store, its backup or the audit log', async () => {
  const plain = await service.ask('list_leads', { limit: 200 });
  expect(plain.missing).toEqual([]);
  expect(new Set(plain.leads.map(({ channel }: Any) => channel)).size).toBe(4);
  const { result } = await service.call(
    'workspace',
    'list_leads',
    { limit: 200, with_personal_data: true },
    { key: allowed },
  );
  const values: string[] = result.leads.flatMap(({ data_not_instructions: data }: Any) =>
    data.answers.flatMap(({ values: some }: Any) => some),
  );
  const canaries = values.filter((value) => /@example\.|^\+\d{9}|<script|HYPERLINK|Ignore all/.test(value));
  expect(canaries.length).toBeGreaterThan(20);
  expect(canaries.filter((canary) => JSON.stringify(plain).includes(canary))).toEqual([]);

  const [email = '', other = ''] = canaries.filter((value) => value.includes('@example.'));
  const phone = canaries.find((value) => value.startsWith('+'))!;
  const event = { event: 'purchase', event_id: 'order-1', happened_at: new Date(Date.now() - 60_000).toISOString() };
  const person = { email, phone };
  for (let time = 0; time < 2; time++)
    await service.call('workspace', 'send_conversion', { ...event, person, idempotency_key: 'sale-1' });
  await service.call('workspace', 'send_conversion', {
    ...event,
    event_id: 'o2',
    person: { email: `${other} ${other}` },
  });
  await service.call('workspace', 'send_conversion', { ...event, event_id: other, person });
  await service.control('/faults', 'POST', { platform: 'social', kind: 'server_error', match: 'leads', times: 50 });
  await service.call('social', 'list_leads', { with_personal_data: true }, { key: allowed });
  await service.control('/faults', 'DELETE');
  for (const body of [
    `{"entry":[{"id":1,"changes":[{"field":"email","value":"${other}"}]}]}`,
    `{"entry":[{"email":"${email}"`,
  ])
    await pushVideo(body);

  const backup = join(service.dataFolder, 'backup.sqlite');
  await service.home.backup(backup);
  const files = readdirSync(service.dataFolder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const places: Record<string, string> = {
    log: service.logged(),
    traces: collector.text(),
    metrics: await (await fetch(`${service.url}/metrics`)).text(),
    audit: JSON.stringify(await service.home.audit.list({ limit: 1_000 })),
    ...Object.fromEntries(
      files.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name)).toString('latin1')]),
    ),
  };
  expect(Object.keys(places)).toContain('backup.sqlite');
  const found = Object.entries(places).flatMap(([place, text]) =>
    canaries.filter((canary) => text.includes(canary)).map((canary) => `${place}: ${canary}`),
  );
  expect(found).toEqual([]);
  expect(places.audit).toContain('leads.read');
  // What is kept in clear would have been found.
  expect(places['backup.sqlite']).toContain('order-1');
});
