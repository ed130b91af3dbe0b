import { expect, test } from 'vitest';
import type { RecordedChange } from '../../audit/recorded-changes.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import { toolOf, trains } from '../../pipeline/pipeline.testing.ts';
import type { Channel } from '../../tools/channel.ts';
import type { MonitorKind } from '../../tools/monitor-desk.ts';
import { fieldsBack } from '../../tools/undo.ts';
import { mendingCalls } from './mending-calls.ts';

const channel = {
  ...trains,
  levels: [{ argument: 'train_id', tool: 'update_train', off: 'HALTED' }],
  undo: { update_train: fieldsBack('update_train', ['id'], {}), send_train: { never: 'It has left.' } },
} as unknown as Channel;
const look = ({ id }: Record<string, unknown>) => ({ tool: 'diagnose_delivery', arguments: { train_id: id } });
const pipeline = {
  tools: [
    toolOf(channel, { name: 'update_train', access: 'write', look: look as never }),
    toolOf(channel, { name: 'send_train', access: 'write' }),
    toolOf(channel, { name: 'diagnose_delivery' }),
  ],
} as unknown as Pipeline;
const subject = { key: 'k', name: 'Express', channel: 'trains', account: '1', campaign: '7' };

let seq = 0;
const change = (more: object = {}) =>
  ({
    ...{ seq: ++seq, channel: 'trains', tool: 'update_train', outcome: 'applied', gap: undefined, rows: [], ids: {} },
    ...{ args: { id: '7', line_id: '1', idempotency_key: 'once' }, applied: { name: { from: 'a', to: 'b' } } },
    ...more,
  }) as unknown as RecordedChange;
const calls = (kind: MonitorKind, more: Partial<Parameters<typeof mendingCalls>[0]> = {}) =>
  mendingCalls({
    ...{ pipeline, kind, own: [], connected: [] },
    finding: { subject, verdict: { figures: {} } } as never,
    ...more,
  });
const tools = (...given: Parameters<typeof calls>) => calls(...given).map(({ tool }) => tool);

test('where conversions stopped, tags that are connected are looked at elsewhere, and delivery only without them', () => {
  expect(tools('conversions_stopped')).toEqual(['list_sent_conversions', 'diagnose_delivery']);
  expect(tools('conversions_stopped', { connected: ['tags'] })).toEqual(['list_sent_conversions']);
  expect(calls('conversions_stopped')[0]!.arguments).toEqual({ channel: 'trains' });
});

test('two calls at most, the way back of the newest change that has one before a pause', () => {
  const own = [change({ tool: 'send_train' }), change(), change()];
  expect(tools('conversions_stopped', { own })).toEqual(['undo_change', 'list_sent_conversions']);
  expect(calls('spend_spike', { own })).toMatchObject([
    { tool: 'undo_change', arguments: { change_id: expect.stringMatching(/\d$/) } },
    { tool: 'update_train', arguments: { line_id: '1', train_id: '7', status: 'HALTED' } },
  ]);
  expect(tools('spend_spike', { own: [change({ tool: 'send_train' })] })).toEqual(['update_train']);
});

test('a change of unknown outcome is looked at where it was made, unless its arguments were cut', () => {
  expect(calls('outcome_unknown', { unknown: change() })).toMatchObject([
    { tool: 'diagnose_delivery', arguments: { line_id: '1', train_id: '7' } },
  ]);
  expect(calls('outcome_unknown', { unknown: change() })[0]!.arguments).not.toHaveProperty('idempotency_key');
  expect(calls('outcome_unknown', { unknown: change({ args: { cut: true } }) })).toEqual([]);
  expect(calls('outcome_unknown', { unknown: change({ tool: 'send_train' }) })).toEqual([]);
});

test('nothing is proposed for what no call mends, or for an object that is no campaign', () => {
  expect(['token_expiry', 'account_problem'].map((kind) => calls(kind as MonitorKind))).toEqual([[], []]);
  const account = { subject: { ...subject, campaign: undefined }, verdict: { figures: {} } } as never;
  expect(tools('spend_spike', { finding: account })).toEqual([]);
  expect(tools('zero_delivery', { finding: account })).toEqual([]);
  const withoutTools = { tools: pipeline.tools.filter(({ name }) => name === 'send_train') } as never;
  expect(tools('spend_spike', { pipeline: withoutTools }), 'no tool switches it off').toEqual([]);
  expect(tools('zero_delivery', { pipeline: withoutTools })).toEqual([]);
  const withoutLook = { tools: pipeline.tools.filter(({ name }) => name === 'update_train') } as never;
  expect(tools('outcome_unknown', { pipeline: withoutLook, unknown: change() })).toEqual([]);
});
