import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../ambient.ts';
import { socialForTests, US } from '../calls.testing.ts';
import emulator from '../emulator.ts';
import { GraphError } from '../errors.ts';
import { Usage } from './rate-limits.ts';

const graph = socialForTests();

describe('usage', () => {
  test('is told on every call and grows with calls, writes more than reads', async () => {
    const used = async (method: string, path: string, params = {}) =>
      JSON.parse((await graph.send(method, path, params)).headers.get('x-ad-account-usage')!).acc_id_util_pct;
    const first = await used('GET', US);
    const second = await used('GET', US);
    const third = await used('POST', `${US}/adlabels`, { name: 'x' });
    expect(second).toBeGreaterThan(first);
    expect(third - second).toBeGreaterThan(second - first);
    const { headers } = await graph.send('GET', `${US}/insights`, { date_preset: 'last_3d' });
    expect(JSON.parse(headers.get('x-business-use-case-usage')!)[US.slice(4)][0].type).toBe('ads_insights');
    expect(headers.get('x-app-usage')).toContain('call_count');
  });

  test('refuses past the limit of an account and recovers with time', () => {
    let now = 0;
    const usage = new Usage(() => now);
    const call = () => usage.count('app', 'act_1', 'ads', 'POST');
    for (let calls = 0; calls < 3000; calls++) call();
    expect(call).toThrow(GraphError);
    expect(() => usage.count('app', 'act_2', 'ads', 'POST')).not.toThrow();
    now += MINUTE_MS;
    expect(call).not.toThrow();
  });

  test('refuses past what an account may ask for in an hour, for each use by itself', () => {
    let now = 0;
    const usage = new Usage(() => now);
    const call = (edge: string) => {
      // Slow enough for the other limit, which drains.
      now += 34;
      usage.count('app', 'act_1', edge, 'GET');
    };
    for (let calls = 0; calls < 100_000; calls++) call('ads');
    expect(() => call('ads')).toThrow(expect.objectContaining({ code: 80004 }));
    expect(() => call('insights')).not.toThrow();
    now += 60 * MINUTE_MS;
    expect(() => call('ads')).not.toThrow();
  });
});

describe('faults', () => {
  const worded = (kind: 'throttle' | 'expired_token' | 'server_error' | 'unavailable', url: string) => {
    const { status, body } = emulator.faultReply(kind, { url } as FastifyRequest);
    return { status, error: JSON.parse(body).error };
  };

  test.each([
    [`/v26.0/${US}/insights`, 80000],
    [`/v26.0/${US}/customaudiences`, 80003],
    [`/v26.0/${US}/campaigns`, 80004],
    ['/v26.0/me/adaccounts', 17],
    ['/v26.0/me/accounts', 32],
    ['/v26.0/123/ads', 613],
    ['/v26.0/123', 4],
  ])('throttle %s with its own code and HTTP 400', (url, code) => {
    expect(worded('throttle', url)).toMatchObject({ status: 400, error: { code, is_transient: true } });
  });

  test('word the others as the platform does', () => {
    expect(worded('expired_token', '/v26.0/me')).toMatchObject({
      status: 400,
      error: { code: 190, error_subcode: 463 },
    });
    expect(worded('server_error', '/v26.0/me')).toMatchObject({ status: 500, error: { code: 1 } });
    expect(worded('unavailable', '/v26.0/me')).toMatchObject({ status: 503, error: { code: 2 } });
  });
});
