import { expect, test } from 'vitest';
import { DAY_MS } from '../ambient.ts';
import { leadAnswer, leadMoments } from './lead-answers.ts';

const START = Date.parse('2026-11-15T17:30:00Z');

test('a person answers the same each time, and as one person', () => {
  const person = (...words: (string | number)[]) =>
    (['first_name', 'full_name', 'email', 'country', 'phone'] as const).map((field) => leadAnswer({ field }, ...words));
  expect(person('form', 3)).toEqual(person('form', 3));
  expect(person('form', 3)).not.toEqual(person('form', 4));
  const [first, full, email] = person('form', 3);
  expect(full).toContain(first);
  expect(email).toMatch(/^[a-z]+\.[a-z]+\.[a-z0-9]+@example\.com$/);
});

test('a choice is one of those offered', () => {
  expect(['1-10', '11-50']).toContain(leadAnswer({ field: 'text', choices: ['1-10', '11-50'] }, 'form', 1));
});

test('among many answers are markup, formulas, orders and 64 kB, and never in an address', () => {
  const many = Array.from({ length: 500 }, (_, nth) => nth);
  const texts = many.map((nth) => leadAnswer({ field: 'text' }, 'form', nth));
  for (const hostile of ['<script', '=HYPERLINK', 'Ignore all previous', '\u202E', '👩'])
    expect(
      texts.some((text) => text.includes(hostile)),
      hostile,
    ).toBe(true);
  expect(texts.some((text) => text.length === 65_536)).toBe(true);
  expect(many.every((nth) => leadAnswer({ field: 'email' }, 'form', nth).endsWith('@example.com'))).toBe(true);
});

test('an address is written in plain letters, whatever is in a name', () => {
  const addresses = Array.from({ length: 500 }, (_, nth) => leadAnswer({ field: 'email' }, 'form', nth));
  expect(addresses.filter((one) => !/^[a-z]+\.[a-z]+\.[a-z0-9]+@example\.com$/.test(one))).toEqual([]);
  for (const part of ['bjorn.', 'zoe.', '.muller.', '.oneil.', '.garcialopez.'])
    expect(addresses.join(' '), part).toContain(part);
});

test('moments between two looks do not depend on how often one looks', () => {
  const at = (part: number) => START + part * DAY_MS;
  const whole = leadMoments({ from: START, to: at(10), perDay: 5 }, 'ad');
  const pieces = Array.from({ length: 40 }, (_, nth) =>
    leadMoments({ from: at(nth / 4), to: at((nth + 1) / 4), perDay: 5 }, 'ad'),
  ).flat();
  expect(pieces).toEqual(whole);
  expect(whole.length).toBeGreaterThan(25);
  expect(whole.length).toBeLessThan(75);
  expect(leadMoments({ from: at(10), to: START, perDay: 5 }, 'ad')).toEqual([]);
});

test('leads of the last 90 days only are made up after the clock jumped', () => {
  const jumped = leadMoments({ from: START - 1_000 * DAY_MS, to: START, perDay: 5 }, 'ad');
  expect(jumped).toEqual(leadMoments({ from: START - 90 * DAY_MS, to: START, perDay: 5 }, 'ad'));
});
