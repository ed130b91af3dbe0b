import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Failure } from '../errors.ts';
import type { Batch, EventAnswer } from '../tools/conversions/conversions.ts';
import { sendBatch } from './batch.ts';

const destination = { id: '1', name: 'Shop', kind: 'dataset', status: 'ACTIVE' };
const UNSAFE = { safe: false, because: 'the platform would count it twice' };
const SAFE = { safe: true, because: 'the platform drops repeats' };

/** A platform that refuses a batch whole for one bad event, and keeps what it took. */
function platform(isBad: (body: unknown) => boolean) {
  const taken: unknown[] = [];
  const requests: number[] = [];
  return {
    taken,
    requests,
    async send(_: unknown, { bodies }: { bodies: readonly unknown[] }): Promise<EventAnswer[]> {
      requests.push(bodies.length);
      if (bodies.some(isBad))
        throw new Failure({
          code: 'invalid_arguments',
          message: `Event ${bodies.findIndex(isBad)} of ${bodies} is bad.`,
          nextStep: 'Mend it.',
        });
      taken.push(...bodies);
      return bodies.map(() => ({ outcome: 'sent' }));
    },
  };
}

const batchOf = (bodies: readonly unknown[]) => ({ account: '1', destination, bodies });

test('of a batch that is refused whole, only the bad events are refused, and every good one is taken once, in its place', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), async (bad) => {
      const { send, taken } = platform((body) => bad[body as number]!);
      const answers = await sendBatch({ send, resend: UNSAFE }, undefined, batchOf(bad.map((_, at) => at)));
      expect(answers.map(({ outcome }) => outcome)).toEqual(bad.map((isBad) => (isBad ? 'refused' : 'sent')));
      expect(taken).toEqual(bad.flatMap((isBad, at) => (isBad ? [] : [at])));
    }),
  );
});

test('where the platform names the bad events, the others go in one more request', async () => {
  const requests: number[] = [];
  const send = async (_: unknown, { bodies }: { bodies: readonly unknown[] }): Promise<EventAnswer[]> => {
    requests.push(bodies.length);
    const bad = bodies.indexOf('bad');
    return bodies.map((_, at) =>
      bad < 0 ? { outcome: 'sent' } : at === bad ? { outcome: 'refused', why: 'bad' } : { outcome: 'not_sent' },
    );
  };
  const answers = await sendBatch({ send, resend: UNSAFE }, undefined, batchOf(['a', 'bad', 'c']));
  expect(answers.map(({ outcome }) => outcome)).toEqual(['sent', 'refused', 'sent']);
  expect(requests).toEqual([3, 2]);
});

const lost = () => new Failure({ code: 'outcome_unknown', message: 'Cut.', outcome: 'unknown', nextStep: 'Look.' });

test('a lost answer is sent again only where the platform drops repeats', async () => {
  for (const [resend, requests, outcome] of [
    [UNSAFE, 1, 'unknown'],
    [SAFE, 3, 'unknown'],
  ] as const) {
    let count = 0;
    const send = async () => {
      count += 1;
      throw lost();
    };
    const answers = await sendBatch({ send, resend }, undefined, batchOf(['a', 'b']));
    expect(answers.map((answer) => answer.outcome)).toEqual([outcome, outcome]);
    expect(count).toBe(requests);
  }
  let tries = 0;
  const send = async (): Promise<EventAnswer[]> => {
    tries += 1;
    if (tries === 1) throw lost();
    return [{ outcome: 'sent' }];
  };
  expect(await sendBatch({ send, resend: SAFE }, undefined, batchOf(['a']))).toEqual([{ outcome: 'sent' }]);
});

test('what is wrong with more than the events is not tried with every half', async () => {
  let requests = 0;
  const send = async () => {
    requests += 1;
    throw new Failure({ code: 'rate_limited', message: 'Too many.', nextStep: 'Wait.', retryable: true });
  };
  const answers = await sendBatch({ send, resend: SAFE }, undefined, batchOf(['a', 'b', 'c']));
  expect(requests).toBe(1);
  expect(answers.every(({ outcome }) => outcome === 'failed')).toBe(true);
});

test('where the first half meets what would meet every event, the second half is not sent', async () => {
  const requests: number[] = [];
  const send = async (_: unknown, { bodies }: { bodies: readonly unknown[] }) => {
    requests.push(bodies.length);
    const code = requests.length === 1 ? 'invalid_arguments' : 'permission_denied';
    throw new Failure({ code, message: 'No.', nextStep: 'Look.' });
  };
  const answers = await sendBatch({ send, resend: UNSAFE }, undefined, batchOf(['a', 'b', 'c', 'd']));
  expect(requests).toEqual([4, 2]);
  expect(answers).toMatchObject(Array(4).fill({ outcome: 'failed', failure: { code: 'permission_denied' } }));
});

test('an outage in the middle of halving leaves what was taken as taken', async () => {
  const { send: judged } = platform((body) => body === 7);
  let requests = 0;
  const send: typeof judged = async (client, batch) => {
    requests += 1;
    if (requests > 3) throw new Failure({ code: 'upstream_unavailable', message: 'Down.', nextStep: 'Wait.' });
    return judged(client, batch);
  };
  const answers = await sendBatch({ send, resend: UNSAFE }, undefined, batchOf([0, 1, 2, 3, 4, 5, 6, 7]));
  expect(answers.map(({ outcome }) => outcome)).toEqual([
    ...Array.from({ length: 4 }, () => 'sent'),
    ...Array.from({ length: 4 }, () => 'failed'),
  ]);
});

test('an event that is refused alone for the sake of others is refused, not halved for ever', async () => {
  const send = async (_: unknown, { bodies }: Batch): Promise<EventAnswer[]> =>
    bodies.map(() => ({ outcome: 'not_sent' }));
  const answers = await sendBatch({ send, resend: UNSAFE }, undefined, batchOf(['a', 'b', 'c']));
  expect(answers.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused']);
});

test('what every event is refused for is found out with a few of them', async () => {
  let requests = 0;
  const send = async () => {
    requests += 1;
    throw new Failure({ code: 'invalid_arguments', message: 'The rule is switched off.', nextStep: 'Switch it on.' });
  };
  const bodies = Array.from({ length: 1000 }, (_, at) => at);
  const answers = await sendBatch({ send, resend: SAFE }, undefined, batchOf(bodies));
  expect(requests).toBeLessThan(40);
  expect(answers.filter(({ outcome }) => outcome === 'refused')).toHaveLength(10);
  expect(answers.filter(({ outcome }) => outcome === 'failed')).toHaveLength(990);
});

/** Refuses every event alone for `why` of its place; a batch of several is refused without naming any. */
const refusingEach = (why: (at: number) => string) => {
  const asked: unknown[] = [];
  const send = async (_: unknown, { bodies }: Batch): Promise<EventAnswer[]> => {
    if (bodies.length > 1) return bodies.map(() => ({ outcome: 'not_sent' }));
    asked.push(bodies[0]);
    if (why(bodies[0] as number) === '') return [{ outcome: 'sent' }];
    throw new Failure({ code: 'invalid_arguments', message: why(bodies[0] as number), nextStep: 'Mend it.' });
  };
  const bodies = Array.from({ length: 20 }, (_, at) => at);
  return { asked, answers: sendBatch({ send, resend: UNSAFE }, undefined, batchOf(bodies)) };
};
const outcomesOf = async (answers: ReturnType<typeof sendBatch>) => (await answers).map(({ outcome }) => outcome);

test('answers in which nothing was taken do not speak for the rest, and ten alike in a row do', async () => {
  const { asked, answers } = refusingEach(() => 'The rule is off.');
  expect(await outcomesOf(answers)).toEqual([...Array(10).fill('refused'), ...Array(10).fill('failed')]);
  expect(asked).toHaveLength(10);
});

test('refusals that differ, and refusals after one was taken, are each event’s own', async () => {
  for (const why of [(at: number) => `Event ${at % 2} is bad.`, (at: number) => (at === 0 ? '' : 'Bad.')]) {
    const { asked, answers } = refusingEach(why);
    expect(await outcomesOf(answers)).not.toContain('failed');
    expect(asked).toHaveLength(20);
  }
});

test('a fault of ours is no refusal of an event', async () => {
  const send = () => Promise.reject(new TypeError('broken'));
  await expect(sendBatch({ send, resend: SAFE }, undefined, batchOf(['a', 'b']))).rejects.toThrow('broken');
});
