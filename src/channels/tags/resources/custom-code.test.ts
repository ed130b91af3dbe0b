import { expect, test } from 'vitest';
import { codeParameter, isCustomCode } from './custom-code.ts';

test.each([
  ['tag', 'html', 'html'],
  ['variable', 'jsm', 'javascript'],
  ['template', 'anything', 'templateData'],
] as const)('a %s of type %s holds code in %s', (kind, type, parameter) => {
  expect(codeParameter(kind, type)).toBe(parameter);
  expect(isCustomCode(kind, type)).toBe(true);
});

test.each([
  ['tag', 'img'],
  ['tag', 'gaawe'],
  ['tag', 'cvt_1_2'],
  ['tag', 'jsm'],
  ['tag', 'constructor'],
  ['variable', 'html'],
  ['variable', 'j'],
  ['trigger', 'html'],
] as const)('a %s of type %s does not', (kind, type) => expect(isCustomCode(kind, type)).toBe(false));
