import { expect, test } from 'vitest';
import { received, refusedWith } from './exchange.testing.ts';
import { framingGuard } from './framing-guard.ts';

const refused = (request: Parameters<typeof received>[0]) =>
  refusedWith(() => framingGuard(received(request).exchange));

test('a request is refused that a proxy could read as another one', async () => {
  expect(await refused({ headers: { 'transfer-encoding': 'gzip, chunked' } })).toMatchObject({ status: 400 });
  expect(await refused({ rawHeaders: ['Host', 'a.example', 'hOST', 'b.example'] })).toEqual({
    status: 400,
    message: 'The Host header is given more than once. Send it once.',
  });
  expect(await refused({ headers: { host: 'a.example', 'transfer-encoding': 'Chunked' } })).toBeUndefined();
});
