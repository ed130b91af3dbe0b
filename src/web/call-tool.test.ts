import { expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { processLimiter } from '../limits/memory-limiter.ts';
import { answerTo, chargePerson } from './call-tool.ts';

test('a person has as many points again for what makes less money flow, and no more', async () => {
  const parts = { limiter: processLimiter({ points: 2, windowS: 60, ambient: stillAmbient() }) };
  const charge = (urgent?: boolean | (() => Promise<boolean>)) =>
    chargePerson(parts, { id: 'per_1' }, 1, urgent).then(
      () => 'charged',
      (error: { status: number; message: string }) => `${error.status} ${error.message.split('.')[0]}`,
    );
  const refused = '429 You have used your 2 points';
  expect([await charge(), await charge(), await charge()]).toEqual(['charged', 'charged', refused]);
  expect(await charge(async () => false)).toBe(refused);
  expect([await charge(true), await charge(async () => true), await charge(true)]).toEqual([
    ...['charged', 'charged'],
    refused,
  ]);
});

test('a tool that is not there is a mistake of ours', async () => {
  const tools = [{ name: 'get_spend_limits', channel: { name: 'workspace' } }];
  const caller = { parts: { pipeline: { tools } } } as unknown as Parameters<typeof answerTo>[0];
  for (const [channel, name] of [
    ['social', 'get_spend_limits'],
    ['workspace', 'none'],
  ] as const)
    await expect(answerTo(caller, channel, name, {})).rejects.toThrow(`there is no tool ${name} of ${channel}`);
});
