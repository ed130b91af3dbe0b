import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { Failure, type FailureDetails } from '../errors.ts';
import type { Channel } from '../tools/channel.ts';
import { type Bed, pipelineBed, type TrainClient, toolOf, trains } from './pipeline.testing.ts';

let bed: Bed;
let otherId: string;
/** Acme has the account 1; another workspace of its organization has the account 2 and the train 7. */
beforeEach(async () => {
  bed = await pipelineBed();
  const { organizationId, directory, connections } = bed;
  await bed.connect({ account: '1' });
  otherId = (await directory.createWorkspace({ organizationId, name: 'Other', currency: 'EUR' })).id;
  const credentials = { access_token: 'another-secret' };
  await connections.put({
    workspaceId: otherId,
    channel: 'trains',
    mode: 'live',
    options: {},
    credentials,
    account: '2',
  });
  directory.refresh();
});
afterEach(() => bed.discard());

const url = 'https://trains.example/trains';
const holding = {
  ...trains,
  async holds({ session }: TrainClient, id: string) {
    await session.ask({ method: 'GET', url }, z.unknown());
    return id === '7' && session.workspaceId === otherId;
  },
} as unknown as Channel;

/** What a call is told that failed with these details, by a key of the whole organization or else of its workspace. */
async function told(args: object, more: Partial<FailureDetails> = {}, { wide = true, sends = false } = {}) {
  const tool = toolOf(holding, {
    name: 'move_train',
    access: 'write',
    input: z.strictObject({ train_id: z.string().optional() }),
    run: (async (_: unknown, { client }: { client: TrainClient }) => {
      if (sends) await client.session.change({ method: 'POST', url }, z.unknown());
      throw new Failure({ code: 'not_found', message: 'No such train.', nextStep: 'Look.', ...more });
    }) as never,
  });
  const principal = { ...bed.principal, organizationWide: wide };
  return bed.errorOf(tool, args, { principal });
}
const ELSEWHERE = {
  message: 'No such train. It belongs to the workspace "Other".',
  next_step: 'Nothing was changed. Call again with workspaceId "Other".',
};

test.each([
  ['an account', { line_id: '2' }],
  ['an object', { train_id: '7' }],
])('a key of the whole organization is told whose %s is', async (_, args) => {
  expect(await told(args)).toMatchObject(ELSEWHERE);
});

test.each<[string, Parameters<typeof told>]>([
  ['a key of one workspace', [{ line_id: '2' }, {}, { wide: false }]],
  ['one who asks for what is nowhere', [{ train_id: '8' }]],
  ['one whose call failed for another reason', [{ line_id: '2' }, { code: 'conflict' }]],
  ['one whose change may have been made', [{ line_id: '2' }, { outcome: 'unknown' }]],
])('%s is told nothing of other workspaces', async (_, given) => {
  expect(await told(...given)).toMatchObject({ message: 'No such train.', next_step: 'Look.' });
});

test('once a change has left, nobody else is asked', async () => {
  expect(await told({ train_id: '7' }, {}, { sends: true })).toMatchObject({ message: 'No such train.' });
  expect(bed.sent).toHaveLength(1);
});
