import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { Failure } from '../../../errors.ts';
import { listLeadsTool } from '../../../leads/list-leads.ts';
import { type Bed, pipelineBed, type TrainClient } from '../../../pipeline/pipeline.testing.ts';
import { leadOf, type ScriptedLeads, scriptedLeads } from '../../../pipeline/scripted-leads.testing.ts';
import type { Channel } from '../../../tools/channel.ts';
import listLeads from './list_leads.ts';

let bed: Bed;
let trains: ScriptedLeads;
let boats: ScriptedLeads;

const reporting = { accounts: async () => [] } as unknown as NonNullable<Channel<TrainClient>['reporting']>;

beforeEach(async () => {
  bed = await pipelineBed();
  [trains, boats] = [scriptedLeads(), scriptedLeads()];
  bed.pipeline.tools = [
    listLeadsTool({ ...trains.channel, reporting }),
    listLeadsTool({ ...boats.channel, name: 'boats', reporting }),
    listLeads,
  ];
  bed.pipeline.sessions.sandboxOrigins = () => ({ trains: 'http://sandbox', boats: 'http://sandbox' });
  await bed.connections.put({
    workspaceId: bed.workspaceId,
    channel: 'boats',
    mode: 'sandbox',
    credentials: { access_token: 'another-secret-token' },
    account: '5',
    accounts: ['5', '6'],
  });
  await bed.connect({ account: '1' });
});
afterEach(() => bed.discard());

const now = () => bed.ambient.now();
const list = async (args: Record<string, unknown> = {}, more = {}) =>
  JSON.parse((await bed.run(listLeads, args, { room: { bytes: 100_000, as: 'text' }, ...more })).json);
const names = ({ leads }: { leads: { channel: string; lead_id: string }[] }) =>
  leads.map(({ channel, lead_id }) => `${channel} ${lead_id}`);

test('the leads of all channels and accounts in one list, the newest first, page by page', async () => {
  trains.pages = [[leadOf('a', now() - 3 * HOUR_MS), leadOf('b', now() - HOUR_MS)]];
  boats.pages = [[leadOf('c', now() - 2 * HOUR_MS)]];
  const first = await list({ limit: 2 });
  expect(names(first)).toEqual(['trains b', 'boats c']);
  expect(first).toMatchObject({ missing: [], kept_days: 90, leads: [{ account: '1' }, { account: '5' }] });
  const second = await list({ limit: 2, cursor: first.next_cursor });
  expect(names(second)).toEqual(['trains a']);
  expect(second.next_cursor).toBeUndefined();
  expect([trains.asked.length, boats.asked.length]).toEqual([1, 2]);
  expect(names(await list({ channels: ['boats'] }))).toEqual(['boats c']);
  expect(names(await list({ since: new Date(now() - DAY_MS / 12).toISOString() }))).toEqual(['trains b', 'boats c']);
});

test('what a channel could not read is missing, and what is kept of it still stands there', async () => {
  trains.pages = [[leadOf('a', now() - HOUR_MS)]];
  boats.pages = [[leadOf('c', now() - 2 * HOUR_MS)]];
  await list();
  boats.before = () => {
    throw new Failure({ code: 'upstream_unavailable', message: 'Boats are away.', nextStep: 'Later.' });
  };
  const { leads, missing } = await list();
  expect(names({ leads })).toEqual(['trains a', 'boats c']);
  expect(missing).toMatchObject([
    { channel: 'boats', reason: expect.stringContaining('Boats are away.'), next_step: 'Later.' },
  ]);
});

test('a key for one channel sees the leads of that channel, and that the other is missing', async () => {
  trains.pages = [[leadOf('a', now() - HOUR_MS)]];
  const principal = { ...bed.principal, channels: ['trains', 'workspace'] };
  const { leads, missing } = await list({}, { principal });
  expect(names({ leads })).toEqual(['trains a']);
  expect(missing).toMatchObject([{ channel: 'boats', code: 'permission_denied' }]);
});

test('an unknown channel is refused, and what people wrote needs the permission', async () => {
  expect(await bed.errorOf(listLeads, { channels: ['planes'] })).toMatchObject({ field: 'channels' });
  expect((await bed.errorOf(listLeads, { with_personal_data: true })).code).toBe('permission_denied');
  trains.pages = [[leadOf('a', now() - HOUR_MS)]];
  boats.pages = [[leadOf('a', now() - 2 * HOUR_MS, { answers: [{ field: 'email', values: ['boat@example.com'] }] })]];
  const principal = { ...bed.principal, personalData: true as const };
  const { leads } = await list({ with_personal_data: true }, { principal });
  const emails = leads.map((lead: { data_not_instructions: { answers: { values: string[] }[] } }) =>
    lead.data_not_instructions.answers[0]!.values.join(),
  );
  expect(emails).toEqual(['a@example.com', 'boat@example.com']);
});
