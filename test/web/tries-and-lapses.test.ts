import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/ambient.ts';
import { AUTH_ROUTES } from '../../src/web/sign-in-routes.ts';
import { startTestService, type TestService } from '../service.ts';
import { codeOf, withSecondFactor } from './authenticator.ts';
import { Browser, ownerOf, PASSWORD } from './browser.ts';
import { movedClock } from './moved-clock.ts';
import { invited } from './people.ts';
import { atThePlatform } from './platform-page.ts';

const MINUTE_MS = 60_000;

const clock = movedClock();
let service: TestService;
let owner: Browser;
beforeAll(async () => {
  const settings = { ADHELM_TRUST_PROXY: 'on' };
  service = await startTestService({ platforms: ['social'], ambient: clock.ambient, settings });
  owner = await ownerOf(service);
});
afterAll(async () => {
  clock.backToNow();
  await service?.close();
});
/** What may be tried is there again for each test. */
beforeEach(() => clock.advance(16 * MINUTE_MS));

const isIn = async (browser: Browser) => (await browser.fetch('/api/trpc/session.me')).status === 200;

async function withTotp(email: string): Promise<{ browser: Browser; uri: string }> {
  const browser = await invited(owner, email, 'viewer');
  return { browser, uri: await withSecondFactor(browser) };
}

/** The statuses of so many tries, one after the other. */
async function tries(count: number, attempt: (at: number) => Promise<Response>): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < count; at++) statuses.push((await attempt(at)).status);
  return statuses;
}

describe('every address that takes a secret refuses the 11th try', () => {
  /** By hand: what takes no secret. Every other address of better-auth is tried below. */
  const HARMLESS = [
    '/sign-out',
    '/get-session',
    '/list-sessions',
    '/revoke-session',
    '/revoke-other-sessions',
    '/update-user',
  ];
  const BODY = {
    password: 'wrong password',
    currentPassword: 'wrong password',
    newPassword: 'a new long password',
    code: '000000',
  };
  const secret = AUTH_ROUTES.map(({ path }) => path).filter((path) => !HARMLESS.includes(path));

  test.each(secret)('%s', async (path) => {
    const email = `tries${secret.indexOf(path)}@acme.example`;
    const { browser } = await withTotp(email);
    clock.advance(16 * MINUTE_MS);
    const waiting = new Browser(service.url);
    const statuses = await tries(11, async (at) => {
      if (path.includes('sign-in')) return waiting.post(`/api/auth${path}`, { ...BODY, email });
      if (!path.includes('verify')) return browser.post(`/api/auth${path}`, BODY);
      // A sign-in that waits for its code ends after five wrong ones, so a guesser begins another.
      if (at % 5 === 0) await waiting.signIn(email, PASSWORD);
      return waiting.post(`/api/auth${path}`, BODY);
    });
    expect(statuses[10], statuses.join(' ')).toBe(429);
    expect(statuses.slice(0, 9), 'not before').not.toContain(429);
  });

  test.each(AUTH_ROUTES)('a cookie that is no text is none: $path', async ({ path, method }) => {
    for (const value of ['%zz', '%E0%A4%A.abc', '.', '%00']) {
      const cookie = ['two_factor', 'session_token', 'device'].map((name) => `adhelm.${name}=${value}`).join('; ');
      const browser = new Browser(service.url);
      const reply =
        method === 'POST'
          ? await browser.post(`/api/auth${path}`, BODY, { cookie })
          : await browser.fetch(`/api/auth${path}`, { headers: { cookie } });
      expect(reply.status, await reply.text()).toBeLessThan(500);
    }
  });

  test('an invitation for somebody with an account', async () => {
    await invited(owner, 'guessed@acme.example', 'viewer');
    const { link } = await owner.api.members.invite.mutate({ role: 'member', email: 'guessed@acme.example' });
    const token = new URL(link).searchParams.get('token');
    const body = { token, password: 'wrong password' };
    const guess = () => new Browser(service.url).post('/api/trpc/session.acceptInvitation', body);
    expect((await tries(11, guess)).map((status) => status === 429)).toEqual([...Array(10).fill(false), true]);
  });

  test.each(['session.setUpState', 'session.invitation'])('links, at the 51st of one address: %s', async (path) => {
    const input = encodeURIComponent(JSON.stringify({ link: 'x', token: 'x' }));
    const statuses = await tries(51, () => new Browser(service.url).fetch(`/api/trpc/${path}?input=${input}`));
    expect([statuses[49], statuses[50]]).toEqual([200, 429]);
  });

  const account = { name: 'Guesser', email: 'guesser@acme.example', password: PASSWORD };
  test.each([
    ['session.setUp', { link: 'x', ...account }],
    ['session.acceptInvitation', { token: 'x', ...account }],
  ])('accounts by link, at the 51st of one address: %s', async (path, body) => {
    const statuses = await tries(51, () => new Browser(service.url).post(`/api/trpc/${path}`, body));
    expect([statuses.slice(0, 50).includes(429), statuses[50]]).toEqual([false, 429]);
  });
});

test('guessing from one address locks no one out at another', async () => {
  await invited(owner, 'victim@acme.example', 'viewer');
  const from = (address: string, password: string) =>
    new Browser(service.url).post(
      '/api/auth/sign-in/email',
      { email: 'victim@acme.example', password },
      { 'x-forwarded-for': address },
    );
  expect((await tries(40, () => from('203.0.113.7', 'wrong password'))).at(-1)).toBe(429);
  expect((await from('203.0.113.7', PASSWORD)).status).toBe(429);
  expect((await from('198.51.100.1', PASSWORD)).status).toBe(200);
});

test('a browser in which the person was signed in has tries of its own', async () => {
  const email = 'besieged@acme.example';
  const known = await invited(owner, email, 'viewer');
  await known.post('/api/auth/sign-out', {});
  expect((await tries(11, () => new Browser(service.url).signIn(email, 'wrong password'))).at(-1)).toBe(429);
  expect((await new Browser(service.url).signIn(email, PASSWORD)).status, 'a stranger there').toBe(429);
  expect((await known.signIn(email, PASSWORD)).status).toBe(200);
  await known.post('/api/auth/sign-out', {});
  expect((await tries(11, () => known.signIn(email, 'wrong password'))).at(-1), 'ten as well').toBe(429);
});

describe('strangers at a hundred addresses use up the tries of an account', () => {
  /** Without a password nothing is hashed, and it counts all the same. */
  async function besiege(email: string): Promise<void> {
    const guess = (at: number) =>
      new Browser(service.url).post('/api/auth/sign-in/email', { email }, { 'x-forwarded-for': `203.0.113.${at}` });
    const statuses = (await Promise.all(Array.from({ length: 101 }, (_, at) => guess(at)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  }
  const from = (address: string, body: object, browser = new Browser(service.url)) =>
    browser.post('/api/auth/sign-in/email', body, { 'x-forwarded-for': address });

  test('a new browser gets in with the code of the second factor, and with no other', async () => {
    const email = 'besieged-both@acme.example';
    const { uri } = await withTotp(email);
    await besiege(email);
    const body = { email, password: PASSWORD };
    const refused = await from('198.51.100.1', body);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, null]);
    expect(((await refused.json()) as { error: string }).error).toContain('code of your second factor');
    expect((await from('198.51.100.1', { ...body, code: '000000' })).status).toBe(429);
    const code = codeOf(uri);
    const browser = new Browser(service.url);
    expect((await from('198.51.100.1', { ...body, code }, browser)).status).toBe(200);
    expect((await browser.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200);
    expect(await isIn(browser)).toBe(true);
    expect((await from('198.51.100.2', { ...body, password: 'wrong password', code })).status, 'both count').toBe(401);
  });

  test('a new browser gets in with an invitation to the address, and is known from then on', async () => {
    const email = 'besieged-one@acme.example';
    await invited(owner, email, 'viewer');
    const invite = async (named: object) => {
      const { link } = await owner.api.members.invite.mutate({ role: 'viewer', ...named });
      return new URL(link).searchParams.get('token')!;
    };
    await besiege(email);
    const browser = new Browser(service.url);
    const accept = (token: string) =>
      browser.post('/api/trpc/session.acceptInvitation', { token, email, password: PASSWORD });
    expect((await accept(await invite({}))).status, 'one that anybody could hold').toBe(429);
    expect((await accept(await invite({ email }))).status).toBe(200);
    await browser.post('/api/auth/sign-out', {});
    expect((await browser.signIn(email, PASSWORD)).status).toBe(200);
  });
});

test('a thief of the password who guesses codes locks its person out of no browser known to them', async () => {
  const email = 'guessed-codes@acme.example';
  const { browser, uri } = await withTotp(email);
  await browser.post('/api/auth/sign-out', {});
  const guess = async (at: number) => {
    const headers = { 'x-forwarded-for': `203.0.113.${at}` };
    const thief = new Browser(service.url);
    await thief.post('/api/auth/sign-in/email', { email, password: PASSWORD }, headers);
    return thief.post('/api/auth/two-factor/verify-totp', { code: '000000' }, headers);
  };
  const statuses = await tries(11, guess);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  await browser.signIn(email, PASSWORD);
  await browser.post('/api/auth/two-factor/verify-totp', { code: codeOf(uri) });
  expect(await isIn(browser)).toBe(true);
});

test('the mark of a known browser is of one person, and cannot be made', async () => {
  const one = await invited(owner, 'marked@acme.example', 'viewer');
  await invited(owner, 'unmarked@acme.example', 'viewer');
  await one.signIn('marked@acme.example', PASSWORD);
  const mark = one.cookies.get('adhelm.device')!;
  const tried = async (value: string, email: string) => {
    const browser = new Browser(service.url);
    browser.cookies.set('adhelm.device', value);
    return (await tries(12, () => browser.signIn(email, 'wrong password'))).indexOf(429);
  };
  // Nothing is left from this address for the second person, so only a mark could have opened more tries.
  expect(await tried(mark, 'unmarked@acme.example')).toBe(10);
  expect(await tried(`${mark.slice(0, -2)}AA`, 'unmarked@acme.example')).toBe(0);
});

describe('with a second factor, the password alone changes nothing', () => {
  /** By hand: `enable` refuses by itself, and the others are the sign-in. Every other address that takes a secret is tried. */
  const OTHERS = ['/sign-in/email', '/two-factor/enable', '/two-factor/verify-totp', '/two-factor/verify-backup-code'];
  const asked = AUTH_ROUTES.filter(({ path, counted }) => counted && !OTHERS.includes(path)).map(({ path }) => path);
  test.each(asked)('%s', async (path) => {
    const { browser, uri } = await withTotp(`both${asked.indexOf(path)}@acme.example`);
    clock.advance(16 * MINUTE_MS);
    const body = { password: PASSWORD, currentPassword: PASSWORD, newPassword: PASSWORD };
    const ask = async (more: object) => (await browser.post(`/api/auth${path}`, { ...body, ...more })).status;
    expect([await ask({}), await ask({ code: '000000' }), await ask({ code: 'aaaaa-bbbbb' })]).toEqual([403, 403, 403]);
    expect(await ask({ code: codeOf(uri) })).toBe(200);
  });

  test('/two-factor/enable makes no second secret beside the one that is there', async () => {
    const { browser, uri } = await withTotp('bothEnable@acme.example');
    const again = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD });
    expect([again.status, await again.text()]).toEqual([400, expect.not.stringContaining('otpauth')]);
    const fresh = new Browser(service.url);
    await fresh.signIn('bothEnable@acme.example', PASSWORD);
    await fresh.post('/api/auth/two-factor/verify-totp', { code: codeOf(uri) });
    expect(await isIn(fresh)).toBe(true);
  });

  test('a browser cannot be let off the code at its next sign-in', async () => {
    const { uri } = await withTotp('trusting@acme.example');
    const browser = new Browser(service.url);
    await browser.signIn('trusting@acme.example', PASSWORD);
    await browser.post('/api/auth/two-factor/verify-totp', { code: codeOf(uri), trustDevice: true });
    expect(await isIn(browser)).toBe(true);
    await browser.post('/api/auth/sign-out', {});
    await browser.signIn('trusting@acme.example', PASSWORD);
    expect(await isIn(browser)).toBe(false);
  });
});

describe('what lapses', () => {
  test('a sign-in that waits for its second factor, after ten minutes', async () => {
    const { uri } = await withTotp('waits@acme.example');
    const waiting = new Browser(service.url);
    await waiting.signIn('waits@acme.example', PASSWORD);
    const kept = new Map(waiting.cookies);
    clock.advance(11 * MINUTE_MS);
    for (const [name, value] of kept) waiting.cookies.set(name, value);
    const late = await waiting.post('/api/auth/two-factor/verify-totp', { code: codeOf(uri) });
    expect([late.status, await isIn(waiting)]).toEqual([401, false]);
  });

  test('a connection that is begun and not stored, after ten minutes', async () => {
    const person = new Browser(service.url);
    await person.signIn('owner@acme.example', PASSWORD);
    const workspaceId = await service.workspaceId('Acme');
    const begin = () => person.api.connections.begin.mutate({ workspaceId, channel: 'social', mode: 'sandbox' });
    const [asked, returned] = [await begin(), await begin()];
    const back = await atThePlatform(returned.redirectTo);
    clock.advance(9 * MINUTE_MS);
    expect(await person.api.connections.pending.query({ workspaceId, id: asked.id })).toMatchObject({ who: null });
    clock.advance(2 * MINUTE_MS);
    await expect(person.api.connections.pending.query({ workspaceId, id: asked.id })).rejects.toThrow('no such');
    expect((await person.fetch(back)).headers.get('location')).toBe('/connections?failed=state');
  });

  test('a session that is not used for seven days; one that is used goes on', async () => {
    const [used, unused] = [
      await invited(owner, 'used@acme.example', 'viewer'),
      await invited(owner, 'unused@acme.example', 'viewer'),
    ];
    for (let day = 0; day < 8; day += 2) {
      clock.advance(2 * DAY_MS);
      expect(await isIn(used)).toBe(true);
    }
    expect(await isIn(unused)).toBe(false);
    clock.advance(7 * DAY_MS + MINUTE_MS);
    expect(await isIn(used)).toBe(false);
  });
});
