import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, it } from 'vitest';
import { realAmbient } from '../ambient.ts';
import { BODY_BYTES_MAX, fittingData, newSigningSecret, signedMessage, webhookId } from './standard-webhook.ts';

const message = { id: 'evt_1', type: 'alert.firing', at: Date.UTC(2026, 10, 18), data: { spent: '12.50' } };
const JUDGES = { standardwebhooks: StandardWebhook, svix: SvixWebhook };

describe.each(Object.entries(JUDGES))('judged by %s', (_, Judge) => {
  const secret = newSigningSecret(realAmbient);
  const judge = new Judge(secret);

  it('is taken, whatever it holds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string({ minLength: 1 }), (data, id) => {
        const { headers, body } = signedMessage({ ...message, id, data }, [secret], Date.now());
        expect(() => judge.verify(body, headers)).not.toThrow();
      }),
    );
  });

  it('is refused when the body, the id or the time was changed', () => {
    const { headers, body } = signedMessage(message, [secret], Date.now());
    expect(() => judge.verify(`${body} `, headers)).toThrow();
    expect(() => judge.verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => judge.verify(body, { ...headers, 'webhook-timestamp': later })).toThrow();
  });

  it('is refused when it is older than five minutes', () => {
    const { headers, body } = signedMessage(message, [secret], Date.now() - 301_000);
    expect(() => judge.verify(body, headers)).toThrow(/old/i);
  });

  it('is taken by either secret while they rotate, and by no other', () => {
    const next = newSigningSecret(realAmbient);
    const { headers, body } = signedMessage(message, [next, secret], Date.now());
    expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    for (const known of [secret, next]) expect(() => new Judge(known).verify(body, headers)).not.toThrow();
    expect(() => new Judge(newSigningSecret(realAmbient)).verify(body, headers)).toThrow();
  });
});

it('is verified by the code in the guide', async () => {
  const guide = readFileSync(new URL('../../docs/notices.md', import.meta.url), 'utf8');
  const [, code = ''] = /```js\n([\s\S]+?)```/.exec(guide) ?? [];
  const { isFromAdhelm } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const [secret, old] = [newSigningSecret(realAmbient), newSigningSecret(realAmbient)];
  const { headers, body } = signedMessage(message, [secret, old], Date.now());
  for (const known of [secret, old]) expect(isFromAdhelm(known, headers, body)).toBe(true);
  expect(isFromAdhelm(newSigningSecret(realAmbient), headers, body)).toBe(false);
  expect(isFromAdhelm(secret, headers, `${body} `)).toBe(false);
  const late = signedMessage(message, [secret], Date.now() - 301_000);
  expect(isFromAdhelm(secret, late.headers, late.body)).toBe(false);
});

it('has type, timestamp and data in its body', () => {
  const { body } = signedMessage(message, [newSigningSecret(realAmbient)], Date.now());
  expect(JSON.parse(body)).toEqual({
    type: 'alert.firing',
    timestamp: '2026-11-18T00:00:00.000Z',
    data: { spent: '12.50' },
  });
});

it('has 32 random bytes as secret, and signs with none outside 24 to 64', () => {
  const secret = newSigningSecret(realAmbient);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newSigningSecret(realAmbient)).not.toBe(secret);
  for (const bytes of [23, 65])
    expect(() => signedMessage(message, [`whsec_${Buffer.alloc(bytes).toString('base64')}`], 0)).toThrow(/24 to 64/);
});

it('keeps ids that a header can carry, and replaces others by the same text each time', () => {
  expect(webhookId('alert:al_1:firing')).toBe('alert:al_1:firing');
  expect(webhookId('a.b')).toMatch(/^evt_[\w-]{43}$/);
  expect(webhookId('a.b')).toBe(webhookId('a.b'));
});

it('stays under 20 kB and names what was left out', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string({ maxLength: 10 }),
        fc.integer({ min: 0, max: 30_000 }).map((length) => 'ü'.repeat(length)),
        { maxKeys: 8 },
      ),
      (data) => {
        const kept = fittingData(data);
        const { body } = signedMessage({ ...message, data: kept }, [newSigningSecret(realAmbient)], 0);
        expect(Buffer.byteLength(body)).toBeLessThan(BODY_BYTES_MAX);
      },
    ),
  );
  expect(fittingData({ id: '1', rows: 'x'.repeat(25_000) })).toEqual({ id: '1', left_out: ['rows'] });
});
