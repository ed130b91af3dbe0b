import { expect, test } from 'vitest';
import { contentsWith } from '../containers/contents.testing.ts';
import { newTrigger, type TriggerChange } from './trigger-fields.ts';

const problemsOf = (type: string, change: TriggerChange) => {
  try {
    newTrigger('x', type, change, contentsWith({}));
  } catch (error) {
    return (error as { details: { problems: { field: string; message: string }[] } }).details.problems.map(
      ({ field, message }) => `${field} ${message}`,
    );
  }
  return [];
};

test('a setting that is no text, number or list where one is due is refused by its name', () => {
  const settings = { waitForTags: { a: 1 }, interval: [1], verticalScrollPercentageList: '25', visibleSelector: 'a' };
  expect(problemsOf('scrollDepth', { settings })).toEqual([
    'settings.waitForTags must be text, a number or true or false',
    'settings.interval must be text, a number or true or false',
    'settings.verticalScrollPercentageList must be a list of numbers',
    expect.stringContaining('settings.visibleSelector is no setting of a trigger'),
  ]);
  expect(
    problemsOf('scrollDepth', { settings: { waitForTags: true, verticalScrollPercentageList: [25, 50] } }),
  ).toEqual([]);
});

test('exactly one condition is on the name of a custom event, and none on that of any other trigger', () => {
  expect(problemsOf('customEvent', { event: 'purchase' })).toEqual([]);
  expect(problemsOf('customEvent', {})).toEqual([expect.stringContaining('exactly one condition')]);
  expect(problemsOf('pageview', { event: 'purchase' })).toEqual([expect.stringContaining('and this is pageview')]);
});
