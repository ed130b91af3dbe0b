import { expect, test } from 'vitest';
import { responsiveTexts, textProblems, widthOf } from './ad-text.ts';

const descriptions = ['One.', 'Two.'];

test('every text that is too wide, doubled or pinned to nothing is named', () => {
  const problems = textProblems({
    headlines: ['x'.repeat(31), 'B', 'B', '靴'.repeat(16)],
    descriptions,
    pinned: [{ text: 'Z', position: 'HEADLINE_1' }],
  });
  expect(problems.map(({ field }) => field)).toEqual(['headlines.0', 'headlines.2', 'headlines.3', 'pinned.0.text']);
});

test('width is counted as the platform counts it', () => {
  expect(widthOf('Über 5€')).toBe(7);
  expect(widthOf('日本の靴')).toBe(8);
  expect(widthOf('{KeyWord:Shoes of every kind you can think of}')).toBe(0);
});

test('a pin goes to the text in the list it belongs to', () => {
  const texts = {
    headlines: ['A', 'B', 'C'],
    descriptions: ['A', 'D'],
    pinned: [{ text: 'A', position: 'DESCRIPTION_2' }],
  };
  expect(responsiveTexts(texts)).toEqual({
    headlines: [{ text: 'A' }, { text: 'B' }, { text: 'C' }],
    descriptions: [{ text: 'A', pinnedField: 'DESCRIPTION_2' }, { text: 'D' }],
  });
});
