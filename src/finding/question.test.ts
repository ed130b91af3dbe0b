import { expect, test } from 'vitest';
import type { Channel } from '../tools/channel.ts';
import { QuestionReader } from './question.ts';

const channelOf = (name: string, knownAs: string[]) => ({ name, knownAs }) as unknown as Channel;
const reader = new QuestionReader(
  [channelOf('radio', ['Antenna', 'long wave']), channelOf('print', ['Gazette']), channelOf('desk', [])],
  ['spot', 'campaign', 'keyword'],
  [' iceland '],
);

test('it reads the object, what to do with it, and where', () => {
  const { terms, deeds, channels } = reader.read('Please pause the spots on Long Wave');
  expect(terms.get('spot')).toBe(1);
  expect(terms.get('paus'), 'is the deed').toBeLessThan(0.5);
  expect(deeds).toEqual(['change']);
  expect(channels).toEqual(['radio']);
  expect([reader.isPlatform('radio'), reader.isPlatform('desk')]).toEqual([true, false]);
});

test('in a question, what is paused or made is only spoken of', () => {
  expect(reader.read('which spots are paused').deeds).toEqual(['look']);
  expect(reader.read('how did the new spots do').deeds).toEqual(expect.arrayContaining(['look', 'numbers']));
  expect(reader.read('how do I pause a spot').deeds).toEqual(['change']);
});

test('all of something is a deed only beside another one', () => {
  expect(reader.read('pause all spots').deeds).toEqual(expect.arrayContaining(['change', 'many']));
  expect(reader.read('all spots').deeds).toEqual([]);
});

test('a phrase has the sense of the whole', () => {
  expect(reader.read('the ad copy of my spot').deeds, 'is no copy').toEqual([]);
  expect(reader.read('copy my spot').deeds).toEqual(['copy']);
});

test('a slip of the pen is taken for the word it is nearest to, and counts a little less', () => {
  const { terms, channels } = reader.read('gazete campagin');
  expect(terms.get('campaign')).toBeLessThan(1);
  expect(channels).toEqual(['print']);
});

test('what was done, and changes as things, order nothing', () => {
  expect(reader.read('our spots paused since monday').deeds).not.toContain('change');
  expect(reader.read('the latest changes').deeds).not.toContain('change');
  expect(reader.read('I need the spot paused').deeds).toContain('change');
});

test('who did something, or when, is asked of the history', () => {
  expect(reader.read('who raised the budget').deeds).toContain('history');
  expect(reader.read('when was the spot paused').deeds).toContain('history');
  expect(reader.read('new spots for people who paused').deeds).not.toContain('history');
});

test('numbers beside an order only say why it is given', () => {
  expect(reader.read('cpc too high, lower the bid').deeds).toEqual(['change']);
  expect(reader.read('build a report of clicks').deeds).toContain('numbers');
});

test('a verb may have its second half behind the object', () => {
  expect(reader.read('turn the Iceland spots off').terms.get('status')).toBeGreaterThan(0);
});

test('countries, and unknown words behind `in`, are places', () => {
  expect(reader.read('no spots for Iceland').terms.has('location')).toBe(true);
  expect(reader.read('spots in Qwertz').terms.has('location')).toBe(true);
  expect(reader.read('spots in campaign 5').terms.has('location')).toBe(false);
});

test('results that stay away want a reason, and an order not to show wants none', () => {
  expect(reader.read("i don't get any clicks").deeds).toContain('why');
  expect(reader.read('my spots stopped spending').deeds).toContain('why');
  expect(reader.read("don't run on sundays").deeds).toEqual(['change']);
});
