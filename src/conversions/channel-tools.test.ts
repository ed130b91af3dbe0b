import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '../ambient.ts';
import { type Bed, pipelineBed, type TrainClient, trains } from '../pipeline/pipeline.testing.ts';
import { storedSends } from '../store/stored-sends.ts';
import type { Conversions, Destination, TestMode } from '../tools/conversions/conversions.ts';
import { conversionQualityTool, listDestinationsTool, sendConversionsTool, testWord } from './channel-tools.ts';
import { chosenFor } from './destination-choice.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a tool answers is read here as JSON
type Any = any;
type Asked = Parameters<NonNullable<Conversions['quality']>>[1];

const OPEN: Destination = { id: '1', name: 'Shop', kind: 'dataset', status: 'ACTIVE' };
const CLOSED: Destination = { ...OPEN, id: '2', closed: 'a tag fills it' };
let bed: Bed;
let asked: Asked[] = [];
beforeAll(async () => {
  bed = await pipelineBed();
  await bed.connect({ account: '1' });
});
afterAll(() => bed.discard());

const channel = (more: Partial<Conversions<TrainClient>> = {}) => ({
  ...trains,
  conversions: {
    batchMax: 10,
    testMode: { kind: 'none' },
    resend: { safe: false, because: 'it would count twice' },
    truths: [],
    destinations: async () => [OPEN, CLOSED],
    prepare: () => ({ body: 1 }),
    send: async () => [],
    quality: async (_: unknown, about: Asked) => {
      asked.push(about);
      return { measures: [], diagnostics: [] };
    },
    ...more,
  } as Conversions<TrainClient>,
});
const ask = async (tool: Parameters<Bed['run']>[0], args = {}): Promise<Any> =>
  JSON.parse((await bed.run(tool, args)).json);

describe('send_conversions', () => {
  const most = (batchMax: number) => {
    const { events } = sendConversionsTool(channel({ batchMax })).input.shape as { events: z.ZodType };
    return (z.toJSONSchema(events, { io: 'input' }) as { maxItems: number }).maxItems;
  };

  test('takes as many events as the platform in one request, and a thousand at most', () => {
    expect([most(10), most(5_000)]).toEqual([10, 1_000]);
  });

  test('is never repeated by itself, and what is in its events is not recorded', () => {
    const tool = sendConversionsTool(channel());
    expect([tool.repeat, tool.personal, tool.access]).toEqual(['never', ['events'], 'write']);
  });
});

test('a list of destinations tells which take events, and why the others do not', async () => {
  const { destinations } = await ask(listDestinationsTool(channel()));
  expect(destinations.map(({ id, takes_events, why }: Any) => [id, takes_events, why])).toEqual([
    ['1', true, undefined],
    ['2', false, 'a tag fills it'],
  ]);
});

test.each<[TestMode, string]>([
  [{ kind: 'none' }, 'none'],
  [{ kind: 'checked' }, 'checked'],
  [{ kind: 'code', counts: false }, 'shown'],
  [{ kind: 'code', counts: true }, 'counted'],
])('a test event where the mode is %j is %s', (mode, word) => {
  expect(testWord(mode)).toBe(word);
});

test('quality is asked of the destinations that take events, by the real sends of seven days', async () => {
  const sends = storedSends(bed.store, bed.ambient, bed.workspaceId);
  const place = { channel: 'trains', account: '1', destination: '1' };
  const put = async (eventId: string, isTest: boolean) => {
    const entry = { eventId, event: 'purchase', happenedAt: 1, source: 'web' };
    await sends.claim({ ...place, isTest }, [entry], undefined);
    await sends.settle({ ...place, isTest }, [{ eventId, state: 'sent', reference: `ref ${eventId}` }]);
  };
  await put('old', false);
  bed.ambient.advance(7 * DAY_MS + 1);
  await put('new', false);
  await put('try', true);
  asked = [];
  const tool = conversionQualityTool(channel());
  expect((await ask(tool)).destinations.map(({ destination }: Any) => destination.id)).toEqual(['1']);
  expect(asked.map(({ destination, references }) => [destination.id, references])).toEqual([['1', ['ref new']]]);
  // One that is named is looked at, also where it takes nothing from here.
  await ask(tool, { destination_id: '2' });
  expect(asked.at(-1)?.destination.id).toBe('2');
  expect((await ask(tool, { destination_id: '9' })).error).toMatchObject({ code: 'not_found' });
});

describe('the destination that an event goes to', () => {
  const dataset = (id: string, more: Partial<Destination> = {}): Destination => ({
    ...OPEN,
    id,
    name: `D${id}`,
    ...more,
  });
  const chosen = (all: Destination[], event: object = {}) => {
    const choice = chosenFor({ event: 'purchase', source: 'web', lead: undefined, ...event } as never, all);
    return 'none' in choice ? choice.none : choice.destination.id;
  };

  test('stands for the event, before one that stands for any', () => {
    const own = dataset('2', { events: ['purchase'] });
    expect(chosen([dataset('1'), own])).toBe('2');
    expect(chosen([dataset('1'), dataset('3', { events: ['lead'] })])).toBe('1');
    expect(chosen([dataset('3', { events: ['lead'] })])).toBe('no destination for the event "purchase"');
  });

  test('takes events from where this one happened; one of a lead counts as of the CRM', () => {
    const all = [dataset('1', { sources: ['web'] }), dataset('2', { sources: ['crm'] })];
    expect(chosen(all)).toBe('1');
    expect(chosen(all, { lead: 'l1' })).toBe('2');
    expect(chosen(all.slice(1))).toBe('no destination for events of source web');
    expect(chosen(all.slice(0, 1), { lead: 'l1' })).toBe('no destination for leads');
  });

  test('is none in an account that has none, or none that takes events from outside', () => {
    expect(chosen([])).toBe('no destination in this account');
    expect(chosen([dataset('1', { closed: 'a tag fills it' })])).toBe('no destination here takes events from outside');
  });

  test('is asked for where several fit, with five of them by name', () => {
    const many = (count: number) => chosen(Array.from({ length: count }, (_, n) => dataset(`${n}`)));
    expect(many(5)).toBe('5 destinations fit: name one in destination_id: 0 (D0), 1 (D1), 2 (D2), 3 (D3), 4 (D4)');
    expect(many(7)).toMatch(/4 \(D4\) and 2 more$/);
  });
});
