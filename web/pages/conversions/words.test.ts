import { expect, test } from 'vitest';
import type { Destination } from '../../api/conversions.ts';
import { lastOf, measureValue, speaking, stateOf, wordsOf } from './words.ts';

const NOW = Date.parse('2026-11-17T12:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();

const destination: Destination = {
  channel: 'social',
  account: '1',
  id: '2',
  name: 'Shop',
  kind: 'dataset',
  status: 'ACTIVE',
  lastReceived: hoursAgo(1),
  lastSent: null,
  sent: [0, 0, 0, 0, 0, 0, 90],
  refused: 0,
};
const measured = (value: number) => ({
  id: '2',
  measures: [{ name: 'event_match_quality', value, of: 10 }],
  diagnostics: [],
  notes: [],
});

test.each([
  ['Good', 'good', {}, measured(7.8)],
  ['Good', 'good', {}, undefined],
  ['Weak', 'warn', {}, measured(4.1)],
  ['Weak', 'warn', { refused: 10 }, measured(7.8)],
  ['Silent', 'bad', { lastReceived: hoursAgo(26) }, measured(7.8)],
  ['Silent', 'idle', { lastReceived: null }, undefined],
  ['Good', 'good', { lastReceived: null, lastSent: hoursAgo(2) }, undefined],
])('a destination is %s (%s)', (word, tone, change, quality) => {
  expect(stateOf({ ...destination, ...change }, quality, NOW)).toMatchObject({ word, tone });
});

test('the later of what the platform received and what it took from here is told', () => {
  expect(lastOf({ ...destination, lastSent: hoursAgo(3) })?.label).toBe('Last received');
  expect(lastOf({ ...destination, lastSent: hoursAgo(0) })?.label).toBe('Last taken');
});

const send = { state: 'sent', why: null, isTest: false } as const;

test.each([
  ['taken', 'done', send, undefined],
  ['sent before', 'ended', { ...send, state: 'already_sent' }, undefined],
  ['no click id', 'refused', { ...send, state: 'skipped', why: 'no click id' }, undefined],
  ['too short', 'rejected', { ...send, state: 'refused', why: 'too short' }, undefined],
  ['unknown', 'unknown', { ...send, state: 'unknown', why: 'cut' }, undefined],
  ['test', 'done', { ...send, isTest: true }, 'shown'],
  ['test, counts', 'limited', { ...send, isTest: true }, 'counted'],
] as const)('a cell says “%s” as %s', (word, shape, one, testEvents) => {
  expect(wordsOf(one, testEvents)).toMatchObject({ word, shape });
});

test('of several sends to a channel the gravest speaks', () => {
  const full = {
    ...send,
    field: null,
    channel: 'social',
    account: '1',
    destination: '2',
    reference: null,
    tries: 1,
    at: hoursAgo(1),
  };
  expect(speaking([full, { ...full, state: 'unknown' }, { ...full, state: 'skipped' }])?.state).toBe('unknown');
  expect(speaking([])).toBeUndefined();
});

test('a measure keeps its own scale', () => {
  expect(measureValue({ name: 'a', value: 7.8, of: 10 })).toBe('7.8 of 10');
  expect(measureValue({ name: 'a', value: 91, of: 100 })).toBe('91 %');
  expect(measureValue({ name: 'a', value: 41, of: 53 })).toBe('41 of 53');
});
