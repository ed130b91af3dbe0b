import { expect, test } from 'vitest';
import { received } from './exchange.testing.ts';
import { pageRoute } from './page.ts';

/** A page of two pieces; `ended` tells how far it was read. */
async function read(request: Parameters<typeof received>[0]) {
  const ended: string[] = [];
  async function* pieces() {
    try {
      for (const piece of ['one', 'two']) {
        ended.push(piece);
        yield piece;
      }
    } finally {
      ended.push('end');
    }
  }
  const { exchange, sent } = received(request);
  await pageRoute({ path: '/', handler: async () => ({ type: 'text/plain', body: pieces() }) })(exchange);
  return { sent, ended };
}

test('to a client that left before the first piece nothing is sent, and no further piece is made', async () => {
  expect(await read({ abandoned: true })).toEqual({ sent: { text: '' }, ended: ['one', 'end'] });
});

test('HEAD gets the head of a page in pieces, of which no further one is made', async () => {
  expect(await read({ method: 'HEAD' })).toEqual({ sent: { status: 200, text: '' }, ended: ['one', 'end'] });
});
