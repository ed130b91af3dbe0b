import { expect, test } from 'vitest';
import { displayWidth } from '../../../sandbox/search/rules/checks.ts';
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

test('a text is pinned to one place of its list; the same words in the other list may have one too', () => {
  const pinned = ['HEADLINE_1', 'DESCRIPTION_1', 'HEADLINE_2'].map((position) => ({ text: 'A', position }));
  const problems = textProblems({ headlines: ['A', 'B', 'C'], descriptions: ['A', 'D'], pinned });
  expect(problems).toEqual([{ field: 'pinned.2', message: 'gives this text a second place' }]);
});

test('width is counted as the platform counts it', () => {
  expect(widthOf('Über 5€')).toBe(7);
  expect(widthOf('日本の靴')).toBe(8);
  expect(widthOf('スーパー')).toBe(8);
  expect(widthOf('ｽｰﾊﾟｰ')).toBe(5);
  expect(widthOf('𠮷野家')).toBe(6);
  expect(widthOf('{KeyWord:Shoes of every kind you can think of}')).toBe(0);
});

test('every sign is as wide here as it is for the emulator of the platform', () => {
  const differing: string[] = [];
  for (let code = 0; code < 0x3_2000; code++) {
    const isHalf = code >= 0xd800 && code <= 0xdfff;
    const sign = isHalf ? '' : String.fromCodePoint(code);
    if (widthOf(sign) !== displayWidth(sign)) differing.push(sign);
  }
  expect(differing).toEqual([]);
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
