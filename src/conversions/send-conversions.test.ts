import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../ambient.ts';
import { Failure } from '../errors.ts';
import { type Bed, pipelineBed, type TrainClient, trains } from '../pipeline/pipeline.testing.ts';
import { storedSends } from '../store/stored-sends.ts';
import type { Batch, Conversions, Destination, EventAnswer, Prepared } from '../tools/conversions/conversions.ts';
import type { Tool } from '../tools/define-tool.ts';
import { sendConversionsTool } from './channel-tools.ts';
import { sendConversions } from './send-conversions.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a tool answers is read here as JSON
type Any = any;

const OPEN: Destination = { id: '1', name: 'Shop', kind: 'dataset', status: 'ACTIVE' };
const CLOSED: Destination = { ...OPEN, id: '2', name: 'Page tag', closed: 'a tag on a page fills it' };

let bed: Bed;
let tool: Tool;
let destinations: Destination[];
/** What the platform was sent, and what it says to each request. */
let batches: Batch[];
let answer: (batch: Batch) => readonly EventAnswer[];

beforeEach(async () => {
  bed = await pipelineBed();
  await bed.connect({ account: '1' });
  destinations = [OPEN, CLOSED];
  batches = [];
  answer = ({ bodies }) => bodies.map(() => ({ outcome: 'sent' }));
  tool = toolOf({});
});
afterEach(() => bed.discard());

function toolOf(more: Partial<Conversions<TrainClient>>): Tool {
  const conversions: Conversions<TrainClient> = {
    batchMax: 10,
    testMode: { kind: 'code', counts: false },
    resend: { safe: false, because: 'the platform would count it twice' },
    truths: [],
    destinations: async () => destinations,
    prepare: ({ event_id }) => ({ body: event_id }),
    async send(_, batch) {
      batches.push(batch);
      return answer(batch);
    },
    ...more,
  };
  return sendConversionsTool({ ...trains, conversions });
}

const sale = (event_id: string, more = {}) => ({
  event: 'purchase',
  event_id,
  happened_at: new Date(bed.ambient.now() - HOUR_MS).toISOString(),
  ...more,
});
const send = async (args: object): Promise<Any> => JSON.parse((await bed.run(tool, args as Any)).json);
const outcomes = async (ids: readonly string[]) =>
  (await send({ events: ids.map((id) => sale(id)) })).results.map(({ outcome }: Any) => outcome);
const bodies = () => batches.flatMap((batch) => batch.bodies);
const kept = async () =>
  (await storedSends(bed.store, bed.ambient, bed.workspaceId).list({ limit: 100 })).map(({ eventId, state }) => [
    eventId,
    state,
  ]);
const away = () => {
  throw new Failure({ code: 'token_expired', message: 'The token has lapsed.', nextStep: 'Connect again.' });
};
const lost = () => {
  throw new Failure({ code: 'outcome_unknown', message: 'Cut.', outcome: 'unknown', nextStep: 'Look.' });
};

describe('the destination', () => {
  test('that takes nothing from here is refused by name, and nothing is sent', async () => {
    const { error } = await send({ events: [sale('a')], destination_id: CLOSED.id });
    expect(error).toMatchObject({ code: 'invalid_arguments', field: 'destination_id' });
    expect(error.message).toContain('a tag on a page fills it');
    expect(bodies()).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  test('that takes nothing from here is never chosen either', async () => {
    destinations = [CLOSED];
    expect(await outcomes(['a'])).toEqual(['skipped']);
    expect(bodies()).toEqual([]);
  });

  test('that the account does not have is refused by name', async () => {
    const { error } = await send({ events: [sale('a')], destination_id: '9' });
    expect(error).toMatchObject({ code: 'not_found', field: 'destination_id' });
    expect(bodies()).toEqual([]);
  });

  test('is named by the caller where two fit: an event would count twice', async () => {
    destinations = [OPEN, { ...OPEN, id: '3' }];
    expect(await outcomes(['a'])).toEqual(['skipped']);
    expect(bodies()).toEqual([]);
    await send({ events: [sale('a')], destination_id: '3' });
    expect(batches.map(({ destination }) => destination.id)).toEqual(['3']);
  });
});

describe('what is not sent', () => {
  test('is an event of a person who did not agree', async () => {
    const { results } = await send({
      events: [sale('a', { consent: false }), sale('b', { consent: true }), sale('c')],
    });
    expect(results.map(({ outcome }: Any) => outcome)).toEqual(['skipped', 'sent', 'sent']);
    expect(bodies()).toEqual(['b', 'c']);
  });

  test('is a real event beside the code of a test page', async () => {
    const { error } = await send({ events: [sale('a')], test_code: 'T1' });
    expect(error).toMatchObject({ code: 'invalid_arguments', field: 'test_code' });
    expect(bodies()).toEqual([]);
  });

  test('is an event that the channel refuses, or that its platform could do nothing with', async () => {
    const refused = { field: 'person.phone', message: 'needs its country code' };
    const told: Record<string, Prepared> = { a: { refused }, b: { skipped: 'no click id' } };
    tool = toolOf({ prepare: ({ event_id }) => told[event_id] ?? { body: event_id } });
    const { results } = await send({ events: ['a', 'b', 'c'].map((id) => sale(id)) });
    expect(results).toMatchObject([
      { outcome: 'refused', field: 'person.phone', why: 'needs its country code' },
      { outcome: 'skipped', why: 'no click id' },
      { outcome: 'sent' },
    ]);
    expect(bodies()).toEqual(['c']);
  });

  test('is a second event of the same id in one call', async () => {
    expect(await outcomes(['a', 'b', 'a'])).toEqual(['sent', 'sent', 'refused']);
    expect(bodies()).toEqual(['a', 'b']);
  });

  test('of a field that is none is named only where its name can be no person’s', async () => {
    const wrong = { colour: 'red', 'ada@example.com': 1, 'Ada Lovelace': 1 };
    const { results } = await send({ events: [sale('a', wrong)] });
    expect(results[0].outcome).toBe('refused');
    expect(JSON.stringify(results)).toContain('colour');
    expect(JSON.stringify(results)).not.toMatch(/ada/i);
  });
});

describe('a platform that fails', () => {
  const BY_EVENT: Destination[] = ['purchase', 'lead', 'sign_up'].map((event) => ({
    ...OPEN,
    id: event,
    events: [event],
  }));
  const toEach = ['a', 'b', 'c'].map((id, at) => ({ id, event: BY_EVENT[at]!.id }));
  const toAll = () => send({ events: toEach.map(({ id, event }) => sale(id, { event })) });

  test('for all events is sent no further batch, and every event can be sent later', async () => {
    destinations = BY_EVENT;
    answer = away;
    expect((await toAll()).error).toMatchObject({ code: 'token_expired' });
    expect(batches).toHaveLength(1);
    expect(await kept()).toEqual([]);
    answer = ({ bodies: some }) => some.map(() => ({ outcome: 'sent' }));
    expect((await toAll()).results.map(({ outcome }: Any) => outcome)).toEqual(['sent', 'sent', 'sent']);
  });

  test('after the first batch leaves that sent and the rest to be sent', async () => {
    destinations = BY_EVENT;
    answer = ({ bodies: some }) => (batches.length > 1 ? away() : some.map(() => ({ outcome: 'sent' })));
    expect((await toAll()).results.map(({ outcome }: Any) => outcome)).toEqual(['sent', 'refused', 'refused']);
    expect(batches).toHaveLength(2);
    expect(await kept()).toEqual([['a', 'sent']]);
  });

  test('without an answer is told so, and the event is never sent again where it would count twice', async () => {
    answer = lost;
    expect(await outcomes(['a'])).toEqual(['unknown']);
    expect(await outcomes(['a'])).toEqual(['unknown']);
    expect(batches).toHaveLength(1);
  });

  test('without an answer is sent the event again only within the time that its own key holds', async () => {
    tool = toolOf({ resend: { safe: true, because: 'repeats are dropped for two days', withinMs: 2 * DAY_MS } });
    answer = lost;
    expect(await outcomes(['a'])).toEqual(['unknown']);
    answer = ({ bodies: some }) => some.map(() => ({ outcome: 'sent' }));
    const before = batches.length;
    bed.ambient.advance(2 * DAY_MS + 1);
    expect(await outcomes(['a'])).toEqual(['unknown']);
    expect(batches).toHaveLength(before);
    answer = lost;
    expect(await outcomes(['b'])).toEqual(['unknown']);
    answer = ({ bodies: some }) => some.map(() => ({ outcome: 'sent' }));
    bed.ambient.advance(2 * DAY_MS - HOUR_MS);
    expect(await outcomes(['b'])).toEqual(['sent']);
  });
});

test('a test event is kept apart: the real one is sent after it', async () => {
  await send({ events: [sale('a')], test: true, test_code: 'T1' });
  expect(await outcomes(['a'])).toEqual(['sent']);
  expect(batches.map(({ testCode }) => testCode)).toEqual(['T1', undefined]);
});

describe('a test event', () => {
  const tried = async (args = {}) => (await send({ events: [sale('t')], test: true, ...args })).results[0];

  test('is not sent where the platform has none, or wants a code that is not given', async () => {
    expect(await tried()).toMatchObject({ outcome: 'skipped', why: expect.stringContaining('needs test_code') });
    tool = toolOf({ testMode: { kind: 'none' } });
    expect(await tried({ test_code: 'T1' })).toMatchObject({ outcome: 'skipped', why: 'no test mode here' });
    expect(bodies()).toEqual([]);
    tool = toolOf({ testMode: { kind: 'checked' } });
    expect(await tried()).toMatchObject({ outcome: 'sent' });
  });

  test('that counts like any other is told so, and a real one is not', async () => {
    tool = toolOf({ testMode: { kind: 'code', counts: true } });
    expect((await tried({ test_code: 'T1' })).why).toContain('counts there like any other');
    expect((await send({ events: [sale('r')] })).results[0]).not.toHaveProperty('why');
  });
});

test('what is left out is written down, so that a list of events shows it', async () => {
  await send({ events: [sale('a', { consent: false })] });
  expect(await kept()).toEqual([['a', 'skipped']]);
});

describe('a run by itself', () => {
  const prepared: unknown[] = [];
  const run = (events: object[], batchMax: number) => {
    const conversions = {
      ...{ batchMax, testMode: { kind: 'none' }, resend: { safe: false, because: '' }, truths: [] },
      destinations: async () => [OPEN],
      prepare(event: { event_id: string; click?: object }) {
        prepared.push(event.click);
        return { body: event.event_id };
      },
      async send(_: unknown, batch: Batch) {
        batches.push(batch);
        return answer(batch);
      },
    } as unknown as Conversions;
    const context = {
      ...{ client: undefined, account: '1', now: bed.ambient.now, progress: () => {} },
      sends: storedSends(bed.store, bed.ambient, bed.workspaceId),
      leads: { find: async () => ({ click: { gclid: 'of-lead', fbc: 'of-lead' } }) },
    };
    return sendConversions('trains', conversions, { events }, context as never);
  };

  test('puts no more events into a request than the platform takes, and each into one', async () => {
    const events = ['a', 'b', 'c', 'd', 'e'].map((id) => sale(id));
    expect((await run(events, 2)).sent).toBe(5);
    expect(batches.map((batch) => batch.bodies)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  test('takes the clicks of a lead along, and what the event itself says before them', async () => {
    prepared.length = 0;
    await run([sale('a', { lead: 'l1', click: { gclid: 'of-sale' } })], 10);
    expect(prepared).toEqual([{ gclid: 'of-sale', fbc: 'of-lead' }]);
  });
});
