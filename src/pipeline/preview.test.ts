import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Bed, pipelineBed, type TrainClient, toolOf, trains } from './pipeline.testing.ts';

let bed: Bed;
beforeAll(async () => {
  bed = await pipelineBed();
  await bed.connect({ account: '1' });
});
afterAll(() => bed.discard());

const departures = toolOf(trains as never, {
  name: 'publish_timetable',
  title: 'Publish the timetable',
  access: 'write',
  activates: true,
  async run(_: unknown, { client }: { client: TrainClient }) {
    await client.session.change({ method: 'POST', url: 'https://trains.example/publish' }, z.looseObject({}));
    return {};
  },
});

test('what reaches visitors waits for a person on a live connection, and is not said to spend', async () => {
  const error = await bed.errorOf(departures);
  expect(error).toMatchObject({
    code: 'approval_required',
    outcome: 'not_applied',
    message: expect.stringContaining('before a call may reach visitors'),
    plan: { class: 'activate', state: 'waiting' },
  });
  expect(error.plan).not.toHaveProperty('exposure');
  expect(bed.sent).toEqual([]);
});

test('where the rules forbid it, it is refused in the same words', async () => {
  const { organizationId, workspaceId } = bed;
  await bed.pipeline.policies.set({
    organizationId,
    workspaceId,
    change: { rules: { activate: 'deny' } },
    actor: 'me',
  });
  expect(await bed.errorOf(departures)).toMatchObject({
    code: 'permission_denied',
    message: expect.stringContaining('forbid calls that reach visitors'),
  });
  expect(bed.sent).toEqual([]);
});
