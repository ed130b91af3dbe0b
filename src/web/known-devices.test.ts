import { expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { KnownDevices } from './known-devices.ts';

const ambient = stillAmbient();
const devices = (key: string, isSecure = true) => new KnownDevices({ key: Buffer.from(key), ambient, isSecure });
const own = devices('key');
const request = (cookie?: string) => ({ headers: cookie === undefined ? {} : { cookie } });
const pairOf = (line: string) => line.split(';')[0]!;

test('a browser counts as known for the person who signed in there, and for no other person', () => {
  const cookie = pairOf(own.cookieFor('per_1'));
  const id = own.idOf(request(`a=1; ${cookie}; b=2`), 'per_1');
  expect(id).toMatch(/^[\w-]{16}$/);
  expect(cookie).toContain(id!);
  expect(own.idOf(request(cookie), 'per_2')).toBeUndefined();
  expect(devices('other key').idOf(request(cookie), 'per_1')).toBeUndefined();
  const [name, value = ''] = cookie.split('=');
  const [, seal] = value.split('.');
  for (const forged of [
    `${name}=${'x'.repeat(16)}.${seal}`,
    `${name}=${value}x`,
    `${name}=${value.slice(0, -1)}`,
    `x${cookie}`,
    '',
  ])
    expect(own.idOf(request(forged), 'per_1'), forged).toBeUndefined();
  expect(own.idOf(request(), 'per_1')).toBeUndefined();
});

test('its cookie goes to the sign-in alone, for half a year, and no script reads it', () => {
  const [, ...flags] = own.cookieFor('per_1').split('; ');
  expect(flags).toEqual(['Path=/api/auth', 'Max-Age=15552000', 'HttpOnly', 'SameSite=Lax', 'Secure']);
  expect(own.cookieFor('per_1')).toMatch(/^__Secure-adhelm\.device=/);
  const plain = devices('key', false).cookieFor('per_1');
  expect(plain).toMatch(/^adhelm\.device=/);
  expect(plain).not.toContain('Secure');
  expect([own.isAnyIn(request(pairOf(plain))), own.isAnyIn(request('a=1')), own.isAnyIn(request())]).toEqual([
    true,
    false,
    false,
  ]);
});
