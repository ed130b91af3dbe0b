import { expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

test('a secret is taken out of a complaint in every way it can be written', () => {
  const secret = 'a/b c"d';
  const said = {
    plain: `see ${secret} and ${secret}`,
    quoted: JSON.stringify({ secret }),
    slashes: 'a\\/b c\\"d',
    address: encodeURIComponent(secret),
    form: 'a%2Fb+c%22d',
    list: [secret, 7, null, { deep: secret }],
  };
  expect(withoutSecrets(said, [secret, 'other'])).toEqual({
    plain: 'see [secret] and [secret]',
    quoted: '{"secret":"[secret]"}',
    slashes: '[secret]',
    address: '[secret]',
    form: '[secret]',
    list: ['[secret]', 7, null, { deep: '[secret]' }],
  });
  expect(withoutSecrets(undefined, [secret])).toBeUndefined();
});
