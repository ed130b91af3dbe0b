import { expect, test } from 'vitest';
import { Failure, type FailureDetails } from '../errors.ts';
import type { Channel } from '../tools/channel.ts';
import { withLevelAbove } from './level-above.ts';
import { toolOf, trains } from './pipeline.testing.ts';

const railway: Channel = {
  ...(trains as Channel),
  levels: [
    { argument: 'train_id', tool: 'update_train', off: 'PAUSED' },
    { argument: 'car_id', tool: 'update_car', off: 'PAUSED' },
  ],
};
const writing = (name: string) => toolOf(railway, { name, access: 'write' });
const toldOf = (args: Record<string, unknown>, more: Partial<FailureDetails> = {}, name = 'update_car') => {
  const failure = new Failure({ code: 'rate_limited', message: 'No.', nextStep: 'Wait.', ...more });
  return withLevelAbove(failure, writing(name), args).details.nextStep;
};

const OFF = { car_id: '7', status: 'PAUSED' };

test('a pause that did not pass leads to the pause of what it belongs to', () => {
  const above = 'update_train {"train_id":"…","status":"PAUSED"}';
  expect(toldOf(OFF)).toBe(`Wait. If it must stop now, switch off what it belongs to: ${above}.`);
});

test.each<[string, Parameters<typeof toldOf>]>([
  ['of wrong arguments', [OFF, { code: 'invalid_arguments' }]],
  ['of a pause that was made', [OFF, { outcome: 'applied' }]],
  ['of a call that switches something on', [{ ...OFF, status: 'ACTIVE' }]],
  ['of a call that names no status', [{ car_id: '7', budget: 5 }]],
  ['of what is no level of the channel', [{ status: 'PAUSED' }, {}, 'update_station']],
])('the failure %s says what it said', (_, given) => {
  expect(toldOf(...given)).toBe('Wait.');
});
