import { expect, test } from 'vitest';
import { builtInName, builtInType } from './built-ins.ts';

test('a name that both kinds of containers know is the type of the kind at hand', () => {
  expect(builtInType('Page URL')).toBe('pageUrl');
  expect(builtInType('Page URL', true)).toBe('serverPageLocationUrl');
  expect(builtInType('Request Path')).toBeUndefined();
  expect(builtInType('Request Path', true)).toBe('requestPath');
  expect(builtInType('clickurl')).toBeUndefined();
  expect(builtInType('click url')).toBe('clickUrl');
  expect(builtInName('elementVisibilityRatio')).toBe('Percent Visible');
});
