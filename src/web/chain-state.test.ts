import { expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { chainState } from './chain-state.ts';
import type { WebParts } from './web-parts.ts';

function auditLog() {
  const ambient = stillAmbient();
  const log = { walks: 0, fails: false };
  const verifyAside = async () => {
    log.walks += 1;
    if (log.fails) throw new Error('the store is away');
    return { verdict: { ok: true, entries: log.walks, openIntents: 0 }, since: undefined, newestHash: undefined };
  };
  return { ambient, log, parts: { ambient, home: { verifyAside } } as unknown as WebParts };
}

test('the chain is walked again after five minutes, or after a second where a person asks for it', async () => {
  const { ambient, log, parts } = auditLog();
  const entries = async (again = false) => (await chainState(parts, again)).entries;
  expect([await entries(), await entries(true)]).toEqual([1, 1]);
  ambient.advance(1_000);
  expect([await entries(), await entries(true)]).toEqual([1, 2]);
  ambient.advance(5 * 60_000 - 1);
  expect(await entries()).toBe(2);
  ambient.advance(1);
  expect([await entries(), log.walks]).toEqual([3, 3]);
});

test('a walk that failed is not remembered', async () => {
  const { log, parts } = auditLog();
  log.fails = true;
  await expect(chainState(parts, false)).rejects.toThrow('away');
  log.fails = false;
  expect((await chainState(parts, false)).ok).toBe(true);
});
