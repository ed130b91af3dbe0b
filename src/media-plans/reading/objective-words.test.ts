import { expect, test } from 'vitest';
import { objectiveOf } from './objective-words.ts';

test.each([
  ['landing page views: optimise for landing page views', 'traffic'],
  ['リード獲得(リード獲得広告)', 'leads'],
  ['website traffic, website traffic', 'traffic'],
  ['video views and leads', ['video_views', 'leads']],
])('the objective of "%s"', (text, objective) => {
  expect(objectiveOf(text)).toEqual(objective);
});
