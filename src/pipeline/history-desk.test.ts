import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { changeId } from '../audit/change-ids.ts';
import { readChanges } from '../audit/recorded-changes.ts';
import type { PlanFacts } from '../plans/plan.ts';
import type { Channel } from '../tools/channel.ts';
import type { UndoRequest } from '../tools/history-desk.ts';
import { fieldsBack } from '../tools/undo.ts';
import { historyDesk } from './history-desk.ts';
import { type Bed, pipelineBed, toolOf, trains, yard } from './pipeline.testing.ts';

let bed: Bed;
/** Ids of the changes by their channel. */
const ids: Record<string, string> = {};
beforeAll(async () => {
  bed = await pipelineBed();
  await bed.connect({ mode: 'sandbox', account: '1' });
  const boats = { ...trains, name: 'boats' };
  const { connections, directory, workspaceId } = bed;
  const credentials = { access_token: 'a-secret-token' };
  await connections.put({ workspaceId, channel: 'boats', mode: 'sandbox', account: '1', options: {}, credentials });
  directory.refresh();
  Object.assign(bed.pipeline.sessions, {
    sandboxOrigins: () => ({ trains: 'http://sandbox', boats: 'http://sandbox' }),
  });
  const rename = (channel: Channel) =>
    toolOf(
      { ...channel, undo: { rename: fieldsBack('rename', ['id'], {}) } },
      {
        name: 'rename',
        access: 'write',
        input: z.strictObject({ id: z.string(), name: z.string() }),
        output: z.looseObject({}),
        run: async ({ id, name }: { id: string; name: string }) => ({
          id,
          applied: { name: { from: 'old', to: name } },
        }),
      },
    );
  bed.pipeline.tools = [rename(trains as Channel), rename(boats as Channel)];
  for (const tool of bed.pipeline.tools)
    await bed.run(tool, { id: '7', name: 'new' }, { requestId: `plan_1.${tool.channel.name}` });
  const launch = toolOf({ ...yard, name: 'workspace' } as Channel, {
    ...{ name: 'plan_from_sheet', access: 'write', output: z.looseObject({}) },
    run: async () => ({ applied: { plan: { from: null, to: 'x' } } }),
  });
  await bed.run(launch, {}, { requestId: 'plan_1' });
  const { changes } = await readChanges(bed.store.db, workspaceId, { limit: 10 });
  for (const change of changes) ids[change.channel] = changeId(change);
  bed.pipeline.launching.callsToUndo = async () => ['plan_1.trains', 'plan_1.boats'];
});
afterAll(() => bed.discard());

/** As a key for these channels sees it; all without any. */
async function deskOf(...channels: string[]) {
  const workspace = await bed.pipeline.admission.workspace(bed.principal, bed.workspaceId);
  const principal = { ...bed.principal, ...(channels.length > 0 && { channels }) };
  return historyDesk({ pipeline: bed.pipeline, call: bed.call({ principal }), workspace });
}
const shown = async (request: Partial<UndoRequest>, ...channels: string[]) => {
  const { changes } = await (await deskOf(...channels)).undo({ preview: true, ...request });
  return changes.map(({ channel }) => channel);
};
const unknown = (field: string) => ({ code: 'not_found', details: { problems: [{ field }] } });

test('of a launch a key takes back the parts of its own channels, and with none of them there is nothing to undo', async () => {
  expect(await shown({ call_id: 'plan_1' })).toEqual(['boats', 'trains']);
  expect(await shown({ call_id: 'plan_1' }, 'workspace', 'trains')).toEqual(['trains']);
  expect(await shown({ change_id: ids.workspace! }, 'workspace', 'trains')).toEqual(['trains']);
  await expect(shown({ call_id: 'plan_1' }, 'workspace', 'rails')).rejects.toMatchObject(unknown('call_id'));
});

test('a change in a channel that the key may not use is unknown to it, by its id, by its call and by its key', async () => {
  const since = new Date(0).toISOString();
  const wholly = (request: Partial<UndoRequest>) => shown(request, 'trains');
  expect(await wholly({ change_id: ids.trains! })).toEqual(['trains']);
  expect(await wholly({ since, key: 'key_1' })).toEqual(['trains']);
  await expect(wholly({ change_id: ids.boats! })).rejects.toMatchObject(unknown('change_id'));
  await expect(wholly({ change_ids: [ids.trains!, ids.boats!] })).rejects.toMatchObject(unknown('change_ids'));
  await expect(wholly({ call_id: 'plan_1.boats' })).rejects.toMatchObject(unknown('call_id'));
  await expect(wholly({ call_id: 'plan_1' })).rejects.toMatchObject(unknown('call_id'));
});

test('what names no change is said to be unknown, by what it was named by', async () => {
  const message = expect.stringContaining('call_id plan_9.');
  await expect(shown({ call_id: 'plan_9' })).rejects.toMatchObject({ message, ...unknown('call_id') });
  const since = new Date(0).toISOString();
  await expect(shown({ since, key: 'key_nobody' })).rejects.toMatchObject(unknown('key'));
  expect(await (await deskOf()).undoLessens({ change_id: 'chg_999', preview: false })).toBe(false);
});

test('a launch is looked at as one change, and its parts are listed by its plan', async () => {
  const desk = await deskOf();
  expect(await desk.look(ids.workspace!)).toMatchObject({ change_id: ids.workspace, undo: 'full', fields: [] });
  const { changes } = await desk.list({ plan: 'plan_1', limit: 10 });
  expect(changes.map(({ channel, part_of }) => [channel, part_of])).toEqual([
    ['boats', 'plan_1'],
    ['trains', 'plan_1'],
  ]);
  for (const change of changes) expect(change).not.toHaveProperty('plan');
});

test('a list shows a key for some channels its own changes, which no launch hides', async () => {
  const listed = async (...channels: string[]) =>
    (await (await deskOf(...channels)).list({ limit: 10 })).changes.map(({ channel }) => channel);
  expect(await listed()).toEqual(['workspace']);
  expect(await listed('trains')).toEqual(['trains']);
});

test.each([
  ['applied', /^It was undone at 2\S+Z\.$/],
  ['unknown', /^An undo was sent \(plan plan_\w+\), and what became of it is not known\.$/],
  ['waiting', /^The plan plan_\w+ to undo it is waiting\.$/],
] as const)('a change whose undo is %s says so', async (state, why) => {
  const { organizationId, workspaceId } = bed;
  await changedBy(`key_${state}`, 1);
  const { changes } = await readChanges(bed.store.db, workspaceId, { limit: 1 });
  const plan = await bed.pipeline.plans.make({
    ...{ organizationId, workspaceId, channel: 'trains', tool: 'rename', class: 'change', state: 'planned' },
    ...{ requester: 'key_1', reason: undefined, facts: {} as PlanFacts, undoes: [changes[0]!.seq] },
  });
  await bed.pipeline.plans.move(plan, ['planned'], state, { actor: 'key_1' });
  const listed = await (await deskOf()).list({ limit: 1 });
  expect(listed.changes).toMatchObject([{ undo: 'none', why: expect.stringMatching(why), undone: { state } }]);
});

/** As many changes by one key, from the moment that is returned on. */
async function changedBy(key: string, times: number): Promise<string> {
  bed.ambient.advance(1_000);
  const since = new Date(bed.ambient.now()).toISOString();
  const principal = { ...bed.principal, id: key };
  for (let nth = 0; nth < times; nth++)
    await bed.run(bed.pipeline.tools[0]!, { id: '7', name: `n${nth}` }, { principal, requestId: `${key}_${nth}` });
  return since;
}

test('fifty changes of a key are taken back at once, and of more a later time is asked for', async () => {
  expect(await shown({ since: await changedBy('key_50', 50), key: 'key_50' })).toHaveLength(50);
  await expect(shown({ since: await changedBy('key_51', 51), key: 'key_51' })).rejects.toMatchObject({
    code: 'invalid_arguments',
    details: { problems: [{ field: 'since', message: expect.stringContaining('more than 50 changes') }] },
  });
});

test('a key’s changes are not taken back in part where too much was recorded since', async () => {
  const since = await changedBy('key_2', 2);
  expect(await shown({ since, key: 'key_2' })).toHaveLength(2);
  const { db } = bed.store;
  const { seq, workspace_id } = await db
    .selectFrom('audit_log')
    .select(['seq', 'workspace_id'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const entry = {
    workspace_id,
    at: bed.ambient.now(),
    actor: 'key_1',
    action: 'trains/look',
    phase: 'intent' as const,
  };
  for (let made = 0; made < 10_000; made += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, nth) => ({
      ...entry,
      ...{ seq: seq + 1 + made + nth, organization_id: null, call_id: null, detail: '{}', hash: '' },
    }));
    await db.insertInto('audit_log').values(rows).execute();
  }
  await expect(shown({ since, key: 'key_2' })).rejects.toMatchObject({
    code: 'invalid_arguments',
    details: { problems: [{ field: 'since' }] },
  });
});
