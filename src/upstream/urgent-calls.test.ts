import { afterEach, beforeEach, expect, it } from 'vitest';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { byStatus } from './by-status.testing.ts';
import { FairShares } from './fair-share.ts';
import type { Bound } from './outgoing-call.ts';
import { createPacing } from './pacing.ts';
import { answer, cut, type ScriptedServer, startScriptedServer } from './scripted-server.testing.ts';
import { createSender, type Sender } from './sender.ts';
import type { UpstreamRequest } from './session.ts';

let platform: ScriptedServer;
let ambient: StillAmbient;
let sender: Sender;
let pacing: ReturnType<typeof createPacing>;

beforeEach(async () => {
  platform = await startScriptedServer();
  ambient = stillAmbient({ chanceByte: 0 });
  pacing = createPacing({ ambient });
  sender = createSender({ ambient, pacing, sleep: ambient.sleep, settings: { retryBudgetRatio: 0 } });
});
afterEach(async () => {
  await platform.close();
  await sender.close();
});

const never = new AbortController().signal;
const bound = (urgent: boolean): Bound => ({ signal: never, repeat: 'safe', judge: byStatus, urgent });
const send = (urgent: boolean, effect: UpstreamRequest['effect'] = 'write') =>
  sender.send('search', { method: 'POST', url: `${platform.origin}/x`, effect, account: '7' }, bound(urgent));

it('is sent although the platform asked us to stay away for hours', async () => {
  pacing.learn('search 7', { fraction: 0, waitMs: 8 * 3_600_000 });
  await expect(send(false)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(platform.received).toHaveLength(0);
  platform.play(answer(200));
  expect((await send(true)).status).toBe(200);
});

it('is not sent past a mistake in the pacing, which is no refusal', async () => {
  pacing.claim = () => Promise.reject(new TypeError('a mistake'));
  await expect(send(true)).rejects.toThrow('a mistake');
  expect(platform.received).toHaveLength(0);
});

it('is sent although the breaker is open', async () => {
  for (let faults = 0; faults < 12; faults++) {
    platform.play(cut);
    await send(false, 'read').catch(() => {});
  }
  await expect(send(false)).rejects.toMatchObject({ code: 'upstream_unavailable' });
  const before = platform.received.length;
  platform.play(answer(200));
  expect((await send(true)).status).toBe(200);
  expect(platform.received.length).toBe(before + 1);
});

it('is sent again after a fault although the budget for resendings is spent', async () => {
  for (let spent = 0; spent < 20; spent++) {
    platform.play(answer(429), answer(200));
    await send(false).catch(() => {});
  }
  platform.play(answer(429), answer(200));
  expect((await send(true)).status).toBe(200);
});

it('takes a place at once although its key holds all that it may', () => {
  const shares = new FairShares(4);
  const share = { connection: 'c', key: 'k' };
  shares.enter(share);
  expect(shares.enter(share)).toBeUndefined();
  expect(typeof shares.enterAtOnce(share)).toBe('function');
});
