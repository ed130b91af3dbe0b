import { expect, test } from 'vitest';
import { stillAmbient } from '../../ambient.testing.ts';
import { Failure, HttpError } from '../../errors.ts';
import type { Call, Pipeline } from '../../pipeline/call.ts';
import { toolOf, trains } from '../../pipeline/pipeline.testing.ts';
import type { Channel } from '../../tools/channel.ts';
import { pauseCampaign, WILL_RETRY } from './campaign-pause.ts';
import type { Monitor } from './monitor-records.ts';

const channel = { ...trains, levels: [{ argument: 'train_id', tool: 'update_train', off: 'HALTED' }] };
const subject = { key: 'k', name: 'Express', channel: 'trains', account: '1', campaign: '7' };
const monitor = { creator: 'key_1', organizationId: 'o', workspaceId: 'ws_1', spec: { name: 'Mine' } };
const ambient = stillAmbient();

type Ending = { json?: string; failure?: Failure; thrown?: Error };
async function paused(
  ending: Ending = { json: '{}' },
  { principal = { readOnly: false, name: 'Kim' } as object | null, ...more } = {},
) {
  const calls: { tool: string; args: unknown; call: Call }[] = [];
  const pipeline = {
    ambient,
    tools: [toolOf(channel as unknown as Channel, { name: 'update_train', access: 'write' })],
    requester: async () => principal ?? undefined,
    async runTool(_: unknown, tool: { name: string }, args: unknown, call: Call) {
      calls.push({ tool: tool.name, args, call });
      if (ending.thrown) throw ending.thrown;
      return { json: ending.json ?? '', failure: ending.failure };
    },
  } as unknown as Pipeline;
  const about = { subject: { ...subject, ...more } } as Parameters<typeof pauseCampaign>[2];
  const { signal } = new AbortController();
  const { outcome, words } = await pauseCampaign(pipeline, monitor as unknown as Monitor, about, 'alert_1', signal);
  return { outcome, words, calls };
}
const failing = (more: object) => ({
  failure: new Failure({ code: 'conflict', message: 'No.', nextStep: 'Look.', ...more }),
});

test('the pause is one call with the key of its alert, and each try of it a call of its own', async () => {
  const first = await paused();
  expect(first).toMatchObject({ outcome: 'applied', words: 'Paused “Express”.' });
  expect(first.calls).toMatchObject([
    {
      tool: 'update_train',
      args: { line_id: '1', train_id: '7', status: 'HALTED', workspaceId: 'ws_1', reason: 'Monitor "Mine" (alert_1)' },
      call: { idempotencyKey: 'alert_1.pause' },
    },
  ]);
  ambient.advance(60_000);
  const [[one], [again]] = [first.calls, (await paused()).calls];
  expect(again!.call.idempotencyKey).toBe(one!.call.idempotencyKey);
  expect(again!.call.requestId).not.toBe(one!.call.requestId);
});

test.each([
  ['a key that is gone', { principal: null }, 'may no longer change anything'],
  ['a key that only reads', { principal: { readOnly: true, name: 'Kim' } }, 'Kim, who made the monitor, may only read'],
  ['what is no campaign', { campaign: undefined }, 'no campaign to pause'],
  ['a channel there is not', { channel: 'boats' }, 'no campaign to pause'],
])('nothing is sent for %s', async (_, more, words) => {
  const found = await paused({ json: '{}' }, more as object);
  expect(found).toMatchObject({ outcome: 'not_applied', words: expect.stringContaining(words), calls: [] });
});

test.each<[string, Ending, string, string]>([
  ['kept as it was', { json: '{"applied":{},"not_applied":["status"]}' }, 'not_applied', 'kept it as it was'],
  ['a lost answer', failing({ outcome: 'unknown', retryable: true }), 'unknown', 'is not known'],
  ['a platform that is busy', failing({ outcome: 'not_applied', retryable: true }), WILL_RETRY, 'tried again'],
  ['a refusal', failing({ outcome: 'not_applied' }), 'not_applied', 'Not paused: No.'],
  ['a policy that asks people', failing({ code: 'approval_required' }), 'waiting', 'asks people first'],
  ['a key without the channel', { thrown: new HttpError(403, 'FORBIDDEN', 'Not yours.') }, 'not_applied', 'Not yours'],
])('%s is told as it is', async (_, ending, outcome, words) => {
  expect(await paused(ending)).toMatchObject({ outcome, words: expect.stringContaining(words) });
});

test('a fault of ours is no answer about the pause', async () => {
  await expect(paused({ thrown: new TypeError('broken') })).rejects.toThrow('broken');
});
