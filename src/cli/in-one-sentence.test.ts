import { expect, test } from 'vitest';
import { Failure } from '../errors.ts';
import { inOneSentence } from './in-one-sentence.ts';

const system = (code: string, message = 'raw', path?: string) => Object.assign(new Error(message), { code, path });

test.each<[unknown, string]>([
  [
    new Failure({ code: 'conflict', message: 'It is taken.', nextStep: 'Choose another.' }),
    'It is taken. Choose another.',
  ],
  ['only words', 'only words'],
  [system('ERR_MODULE_NOT_FOUND', "Cannot find package 'pg' imported"), 'pg is not installed. Run: npm ci --omit=dev'],
  [system('ENOSPC', 'raw', '/data/x'), '/data/x cannot be written, because the disk is full.'],
  [system('ENOSPC'), 'raw'],
  [new Error('two\n  lines', { cause: new Error('why') }), 'two lines (why)'],
])('%s is told as %j', (error, told) => {
  expect(inOneSentence(error)).toBe(told);
});
