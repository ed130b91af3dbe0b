import { expect, test } from 'vitest';
import { received, refusedWith } from './exchange.testing.ts';
import { type LeadPushParts, leadPushRoute } from './lead-push-route.ts';

const TOKEN = 'a'.repeat(43);

/** Takes two requests of a sender; the platform's proof is right where the body says so. */
async function pushed(requests: readonly Parameters<typeof received>[0][]) {
  const taken: unknown[] = [];
  const parts = {
    pushes: {
      receive: async ({ token, body }: { token: string; body: Buffer | undefined }) => {
        taken.push([token, body && String(body)]);
        return String(body) === 'wrong' ? undefined : { type: 'text/plain', body: 'taken' };
      },
    },
    limiter: { take: async () => ({ allowed: taken.length < 2, limit: 2, remaining: 0, retryAfterS: 7 }) },
  } as unknown as LeadPushParts;
  const route = leadPushRoute(
    parts,
    () => {},
    () => '192.0.2.1',
  );
  const answers: unknown[] = [];
  for (const request of requests) {
    const { exchange, sent } = received(request);
    answers.push((await refusedWith(() => route.run(exchange))) ?? sent);
  }
  return { answers, taken };
}

const push = (body: string, more: object = {}) => ({ method: 'POST', url: `/pushes/leads/${TOKEN}`, body, ...more });

test('what a platform pushes is taken, and what it asks for by GET is answered', async () => {
  const { answers, taken } = await pushed([push('leads'), { url: `/pushes/leads/${TOKEN}?challenge=1` }]);
  expect(answers).toEqual([
    { status: 200, text: 'taken' },
    { status: 200, text: 'taken' },
  ]);
  expect(taken).toEqual([
    [TOKEN, 'leads'],
    [TOKEN, undefined],
  ]);
});

test('a wrong token, method or proof is answered like an address that does not exist', async () => {
  const wrong = [push('leads', { url: '/pushes/leads/short' }), push('leads', { method: 'PUT' })];
  const { answers, taken } = await pushed([...wrong, push('wrong')]);
  expect(answers).toMatchObject([{ status: 404 }, { status: 404 }, { status: 404 }]);
  expect(taken).toEqual([[TOKEN, 'wrong']]);
});

test('a sender that has used its requests waits, and a body that is announced too large is not read', async () => {
  const large = push('leads', { headers: { 'content-length': String(4 * 1024 * 1024 + 1) } });
  const { answers, taken } = await pushed([large, push('1'), push('2'), push('3')]);
  expect(answers).toMatchObject([{ status: 413 }, { status: 200 }, { status: 200 }, { status: 429 }]);
  expect(taken).toHaveLength(2);
});
