import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call } = sandboxed();

test('tells the often misread codes apart', async () => {
  const entry = async (error_code: number) => (await call('get_video_error_codes', { error_code })).errors[0];
  expect(await entry(40002)).toMatchObject({ code: 'invalid_arguments', retry: false });
  expect(await entry(40100)).toMatchObject({ code: 'rate_limited', retry: true });
  expect(await entry(40105)).toMatchObject({ code: 'token_expired', retry: false });
  expect((await call('get_video_error_codes')).errors.length).toBeGreaterThan(60);
});
