import { expect, test } from 'vitest';
import { errorTable } from '../upstream/error-table.ts';
import { explainErrors } from './error-codes.ts';

const { run, input, output } = explainErrors(
  errorTable(
    [
      '4 | busy:300 | Too many calls | Many at once | Wait.',
      '2 | broken | The platform failed | It broke | Look.',
      '100 | request | A wrong value | A typo | Mend it.',
      '100/33 | missing | It is gone | It was deleted | List.',
      '200/7 | permission | No role | Not asked | Ask.',
      'ABC | policy | Refused | The rules | Change it.',
    ].join('\n'),
  ),
);
const explained = async (args: object) => output.parse(await run(args)).errors;

test('every code is told in short, a subcode only where nothing else names its code', async () => {
  const all = await explained({});
  expect(all.map(({ error_code, error_subcode }) => [error_code, error_subcode])).toEqual([
    [4, undefined],
    [2, undefined],
    [100, undefined],
    [200, 7],
    ['ABC', undefined],
  ]);
  expect(all[0]).toEqual({ error_code: 4, code: 'rate_limited', meaning: 'Too many calls', retry: true });
});

test('one is told with its cause, what to do, how long to wait, and what a change that met it has come to', async () => {
  expect(await explained({ error_code: '4' })).toEqual([
    {
      ...{ error_code: 4, code: 'rate_limited', fault: 'platform', meaning: 'Too many calls', cause: 'Many at once' },
      ...{ fix: 'Wait.', retry: true, outcome: 'not_applied', wait_s: 300 },
    },
  ]);
  expect((await explained({ error_code: '2' }))[0]).toMatchObject({ outcome: 'unknown' });
});

test('a code is told with its subcodes, and one subcode for itself', async () => {
  expect(await run({ error_code: '100' })).toMatchObject({ known_subcodes: [33], errors: [{ error_code: 100 }] });
  const narrow = await run({ error_code: '100', error_subcode: '33' });
  expect(narrow).toMatchObject({ errors: [{ error_subcode: 33, code: 'not_found' }] });
  expect(narrow).not.toHaveProperty('known_subcodes');
  expect(await run({ error_subcode: '33' })).toEqual(narrow);
});

test.each([
  [{ error_code: '9' }, 'error_code', ' 9.'],
  [{ error_subcode: '9' }, 'error_subcode', ' 9.'],
  [{ error_code: '8', error_subcode: '9' }, 'error_code', ' 8/9.'],
])('what the reference has not is not found: %j', async (args, field, words) => {
  await expect(run(args)).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining(words),
    details: { problems: [{ field }] },
  });
});

test('a code is taken as the number or the text that the platform wrote', () => {
  expect(input.parse({ error_code: 100 })).toEqual({ error_code: '100' });
  expect(input.parse({ error_code: 'ABC' })).toEqual({ error_code: 'ABC' });
  for (const error_code of ['', 'x'.repeat(121), 1.5, null])
    expect(input.safeParse({ error_code }).success).toBe(false);
});
