import { expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import type { Principal } from '../auth/key-records.ts';
import { processLimiter } from '../limits/memory-limiter.ts';
import type { Exchange } from './exchange.ts';
import { charge } from './rate-guard.ts';

const key = { id: 'key_1', workspaceId: 'ws_1' } as Principal;

test('a key without points has as many again for calls that make less money flow, and no more', async () => {
  const limiter = processLimiter({ points: 3, windowS: 60, ambient: stillAmbient() });
  const refused: string[] = [];
  const rate = { limiter, windowS: 60, onRefused: (id: string) => void refused.push(id) };
  const allowed = (urgent: boolean) =>
    charge(rate, { principal: key } as Exchange, 1, urgent).then(
      () => true,
      () => false,
    );
  const usual = [await allowed(false), await allowed(false), await allowed(false), await allowed(false)];
  expect(usual).toEqual([true, true, true, false]);
  expect([await allowed(true), await allowed(true), await allowed(true), await allowed(true)]).toEqual([
    ...[true, true, true],
    false,
  ]);
  expect(refused).toEqual(['key_1', 'key_1']);
});
