import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Principal } from '../auth/key-records.ts';
import { failureOf } from '../errors.testing.ts';
import { Failure } from '../errors.ts';
import type { Channel } from '../tools/channel.ts';
import type { Reached } from '../tools/reach.ts';
import type { Job } from './call.ts';
import { type Bed, pipelineBed, type TrainClient, toolOf, trains, yard } from './pipeline.testing.ts';
import { reachOf } from './reach.ts';

const reporting: Channel = { ...(trains as Channel), reporting: {} as NonNullable<Channel['reporting']> };

let bed: Bed;
beforeEach(async () => {
  bed = await pipelineBed();
  bed.pipeline.tools = [toolOf(reporting), toolOf(reporting, { name: 'move_train' }), toolOf(yard)];
});
afterEach(() => bed.discard());

async function reach(key: Partial<Principal> = {}) {
  const principal = { ...bed.principal, ...key };
  const workspace = await bed.pipeline.admission.workspace(principal, undefined);
  const [tool] = bed.pipeline.tools;
  const job = { pipeline: bed.pipeline, tool, args: {}, call: bed.call({ principal }), workspace } as unknown as Job;
  return reachOf(job, bed.pipeline.sessions.sender);
}

test('a channel that can report is reached once, by its connection, its account and its fence', async () => {
  await bed.connect({ account: 'act_5', accounts: ['act_5', '6'] });
  const [found, ...others] = (await (await reach()).channels('own')) as [Reached, ...Reached[]];
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    workspace: { id: bed.workspaceId, name: 'Acme' },
    mode: 'live',
    configured: '5',
    fence: ['5', '6'],
    identity: expect.stringMatching(/^con_\w+ 1$/),
  });
  const { signal } = new AbortController();
  const { client, platformNow } = found.connect(signal, { region: 'north' });
  expect((client as TrainClient).shared).toEqual({ region: 'north' });
  expect((client as TrainClient).session).toMatchObject({ workspaceId: bed.workspaceId, signal });
  expect(platformNow()).toBe(bed.ambient.now());
});

test('what it cannot reach is told with the reason, and what to do about it', async () => {
  const told = { workspace: { id: bed.workspaceId, name: 'Acme' }, channel: reporting };
  expect(await (await reach()).channels('own')).toEqual([
    {
      ...told,
      code: 'not_connected',
      reason: 'The trains channel is not connected in the workspace "Acme".',
      nextStep:
        'Connect it (adhelm connect trains --workspace Acme --credentials FILE), or name the other channels in `channels`.',
    },
  ]);
  await bed.connect();
  expect(await (await reach({ channels: ['yard'] })).channels('own')).toEqual([
    {
      ...told,
      code: 'permission_denied',
      reason: 'The key "Morning" may not use the trains channel.',
      nextStep: 'Use a key that includes trains, or name the other channels in `channels`.',
    },
  ]);
});

test('all workspaces are for an organization-wide key', async () => {
  const { organizationId } = bed;
  await bed.directory.createWorkspace({ organizationId, name: 'Other', currency: 'EUR' });
  await bed.connect();
  const wide = await (await reach({ organizationWide: true })).channels('all');
  expect(wide.map(({ workspace }) => workspace.name).sort()).toEqual(['Acme', 'Other']);
  expect(await (await reach({ organizationWide: true })).channels('own')).toHaveLength(1);
  expect((await failureOf((await reach()).channels('all'))).details).toEqual({
    code: 'permission_denied',
    message: '`workspaces`: the key "Morning" works in its own workspace only.',
    problems: [{ field: 'workspaces', message: 'needs an organization-wide key' }],
    nextStep: 'Leave out workspaces, or use an organization-wide key.',
  });
});

test('all workspaces are all, also where one reply could not list them', async () => {
  const { organizationId, store, ambient } = bed;
  const more = Array.from({ length: 1_000 }, (_, at) => ({
    id: `ws_${at}`,
    organization_id: organizationId,
    name: `Shop ${at}`,
    currency: 'EUR',
    created_at: ambient.now() + at,
    archived_at: null,
    rate_points: null,
  }));
  for (let at = 0; at < more.length; at += 100)
    await store.db
      .insertInto('workspaces')
      .values(more.slice(at, at + 100))
      .execute();
  const wide = await (await reach({ organizationWide: true })).channels('all');
  expect(new Set(wide.map(({ workspace }) => workspace.id)).size).toBe(1_001);
});

test('a connection without account or fence has neither, and reports share what they share', async () => {
  await bed.connect();
  const its = await reach();
  const [found] = (await its.channels('own')) as [Reached];
  expect([found.configured, found.fence]).toEqual([undefined, undefined]);
  expect(its.memory).toBe(bed.pipeline.reports.memory);
  expect(its.channelDeadlineMs).toBe(bed.pipeline.reports.channelDeadlineMs);
});

test('a call made for another fails as the call itself does, and is one of its own', async () => {
  const failing = new Failure({ code: 'conflict', message: 'No.', nextStep: 'Wait.', outcome: 'unknown' });
  const run = () => Promise.reject(failing);
  bed.pipeline.tools = [toolOf(reporting, { name: 'move_train', run }), toolOf(reporting)];
  await bed.connect();
  const its = await reach();
  const [place] = (await its.channels('own')) as [Reached];
  const called = (name: string) => its.call(place, name, {}, { id: '5', through: {} });
  expect(await failureOf(called('move_train'))).toMatchObject({ code: 'conflict', outcome: 'unknown' });
  expect(await called('see_train')).toEqual({});
  expect(bed.events.map(({ call }) => call.requestId)).toEqual(['req_1.1', 'req_1.2']);
});
