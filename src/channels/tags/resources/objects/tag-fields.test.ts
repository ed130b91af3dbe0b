import { expect, test } from 'vitest';
import { Tag } from '../../wire.ts';
import { contentsWith } from '../containers/contents.testing.ts';
import { changedTag } from './tag-fields.ts';

test('a schedule ends after it begins, also against the moment that stands', () => {
  const [may, june] = ['2027-05-01T00:00:00Z', '2027-06-01T00:00:00Z'];
  const blank = Tag.parse({ tagId: '1', name: 'Tag', type: 'html' });
  const changed = (before: Tag, schedule: { from?: string; to?: string }) =>
    changedTag(before, { schedule }, contentsWith({}));
  const inMay = changed(blank, { from: may, to: june });
  expect(inMay).toMatchObject({ scheduleStartMs: String(Date.parse(may)), scheduleEndMs: String(Date.parse(june)) });
  expect(() => changed(blank, { from: june, to: may })).toThrow(/schedule\.to.*after/);
  expect(() => changed(blank, { from: may, to: may })).toThrow(/schedule\.to/);
  expect(() => changed(inMay, { from: june })).toThrow(/schedule\.from.*before/);
  expect(() => changed(inMay, { to: may })).toThrow(/schedule\.to/);
  expect(changed(inMay, { from: june, to: 'none' })).not.toHaveProperty('scheduleEndMs');
});
