import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, unfence } = sandboxed('search');

test('explains a code as errors show it, in one word or in two, or else its family', async () => {
  await unfence();
  const { upstream } = await refusal('list_campaigns', { customer_id: '9999999999' });
  const { errors } = await call('get_search_error_codes', { error_code: upstream.code });
  expect(errors).toMatchObject([{ error_code: 'authenticationError', error_subcode: 'CUSTOMER_NOT_FOUND' }]);
  const apart = { error_code: 'authenticationError', error_subcode: 'CUSTOMER_NOT_FOUND' };
  expect((await call('get_search_error_codes', apart)).errors).toEqual(errors);
  const family = (await call('get_search_error_codes', { error_code: 'queryError.SOMETHING_NEW' })).errors;
  expect(family).toMatchObject([{ error_code: 'queryError', code: 'invalid_arguments', retry: false }]);
  expect((await call('get_search_error_codes')).errors.length).toBeGreaterThan(10);
});
