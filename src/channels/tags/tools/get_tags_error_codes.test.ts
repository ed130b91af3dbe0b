import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('tags');

test('a code is explained with its subcode, and all are listed', async () => {
  const { errors } = await call('get_tags_error_codes', {
    error_code: 'PERMISSION_DENIED',
    error_subcode: 'rateLimitExceeded',
  });
  expect(errors).toMatchObject([{ code: 'rate_limited', retry: true, wait_s: 60 }]);
  const { errors: all } = await call('get_tags_error_codes');
  expect(all.map(({ error_code }: { error_code: string }) => error_code)).toContain('NOT_FOUND');
  expect(await refusal('get_tags_error_codes', { error_code: 'NEVER_SEEN' })).toMatchObject({ code: 'not_found' });
});
