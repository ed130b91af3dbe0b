import { expect, test } from 'vitest';
import { Failure } from '../../errors.ts';
import type { Context } from '../context.ts';
import { endpoints } from './endpoints.ts';

test('deliveries of an endpoint that another workspace has are not sent again', async () => {
  const done: string[] = [];
  const asked: unknown[] = [];
  const find = async (where: object) => {
    asked.push(where);
    throw new Failure({ code: 'not_found', message: 'There is no such endpoint.', nextStep: '' });
  };
  const deliveryLog = {
    replay: async () => void done.push('one'),
    replayFailed: async () => done.push('all'),
  };
  const workspace = { id: 'ws_1', name: 'Acme', organizationId: 'org_1' };
  const home = { endpoints: { find }, deliveryLog, directory: { workspace: async () => workspace } };
  const person = { id: 'per_1', roleIn: () => 'owner' };
  const caller = endpoints.createCaller({ parts: { home }, person } as unknown as Context);
  const of = { workspaceId: 'ws_1', id: 'ep_other' };
  await expect(caller.replay({ ...of, deliveryId: 'del_1' })).rejects.toThrow('no such endpoint');
  await expect(caller.replayFailed({ ...of, since: '2026-11-19T00:00:00.000Z' })).rejects.toThrow('no such endpoint');
  const where = { organizationId: 'org_1', workspaceId: 'ws_1', id: 'ep_other' };
  expect([done, asked]).toEqual([[], [where, where]]);
});
