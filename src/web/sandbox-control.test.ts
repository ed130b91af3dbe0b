import { afterEach, expect, test, vi } from 'vitest';
import { steer } from './sandbox-control.ts';

afterEach(() => void vi.restoreAllMocks());
const answering = (reply: () => Promise<Response>) => vi.spyOn(globalThis, 'fetch').mockImplementation(reply);

test('the sandbox answers, refuses in its words, or does not answer', async () => {
  answering(async () => Response.json({ now: 7 }));
  expect(await steer('http://control', '/clock')).toEqual({ now: 7 });
  answering(async () => Response.json({ error: 'no such fault' }, { status: 400 }));
  await expect(steer('http://control', '/faults', 'PUT', {})).rejects.toMatchObject({
    code: 'invalid_arguments',
    message: 'The sandbox refused it: no such fault.',
  });
  answering(() => Promise.reject(new TypeError('fetch failed')));
  await expect(steer('http://control', '/clock')).rejects.toMatchObject({ code: 'upstream_unavailable' });
});
