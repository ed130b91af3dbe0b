import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { ConversionImports } from '../../src/web/conversion-imports.ts';
import type { Looker } from '../../src/web/looker.ts';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from './browser.ts';

let service: TestService;
let owner: Browser;
let workspaceId: string;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social', 'professional'] });
  owner = await ownerOf(service);
  workspaceId = await service.workspaceId('Acme');
});
afterAll(() => service?.close());

const HEAD = 'Order ID,Bought,E-Mail,Total';
const recently = new Date(Date.now() - 3_600_000).toISOString();
const order = (n: number) => `ord-${n},${recently},person${n}@canary.example,${n + 1}.50`;
const request = {
  map: { happened_at: 'Bought' },
  fixed: { event: 'purchase', 'value.currency': 'USD', source: 'store' },
  channels: ['social'],
};

async function uploaded(lines: readonly string[], into = workspaceId, name = 'orders.csv'): Promise<Response> {
  const body = new FormData();
  body.set('file', new Blob([lines.join('\n')]), name);
  return owner.fetch(`/api/conversion-imports?workspaceId=${into}`, { method: 'POST', body });
}

const idOf = async (reply: Response) => ((await reply.json()) as { id: string }).id;
const resultOf = async (id: string) =>
  (await owner.fetch(`/api/conversion-imports?workspaceId=${workspaceId}&id=${id}`)).text();
const folder = (id: string, of = workspaceId) => join(service.dataFolder, 'workspaces', of, 'imports', id);

test('a file goes slice by slice, each row once, and leaves no person behind', async () => {
  const { conversions } = owner.api;
  const lines = [HEAD, ...Array.from({ length: 700 }, (_, n) => order(n)), 'ord-x,17/11/26,x@canary.example,3'];
  const id = await idOf(await uploaded(lines));
  const found = await conversions.importColumns.mutate({ workspaceId, id });
  expect(found.columns).toContainEqual({ field: 'person.email', head: 'E-Mail' });
  expect(found.problems.map(({ field }) => field).sort()).toEqual(['event', 'happened_at']);
  await expect(conversions.importSend.mutate({ workspaceId, id, from: 2 })).rejects.toThrow('not clear yet');
  expect((await conversions.importColumns.mutate({ workspaceId, id, request })).problems).toEqual([]);

  const checked = await conversions.importCheck.mutate({ workspaceId, id, from: 502 });
  expect(checked).toMatchObject({ next: 703, good: 200, refused: 1, problems: [{ row: 702, eventId: 'ord-x' }] });

  // Two windows at once: the slice is sent once.
  const both = await Promise.all([1, 2].map(() => conversions.importSend.mutate({ workspaceId, id, from: 2 })));
  expect(both.map(({ next, counts }) => [next, counts])).toEqual([
    [502, { sent: 500 }],
    [502, { sent: 500 }],
  ]);
  expect((await resultOf(id)).trim().split('\r\n')).toHaveLength(501);
  expect((await conversions.imports.query({ workspaceId })).imports).toMatchObject([{ id, next: 502, rows: 701 }]);

  const stateFile = join(folder(id), 'state.json');
  const held = JSON.parse(readFileSync(stateFile, 'utf8')) as { request: unknown };
  await conversions.importColumns.mutate({ workspaceId, id, request: { ...request, fixed: { event: 'lead' } } });
  expect(JSON.parse(readFileSync(stateFile, 'utf8')), 'as the rows before were sent').toMatchObject({
    request: held.request,
  });

  const done = await conversions.importSend.mutate({ workspaceId, id, from: 502 });
  expect(done).toMatchObject({ next: 703, counts: { sent: 700, refused: 1 } });
  const result = (await resultOf(id)).trim().split('\r\n');
  expect(result).toHaveLength(702);
  expect(result[1]).toBe('2,ord-0,,sent');
  expect(result.at(-1)).toMatch(/^702,ord-x,"happened_at must be a time /);
  expect(readdirSync(folder(id)).sort()).toEqual(['result.csv', 'state.json']);
  for (const file of readdirSync(folder(id)))
    expect(readFileSync(join(folder(id), file), 'utf8')).not.toContain('canary');
  expect(service.logged()).not.toContain('canary');

  await conversions.importRemove.mutate({ workspaceId, id });
  expect(existsSync(folder(id))).toBe(false);
  expect((await conversions.counts.query({ workspaceId })).sends).toBe(700);
});

test('a slice that was sent and not written down is answered by the ledger, and stands once in the result', async () => {
  const { conversions } = owner.api;
  const id = await idOf(await uploaded([HEAD, ...Array.from({ length: 501 }, (_, n) => order(1_000 + n))]));
  await conversions.importColumns.mutate({ workspaceId, id, request });
  const stateFile = join(folder(id), 'state.json');
  const before = readFileSync(stateFile);
  expect((await conversions.importSend.mutate({ workspaceId, id, from: 2 })).counts).toEqual({ sent: 500 });
  writeFileSync(stateFile, before);
  const { counts, next } = await conversions.importSend.mutate({ workspaceId, id, from: 2 });
  expect([counts, next]).toEqual([{ already_sent: 500 }, 502]);
  expect((await resultOf(id)).trim().split('\r\n')).toHaveLength(501);
  appendFileSync(join(folder(id), 'result.csv'), '502,half a slice');
  expect(await resultOf(id), 'what is written and not settled').not.toContain('half a slice');
});

test('the result has a column for each channel, also where the first rows are all refused', async () => {
  const { conversions } = owner.api;
  const bad = Array.from({ length: 500 }, (_, n) => `bad-${n},yesterday,x@canary.example,3`);
  for (const [channels, wanted] of [
    [['social'], 'row,event_id,problem,social'],
    [undefined, 'row,event_id,problem,professional,search,social,video'],
  ] as const) {
    const id = await idOf(await uploaded([HEAD, ...bad, order(7_000 + wanted.length)]));
    await conversions.importColumns.mutate({
      workspaceId,
      id,
      request: { ...request, channels: channels && [...channels] },
    });
    expect((await conversions.importSend.mutate({ workspaceId, id, from: 2 })).counts).toEqual({ refused: 500 });
    await conversions.importSend.mutate({ workspaceId, id, from: 502 });
    const lines = (await resultOf(id)).trim().split('\r\n');
    expect([lines[0], lines.length]).toEqual([wanted, 502]);
    expect(lines.at(-1)).toContain(',,sent');
  }
});

test('changes that come while others are written are all kept in turn, and none sets back what is sent', async () => {
  const { conversions } = owner.api;
  const id = await idOf(await uploaded([HEAD, ...Array.from({ length: 3 }, (_, n) => order(5_000 + n))]));
  const changed = (zone: string) =>
    conversions.importColumns.mutate({ workspaceId, id, request: { ...request, zone } });
  const zones = ['Europe/Berlin', 'Asia/Tokyo', 'Europe/Paris', 'America/New_York', 'Europe/Madrid'];
  for (const described of await Promise.all(zones.map(changed))) expect(described.problems).toEqual([]);
  const { next } = await conversions.importSend.mutate({ workspaceId, id, from: 2 });
  expect(next).toBe(5);

  const other = await idOf(await uploaded([HEAD, ...Array.from({ length: 600 }, (_, n) => order(6_000 + n))]));
  await conversions.importColumns.mutate({ workspaceId, id: other, request });
  await Promise.all([
    conversions.importSend.mutate({ workspaceId, id: other, from: 2 }),
    ...zones.map((zone) => conversions.importColumns.mutate({ workspaceId, id: other, request: { ...request, zone } })),
  ]);
  const { imports } = await conversions.imports.query({ workspaceId });
  expect(imports.find((one) => one.id === other)).toMatchObject({ next: 502, counts: { sent: 500 } });
});

test('an import is found in its own workspace only, and goes after a week', async () => {
  const japan = await service.workspaceId('Acme Japan');
  const id = await idOf(await uploaded([HEAD, order(1)], japan));
  const { conversions } = owner.api;
  await expect(conversions.importColumns.mutate({ workspaceId, id: `../../${japan}/imports/${id}` })).rejects.toThrow(
    'no such import',
  );
  const stateFile = join(folder(id, japan), 'state.json');
  const listed = async () => (await conversions.imports.query({ workspaceId: japan })).imports.map((one) => one.id);
  const state = JSON.parse(readFileSync(stateFile, 'utf8'));
  const startedAgo = (days: number) =>
    writeFileSync(stateFile, JSON.stringify({ ...state, startedAt: Date.now() - days * 86_400_000 }));
  startedAgo(6.9);
  expect(await listed()).toEqual([id]);
  startedAgo(7.1);
  expect([await listed(), existsSync(folder(id, japan))]).toEqual([[], false]);
});

test.each(['ord\u0000ers.csv', '../../orders.csv', `${'long'.repeat(100)}.csv`])(
  'a file of any name is read: %j',
  async (name) => {
    expect((await uploaded([HEAD, order(2_000)], workspaceId, name)).status).toBe(200);
  },
);

test('a file that was cut at the limit is refused, and nothing of it is kept', async () => {
  const imports = join(service.dataFolder, 'workspaces', workspaceId, 'imports');
  const before = readdirSync(imports);
  const parts = { ambient: realAmbient, settings: { data: service.dataFolder } };
  const cut = { content: Readable.from([`${HEAD}\n${order(3_000)}`]), isCut: () => true, fileName: 'orders.csv' };
  const taken = new ConversionImports({ parts, workspace: { id: workspaceId } } as unknown as Looker).take(cut);
  await expect(taken).rejects.toThrow('larger than 256 MiB');
  expect(readdirSync(imports)).toEqual(before);
});

test('what is no table of events is refused and leaves nothing behind', async () => {
  const before = readdirSync(join(service.dataFolder, 'workspaces', workspaceId, 'imports'));
  const reply = await uploaded([HEAD]);
  expect(reply.status).toBe(400);
  expect(await reply.text()).toContain('holds no rows below a head');
  expect(readdirSync(join(service.dataFolder, 'workspaces', workspaceId, 'imports'))).toEqual(before);
  await expect(owner.api.conversions.importSend.mutate({ workspaceId, id: '../x', from: 2 })).rejects.toThrow(
    'no such import',
  );
});

test('destinations that take no events stand apart with the reason, and leads go back a week', async () => {
  const { destinations, closed } = await owner.api.conversions.destinations.query({ workspaceId });
  expect(closed.length).toBeGreaterThan(0);
  const open = new Set(destinations.map(({ id }) => id));
  for (const { id, why } of closed) expect([open.has(id), why === '']).toEqual([false, false]);
  const { leads } = await owner.api.leads.list.query({ workspaceId });
  const weekAgo = Date.now() - 7 * 86_400_000 - 3_600_000;
  expect(leads.length).toBeGreaterThan(0);
  for (const { submittedAt } of leads) expect(Date.parse(submittedAt)).toBeGreaterThan(weekAgo);
});
