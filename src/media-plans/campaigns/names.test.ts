import { expect, test } from 'vitest';
import { nameKey, patternName, trackedPage, unknownParts } from './names.ts';

const parts = { campaign: 'Spring', channel: 'social', country: undefined, group: 'Runners & more' };

test('names that differ in case, spaces or how a sign is composed are one name', () => {
  expect(nameKey('Cafe\u0301  SPRING')).toBe(nameKey('café spring'));
  expect(nameKey('Spring 2')).not.toBe(nameKey('Spring 3'));
});

test.each([
  [undefined, 'Spring'],
  ['{channel} - {campaign}', 'social - Spring'],
  ['{country} | {campaign}', 'Spring'],
  ['{campaign} | {country} | {channel}', 'Spring | social'],
  ['{{campaign.name}} {campaign}', '{{campaign.name}} Spring'],
])('the pattern %s makes %s', (pattern, name) => {
  expect(patternName(pattern, parts)).toBe(name);
});

test('a pattern may hold only parts that are known; macros of the platform are its own', () => {
  expect(unknownParts('{campaign} {client} {{ad.id}} {week}')).toEqual(['client', 'week']);
});

test.each([
  ['https://a.example/', undefined, 'https://a.example/'],
  ['https://a.example/', '', 'https://a.example/'],
  ['not a page', 'utm_source=x', 'not a page'],
  ['https://a.example/p', 'utm_source=x', 'https://a.example/p?utm_source=x'],
  ['https://a.example/p', '?utm_source=x&utm_id={{ad.id}}', 'https://a.example/p?utm_source=x&utm_id={{ad.id}}'],
  ['https://a.example/p?q=1#top', '&utm_source=x', 'https://a.example/p?q=1&utm_source=x#top'],
  ['https://a.example/p#', 'utm_source=x', 'https://a.example/p?utm_source=x#'],
  [
    'https://a.example/p?utm_source=own',
    'utm_source=x&utm_content={group}',
    'https://a.example/p?utm_source=own&utm_content=Runners%20%26%20more',
  ],
  ['https://a.example/p?utm_source=own#top', 'utm_source=x', 'https://a.example/p?utm_source=own#top'],
  ['https://a.example/p', 'utm_term={country}&utm_id={keyword}', 'https://a.example/p?utm_term=&utm_id={keyword}'],
])('the page %s with %s is %s', (page, tracking, tracked) => {
  expect(trackedPage(page, tracking, parts)).toBe(tracked);
});
