import { expect, test } from 'vitest';
import { realAmbient } from '../../ambient.ts';
import { seedWorkspace, temporaryStore } from '../../store/store.testing.ts';
import { storedStops } from '../../store/stored-stops.ts';
import type { Context } from '../context.ts';
import { stops } from './stops.ts';

test('a look at what is delivering costs points like any read: without points nothing is read', async () => {
  const person = { id: 'per_1', roleIn: () => 'viewer' };
  const taken: unknown[] = [];
  const limiter = {
    take: async (...asked: unknown[]) => {
      taken.push(asked);
      return { allowed: false, limit: 300, retryAfterS: 7 };
    },
  };
  const workspace = { id: 'ws_1', connections: [] };
  const parts = { limiter, people: { workspacesOf: async () => [{ record: workspace, role: 'viewer' }] } };
  const home = { directory: { workspace: async () => workspace, find: async () => workspace } };
  const context = { parts: { ...parts, home }, person } as unknown as Context;
  await expect(stops.createCaller(context).delivering({ workspaceId: 'ws_1' })).rejects.toThrow('Wait 7 seconds');
  expect(taken).toEqual([['per_1', 1]]);
});

test('what was paused after the call had answered is no longer told as still on, account by account', async () => {
  const store = await temporaryStore();
  try {
    const { workspaceId } = await seedWorkspace(store, 'Acme');
    const stopped = storedStops(store, realAmbient, { workspaceId, by: 'Kim' });
    const { id } = await stopped.open(undefined);
    const object = (one: string, account: string) => ({
      channel: 'search',
      account,
      id: one,
      level: 'campaign',
      name: one,
      before: 'ENABLED',
    });
    await stopped.add(id, [object('1', '1'), object('2', '1'), object('1', '2')]);
    await stopped.settle(id, [object('1', '1')], 'stopped');
    const because = { channel: 'search', code: 'internal', why: 'w', next_step: 'n' };
    const named = (...ids: string[]) => ids.map((one) => ({ id: one, name: one }));
    await stopped.note(id, [
      { ...because, account: '1', objects: named('1', '2') },
      { ...because, account: '1', objects: named('1') },
      { ...because, account: '2', objects: named('1') },
      { ...because, account: '3' },
      { ...because, objects: named('1', '2') },
      { ...because, channel: 'video', objects: named('1') },
    ]);
    const people = { workspacesOf: async () => [{ record: { id: workspaceId }, role: 'viewer' }] };
    const context = { parts: { people, home: { store } }, person: { id: 'per_1' } } as unknown as Context;
    const [open] = await stops.createCaller(context).open({});
    expect(open!.notStopped.map(({ account, objects }) => [account, objects?.map((one) => one.id)])).toEqual([
      ['1', ['2']],
      ['2', ['1']],
      ['3', undefined],
      [undefined, ['2']],
      [undefined, ['1']],
    ]);
  } finally {
    await store.discard();
  }
});
