import { expect, test } from 'vitest';
import { codeParameter, isCustomCode, requireCustomCode } from './custom-code.ts';

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

test('the permission is asked for where parameters of code are given, and not for a pause or another type', () => {
  const asked: string[] = [];
  const caller = { requireCustomCode: (field: string) => void asked.push(field) };
  for (const type of ['html', 'jsm', 'img', 'gaawe']) {
    requireCustomCode(caller, type, { html: 'x' });
    requireCustomCode(caller, type);
  }
  expect(asked).toEqual(['parameters.html', 'parameters.javascript']);
});
