import { expect, test } from 'vitest';
import { Trigger } from '../../wire.ts';
import { contentsWith } from '../containers/contents.testing.ts';
import type { Plain } from './parameters.ts';
import { changedTrigger, newTrigger, type TriggerChange } from './trigger-fields.ts';

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

test('members of a trigger group are references, named by id or name, also those that are added', () => {
  const trigger = ['7', '8'].map((triggerId) => ({ triggerId, name: `CE ${triggerId}`, type: 'customEvent' }));
  const contents = contentsWith({ trigger });
  const group = (before: Trigger, triggerIds: Plain) =>
    changedTrigger(before, { parameters: { triggerIds } }, contents);
  const reference = (value: string) => ({ type: 'triggerReference', value });
  const members = (...values: string[]) => [{ type: 'list', key: 'triggerIds', list: values.map(reference) }];
  const blank = Trigger.parse({ triggerId: '9', name: 'Group', type: 'triggerGroup' });
  const made = group(blank, ['CE 7']);
  expect(made.parameter).toEqual(members('7'));
  expect(group(made, ['7', 'CE 8', 'All Pages']).parameter).toEqual(members('7', '8', '2147479553'));
  const asText = {
    ...blank,
    parameter: [{ type: 'list', key: 'triggerIds', list: [{ type: 'template', value: '7' }] }],
  };
  expect(group(asText, ['7']).parameter).toEqual(members('7'));
  for (const wrong of [['CE 9'], 'CE 7', [['7']]]) expect(() => group(blank, wrong)).toThrow(/parameters\.triggerIds/);
});
