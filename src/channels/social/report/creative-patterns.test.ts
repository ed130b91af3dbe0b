import { expect, test } from 'vitest';
import { findPatterns, ranked, weakCreatives } from './creative-patterns.ts';
import { recommend } from './creative-recommendations.ts';
import type { Portrait } from './creative-traits.ts';

let count = 0;
function portrait(more: Partial<Portrait>): Portrait {
  count += 1;
  return {
    id: String(count),
    name: `creative ${count}`,
    form: 'object_story_spec',
    format: 'image',
    callToAction: 'SHOP_NOW',
    textLength: 'no text',
    age: '8 to 30 days',
    ads: 1,
    impressions: 10_000,
    clicks: 100,
    spend: 50,
    ...more,
  };
}
const many = (times: number, more: Partial<Portrait>) =>
  Array.from({ length: times }, (_, i) => portrait({ ...more, clicks: (more.clicks ?? 100) + i }));
const yen = (spend: number) => `${spend.toFixed(0)} JPY`;
const formats = (portraits: Portrait[]) => findPatterns(portraits).find(({ dimension }) => dimension === 'format')!;

test('a real difference is claimed with its numbers, and the advice rests on them', () => {
  const portraits = [...many(8, { format: 'video', clicks: 300 }), ...many(8, { format: 'image', clicks: 100 })];
  const pattern = formats(portraits);
  expect(pattern.difference).toMatchObject({ better: { value: 'video' }, worse: { value: 'image' } });
  expect(pattern.finding).toMatch(/video is clicked more often than image: 3\.0\d %.*8 creatives, 80000 impressions/);
  const [advice] = recommend(portraits, findPatterns(portraits), yen);
  expect(advice?.evidence).toContain('3.0');
});

test('nothing is claimed on too few creatives, nor on too few views', () => {
  for (const few of [
    [...many(4, { format: 'video', clicks: 900 }), ...many(8, { format: 'image' })],
    [...many(8, { format: 'video', impressions: 100, clicks: 20 }), ...many(8, { format: 'image' })],
  ]) {
    expect(formats(few).difference).toBeUndefined();
    expect(formats(few).finding).toMatch(/^Too little data/);
  }
});

test('groups whose intervals overlap are said to show no difference', () => {
  const mixed = (format: string, shift: number) =>
    Array.from({ length: 8 }, (_, index) => portrait({ format, clicks: 50 + shift + index * 30 }));
  expect(formats([...mixed('video', 10), ...mixed('image', 0)]).finding).toMatch(/^No clear difference/);
});

test('three clicks of ten views do not lead the ranking', () => {
  const lucky = portrait({ impressions: 10, clicks: 3 });
  const proven = portrait({ impressions: 100_000, clicks: 20_000 });
  expect(ranked([lucky, proven]).map(({ id }) => id)).toEqual([proven.id, lucky.id]);
});

test('what weak creatives cost is told in money, and their rate is compared with those looked at, not with the account', () => {
  const portraits = [...many(20, { clicks: 300 }), portrait({ clicks: 20, spend: 1234 })];
  const [advice] = recommend(portraits, [], yen);
  expect(advice?.evidence).toMatch(/of the 21 creatives looked at; they cost 1234 JPY in the period/);
  expect(`${advice?.recommendation} ${advice?.evidence}`).not.toContain('account');
});

test('a weak creative is one whose whole interval lies under that of all', () => {
  const good = many(20, { clicks: 300 });
  const weak = portrait({ clicks: 20 });
  const unseen = portrait({ impressions: 50, clicks: 0 });
  expect(weakCreatives([...good, weak, unseen]).weak).toEqual([weak]);
});
