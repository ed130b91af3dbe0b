import { describe, expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { processLimiter } from '../limits/memory-limiter.ts';
import { SignInAttempts, type Tried } from './sign-in-attempts.ts';

function counted(): SignInAttempts {
  const ambient = stillAmbient();
  return new SignInAttempts((_, limits) => processLimiter({ ...limits, ambient }));
}

const guess = (attempts: SignInAttempts, from: number | string, more: Tried = {}) =>
  attempts
    .count(typeof from === 'string' ? from : `203.0.113.${from}`, { account: 'Victim@acme.example', ...more })
    .catch(() => 'refused');

/** Strangers at a hundred addresses have used up the account's tries. */
async function besieged(): Promise<SignInAttempts> {
  const attempts = counted();
  for (let from = 0; from < 100; from++) expect(await guess(attempts, from)).not.toBe('refused');
  expect(await guess(attempts, 200)).toBe('refused');
  return attempts;
}

describe('when strangers at many addresses guess', () => {
  test('a proof has ten tries of its own', async () => {
    const attempts = await besieged();
    for (let left = 9; left >= 0; left--) expect(await guess(attempts, 201, { proof: 'own browser' })).toBe(left);
    expect(await guess(attempts, 201, { proof: 'own browser' })).toBe('refused');
  });

  test('the right code opens, a wrong one does not, and both are tries of their address', async () => {
    const attempts = await besieged();
    let asked = 0;
    const hasCode = async () => asked++ % 2 === 0;
    for (let at = 0; at < 10; at++) expect((await guess(attempts, 201, { hasCode })) === 'refused').toBe(at % 2 === 1);
    expect(await guess(attempts, 201, { hasCode })).toBe('refused');
    expect(asked, 'an address without tries has no code checked').toBe(10);
  });
});

test('addresses of one IPv6 network are one, those of two networks are two', async () => {
  const attempts = counted();
  const ends = ['::1', ':0:0:0:1', '::', ':ffff:1:2:3'];
  for (let at = 0; at < 10; at++) await guess(attempts, `2001:db8:0:7${ends[at % 4]}`);
  expect(await guess(attempts, '2001:0DB8::7:9:9:9:9')).toBe('refused');
  expect(await guess(attempts, '2001:db8:0:8::1')).toBe(9);
  expect(await guess(attempts, '::1')).toBe(9);
});

test('tries that were refused are not counted for the account, so that one address leaves the others theirs', async () => {
  const attempts = counted();
  for (let tries = 0; tries < 49; tries++) expect((await guess(attempts, 0)) === 'refused').toBe(tries >= 10);
  for (let from = 1; from <= 90; from++) expect(await guess(attempts, from)).not.toBe('refused');
  expect(await guess(attempts, 200)).toBe('refused');
});

test('a try for no account is one of its address alone', async () => {
  const attempts = counted();
  for (let left = 49; left >= 0; left--) expect(await guess(attempts, 0, { account: undefined })).toBe(left);
  expect(await guess(attempts, 0, { account: undefined })).toBe('refused');
  expect(await guess(attempts, 1)).toBe(9);
});

test('codes have ten tries an account, from wherever, and use up none of its passwords', async () => {
  const attempts = counted();
  for (let from = 0; from < 10; from++) expect(await guess(attempts, from, { isCode: true })).toBe(9 - from);
  expect(await guess(attempts, 10, { isCode: true })).toBe('refused');
  for (let from = 20; from < 120; from++) expect(await guess(attempts, from)).not.toBe('refused');
});
