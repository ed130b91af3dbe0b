import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('professional');

test('a code is explained, and so are all of them', async () => {
  const { errors } = await call('get_professional_error_codes', { error_code: 'NONEXISTENT_VERSION' });
  expect(errors).toMatchObject([{ code: 'unsupported', fault: 'service', retry: false, fix: 'Update the service.' }]);
  const all = await call('get_professional_error_codes');
  expect(all.errors.length).toBeGreaterThan(50);
  expect(JSON.stringify(all).length).toBeLessThan(16_000);
  expect(await refusal('get_professional_error_codes', { error_code: 'NO_SUCH' })).toMatchObject({
    code: 'not_found',
    field: 'error_code',
  });
});
