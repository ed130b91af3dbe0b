import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventRows, eventRowsLike, readRows, shownId } from './event-rows.ts';
import { repeated, toldBy } from './send-outcome.ts';

const sale = { event: 'purchase', event_id: 'o-1', happened_at: '2026-11-17T09:00:00Z' };
const read = async (row: unknown) => (await readRows([row]))[0]!;
const fieldsOf = async (row: unknown) => {
  const found = await read(row);
  return 'problems' in found ? found.problems.map(({ field }) => field) : [];
};

test.each([
  ['shown in full', eventRows(2)],
  ['shown in short', eventRowsLike('send_conversion', 2)],
])('a list of events that is %s has one at least and no more than it says', (_, rows) => {
  expect([0, 1, 2, 3].map((count) => rows.safeParse(Array(count).fill({})).success)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(z.toJSONSchema(rows, { io: 'input' })).toMatchObject({ minItems: 1, maxItems: 2 });
});

test('an empty cell says nothing, at any depth, whether it is null, empty or of spaces', async () => {
  const person = { email: '  ', phone: null, city: '' };
  const found = await read({ ...sale, person, url: ' ', lead: null });
  expect('event' in found && found.event).toMatchObject({ event_id: 'o-1', person: {} });
  expect('event' in found && found.event).not.toHaveProperty('url');
  expect(await fieldsOf({ ...sale, event_id: ' ' })).toEqual(['event_id']);
});

test('an id is shown where it is one: an address in its place is a person’s', async () => {
  expect(['o-1', 'ada@example.com', 'x'.repeat(101), 7, undefined].map((event_id) => shownId({ event_id }))).toEqual([
    'o-1',
    ...Array(4).fill(undefined),
  ]);
  expect(shownId(null)).toBeUndefined();
  const found = await read({ ...sale, event_id: 'ada@example.com' });
  expect(JSON.stringify(found)).not.toContain('ada@');
});

test('a field that is none is named where its name is a short word', async () => {
  const long = 'x'.repeat(51);
  expect(await fieldsOf({ ...sale, colour: 1, [long]: 1, 'Ada L': 1 })).toEqual(['colour', '?', '?']);
  expect(await fieldsOf({ ...sale, ['x'.repeat(50)]: 1 })).toEqual(['x'.repeat(50)]);
});

test.each([
  ['event_id', undefined, 'is required'],
  ['person', 7, 'must be an object'],
  ['consent', 'maybe', 'must be true or false'],
  ['source', 'radio', 'must be one of: web, app, store, crm'],
  ['happened_at', 'yesterday', expect.stringContaining('must be a time that exists, with its zone')],
])('what is wrong with %s of %j is told in words of its own', async (field, value, message) => {
  expect(await read({ ...sale, [field]: value })).toMatchObject({ problems: [{ field, message }] });
});

const AT = Date.parse('2026-11-17T12:00:00Z');
const resend = { safe: true, because: 'repeats are dropped' };
const event = { ...sale, source: 'web', value: { amount: '5', currency: 'USD' } } as never;
const kept = (more: object) =>
  ({
    state: 'sent',
    event: 'purchase',
    happenedAt: Date.parse(sale.happened_at),
    value: { amount: '5', currency: 'USD' },
    at: AT,
    ...more,
  }) as never;

test('an event that is under way elsewhere, or was lost, is not told as sent', () => {
  expect(repeated(event, kept({ state: 'sending' }), resend)).toMatchObject({
    outcome: 'unknown',
    why: expect.stringContaining('another call has been sending it since 2026-11-17T12:00:00.000Z'),
  });
  const lost = repeated(event, kept({ state: 'unknown' }), resend);
  expect(lost).toMatchObject({ outcome: 'unknown', why: expect.stringContaining('too long ago to be sent again') });
  expect(lost.next_step).toContain('Do not send it again');
  const unsafe = repeated(event, kept({ state: 'unknown' }), { ...resend, safe: false });
  expect(unsafe.why).not.toContain('too long ago');
});

test.each([
  ['nothing else', {}, ''],
  ['another event', { event: 'lead' }, 'event'],
  ['another time', { happenedAt: 1 }, 'happened_at'],
  ['another amount', { value: { amount: '6', currency: 'USD' } }, 'value'],
  ['another currency', { value: { amount: '5', currency: 'EUR' } }, 'value'],
  ['no value', { value: undefined }, 'value'],
])('an event that was sent with %s is told so', (_, more, other) => {
  expect(repeated(event, kept(more), resend)).toEqual({
    outcome: 'already_sent',
    why: `sent at 2026-11-17T12:00:00.000Z${other && ` with another ${other}, which stays as it was`}`,
  });
});

test('what can be sent later is told with that, and an unknown outcome with what its platform does with repeats', () => {
  expect(toldBy({ outcome: 'refused', why: 'busy', later: true }, resend, [])).toMatchObject({
    next_step: expect.stringContaining('Send it again later'),
  });
  expect(toldBy({ outcome: 'refused', why: 'bad' }, resend, [])).not.toHaveProperty('next_step');
  expect(toldBy({ outcome: 'unknown', why: 'x' }, resend, []).next_step).toContain('with the same event_id');
  expect(toldBy({ outcome: 'sent' }, resend, ['a', 'b'])).toEqual({ outcome: 'sent', why: 'a; b' });
});

test('words of a row are taken in any spelling with one meaning, as in every other argument', async () => {
  const given = { ...sale, source: 'Store', consent: 'TRUE', value: { amount: '30', currency: 'eur' } };
  const event = { ...given, source: 'store', consent: true, value: { amount: '30', currency: 'EUR' } };
  expect(await readRows([given])).toMatchObject([{ index: 0, event }]);
});

test('a word that is none is told with those there are', async () => {
  expect(await readRows([{ ...sale, source: 'website' }])).toMatchObject([
    { problems: [{ field: 'source', message: 'must be one of: web, app, store, crm' }] },
  ]);
});
