import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { ERRORS } from '../errors.ts';

const { call, refusal } = sandboxed('social');

test('explains one code, as text or number, with cause, fix and whether to retry', async () => {
  for (const error_code of ['17', 17]) {
    const { errors } = await call('get_social_error_codes', { error_code, error_subcode: '2446079' });
    expect(errors).toMatchObject([
      { error_code: 17, error_subcode: 2446079, code: 'rate_limited', retry: true, wait_s: 300 },
    ]);
  }
  const { errors, known_subcodes } = await call('get_social_error_codes', { error_code: '190' });
  expect(errors[0]).toMatchObject({ code: 'token_expired', retry: false });
  expect(known_subcodes).toContain(459);
});

test('finds a subcode alone, and answers with a short list of the codes when asked for nothing', async () => {
  expect((await call('get_social_error_codes', { error_subcode: '1885621' })).errors[0].meaning).toMatch(
    /campaign and ad set/,
  );
  const { errors } = await call('get_social_error_codes');
  expect(new Set(errors.map(({ error_code }: { error_code: number }) => String(error_code)))).toEqual(
    new Set(ERRORS.entries.map(({ code }) => code)),
  );
  expect(JSON.stringify(errors).length).toBeLessThan(16_000);
});

test('says that it does not know', async () => {
  expect(await refusal('get_social_error_codes', { error_code: '987654' })).toMatchObject({ code: 'not_found' });
  expect(await refusal('get_social_error_codes', { error_code: 'x' })).toMatchObject({ code: 'not_found' });
});
