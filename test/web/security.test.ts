import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { codeOf, withSecondFactor } from './authenticator.ts';
import { Browser, ownerOf, PASSWORD, setUpLink } from './browser.ts';
import { movedClock } from './moved-clock.ts';
import { invited } from './people.ts';

const EMAIL = 'owner@acme.example';

const clock = movedClock();
let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social'], ambient: clock.ambient });
  owner = await ownerOf(service);
});
afterAll(async () => {
  clock.backToNow();
  await service?.close();
});
/** What one address may try is there again for each test. */
beforeEach(() => clock.advance(16 * 60_000));

async function signedIn(): Promise<Browser> {
  const browser = new Browser(service.url);
  const reply = await browser.signIn(EMAIL, PASSWORD);
  if (!reply.ok) throw new Error(await reply.text());
  return browser;
}

const isIn = async (browser: Browser) => (await browser.fetch('/api/trpc/session.me')).status === 200;

describe('getting in', () => {
  test('the link lets one person in, once', async () => {
    const link = await setUpLink(service);
    const state = (secret: string) => new Browser(service.url).api.session.setUpState.query({ link: secret });
    expect(await state(link)).toMatchObject({ valid: true, first: false });
    expect(await state('made-up')).toMatchObject({ valid: false, organization: null });
    const attempt = (email: string) =>
      new Browser(service.url).api.session.setUp.mutate({ link, name: 'K', email, password: PASSWORD });
    const both = await Promise.allSettled([attempt('a@acme.example'), attempt('b@acme.example')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await state(link)).toMatchObject({ valid: false });
  });

  test('there is no sign-up without an invitation', async () => {
    const reply = await owner.post('/api/auth/sign-up/email', { name: 'x', email: 'x@x.example', password: PASSWORD });
    expect(reply.status).toBe(404);
  });

  test('a short password is refused, and the link is still good', async () => {
    const link = await setUpLink(service);
    const browser = new Browser(service.url);
    const account = { link, name: 'S', email: 's@acme.example' };
    await expect(browser.api.session.setUp.mutate({ ...account, password: 'short' })).rejects.toThrow('10 characters');
    await browser.api.session.setUp.mutate({ ...account, password: PASSWORD });
    expect(await isIn(browser)).toBe(true);
  });

  test('the link of the operator gives a known person a new password, and ends their sessions and second factor', async () => {
    const lost = await invited(owner, 'lost@acme.example', 'viewer');
    const other = await invited(owner, 'other@acme.example', 'viewer');
    for (const one of [lost, other]) await withSecondFactor(one);
    const browser = new Browser(service.url);
    const account = { name: 'L', email: 'lost@acme.example', password: 'another long one' };
    const unnamed = browser.api.session.setUp.mutate({ link: await setUpLink(service), ...account });
    await expect(unnamed, 'a link for anybody takes over no account').rejects.toThrow('not made for that address');
    expect(await isIn(lost)).toBe(true);
    const link = await setUpLink(service, 'lost@acme.example');
    await browser.api.session.setUp.mutate({ link, ...account });
    expect([await isIn(lost), await isIn(browser)]).toEqual([false, true]);
    const me = await browser.api.session.me.query();
    expect([me.organization.role, me.person.totp], 'and no other role').toEqual(['viewer', false]);
    expect((await new Browser(service.url).signIn('lost@acme.example', PASSWORD)).status).toBe(401);
    const kept = await service.home.store.db.selectFrom('two_factors').select('person_id').execute();
    const { id } = (await other.api.session.me.query()).person;
    expect(kept.map(({ person_id }) => person_id)).toEqual([id]);
  });

  test('the link of the operator lets only an owner name the organization, on record', async () => {
    const name = async () => (await owner.api.session.me.query()).organization.name;
    const renames = async () =>
      (await service.home.audit.list({ limit: 50 })).filter(({ action }) => action === 'organization.rename');
    const before = await name();
    await invited(owner, 'names@acme.example', 'viewer');
    const link = await setUpLink(service, 'names@acme.example');
    const account = { link, name: 'N', email: 'names@acme.example', password: 'another long one' };
    const browser = new Browser(service.url);
    await expect(browser.api.session.setUp.mutate({ ...account, organization: 'Mine' })).rejects.toThrow(
      'Only an owner names the organization',
    );
    expect([await name(), await renames()]).toEqual([before, []]);
    expect((await new Browser(service.url).signIn(account.email, PASSWORD)).ok, 'nothing was changed').toBe(true);
    await browser.api.session.setUp.mutate(account);
    const made = { ...account, link: await setUpLink(service), email: 'made@acme.example' };
    const other = new Browser(service.url);
    await other.api.session.setUp.mutate({ ...made, organization: 'Renamed' });
    expect(await name()).toBe('Renamed');
    const { id } = (await other.api.session.me.query()).person;
    expect(await renames()).toMatchObject([{ actor: id, detail: { from: before, to: 'Renamed' } }]);
  });

  test('an invitation takes the password of an account that is there, and no other', async () => {
    const { workspaces } = await owner.api.session.me.query();
    const invite = { role: 'member', email: 'twice@acme.example' } as const;
    await invited(owner, invite.email, 'viewer');
    const { link } = await owner.api.members.invite.mutate({ ...invite, workspaceId: workspaces[0]!.id });
    const token = new URL(link).searchParams.get('token') ?? '';
    const browser = new Browser(service.url);
    expect(await browser.api.session.invitation.query({ token })).toMatchObject({ valid: true, known: true });
    const accept = (password: string) => browser.api.session.acceptInvitation.mutate({ token, password });
    await expect(accept('not the password')).rejects.toThrow('not its password');
    await accept(PASSWORD);
    const me = await browser.api.session.me.query();
    const sessions = service.home.store.db.selectFrom('sessions').select('id').where('person_id', '=', me.person.id);
    expect(await sessions.execute(), 'of the first browser and of this one, none of the check').toHaveLength(2);
    expect(me.workspaces.map(({ role }) => role)).toContain('member');
  });
});

describe('cookies and sessions', () => {
  test('HttpOnly, SameSite, and Secure where it is not this machine', async () => {
    const browser = await signedIn();
    const cookie = browser.received.find((one) => one.startsWith('adhelm.session_token='))!;
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).not.toMatch(/Secure/);
    const settings = { ADHELM_PUBLIC_URL: 'https://ads.acme.example' };
    const abroad = await startTestService({ platforms: ['social'], settings });
    const far = await ownerOf(abroad);
    expect(far.received.length).toBeGreaterThan(0);
    for (const one of far.received) expect(one).toMatch(/^__Secure-adhelm.*Secure/);
    await abroad.close();
  });

  test('a sign-in begins a new session and ends the one that was brought along', async () => {
    const browser = await signedIn();
    const before = new Map(browser.cookies);
    await browser.signIn(EMAIL, PASSWORD);
    expect(browser.cookies).not.toEqual(before);
    expect(await isIn(browser)).toBe(true);
    const old = new Browser(service.url);
    for (const [name, value] of before) old.cookies.set(name, value);
    expect(await isIn(old)).toBe(false);
  });

  test('a session that is revoked elsewhere ends with the next request', async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    const sessions = (await (await here.fetch('/api/auth/list-sessions')).json()) as { token: string }[];
    expect(sessions.length).toBeGreaterThan(1);
    const mine = decodeURIComponent(there.cookies.get('adhelm.session_token')!).split('.')[0];
    const { token } = sessions.find((one) => one.token === mine)!;
    await here.post('/api/auth/revoke-session', { token });
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
  });

  test('signing out ends the session itself, not only the cookie', async () => {
    const browser = await signedIn();
    const kept = new Map(browser.cookies);
    await browser.post('/api/auth/sign-out', {});
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expect(await isIn(browser)).toBe(false);
  });

  test('a changed password ends every other session, whatever the page asked for', async () => {
    const browser = await invited(owner, 'changes@acme.example', 'viewer');
    const other = new Browser(service.url);
    await other.signIn('changes@acme.example', PASSWORD);
    const change = { currentPassword: PASSWORD, newPassword: 'a new long password', revokeOtherSessions: false };
    expect((await browser.post('/api/auth/change-password', change)).status).toBe(200);
    expect([await isIn(browser), await isIn(other)]).toEqual([true, false]);
  });

  test('a forged or changed cookie is no session', async () => {
    const browser = await signedIn();
    const [name, value] = [...browser.cookies][0]!;
    browser.cookies.set(
      name,
      value.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
    );
    expect(await isIn(browser)).toBe(false);
  });

  test('a removed member is refused with the next request', async () => {
    const browser = await invited(owner, 'leaves@acme.example', 'member');
    expect(await isIn(browser)).toBe(true);
    const { members } = await owner.api.members.list.query();
    await owner.api.members.remove.mutate({ id: members.find(({ email }) => email === 'leaves@acme.example')!.id });
    expect(await isIn(browser)).toBe(false);
  });
});

describe('requests that other pages make', () => {
  const attempt = (headers: Record<string, string>) =>
    fetch(`${service.url}/api/trpc/rehearsal.freeze`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      body: JSON.stringify({ on: false }),
    });

  test('are refused: another site, another port of this machine, and no origin at all', async () => {
    expect((await attempt({ origin: service.url })).status).toBe(200);
    expect((await attempt({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await attempt({ origin: 'http://127.0.0.1:9' })).status).toBe(403);
    expect((await attempt({ origin: 'http://localhost:3000' })).status).toBe(403);
    expect((await attempt({ origin: 'null' })).status).toBe(403);
    expect((await attempt({})).status).toBe(403);
  });

  test.each([
    '/api/sheets?workspaceId=x',
    '/api/auth/sign-in/email',
    '/api/auth/sign-out',
    '/api/auth/change-password',
  ])('are refused at every door: %s', async (door) => {
    const reply = await owner.post(door, {}, { origin: 'http://127.0.0.1:9' });
    expect(reply.status).toBe(403);
    expect(await reply.text()).toContain('did not come from a page of this service');
    expect(await isIn(owner)).toBe(true);
  });

  test('get no permission to read either', async () => {
    const reply = await attempt({ origin: service.url });
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('cannot change anything by GET', async () => {
    const reply = await owner.fetch(`/api/trpc/rehearsal.freeze?input=${encodeURIComponent('{"on":true}')}`);
    expect(reply.status).toBe(405);
  });
});

describe('attempts', () => {
  test('are limited for an account, whatever address they come from, and say how many are left', async () => {
    const browser = new Browser(service.url);
    await invited(owner, 'guessed@acme.example', 'viewer');
    const left: (string | null)[] = [];
    let last: Response | undefined;
    for (let attempt = 0; attempt < 11; attempt++) {
      last = await browser.signIn('guessed@acme.example', `wrong password ${attempt}`);
      left.push(last.headers.get('x-tries-left'));
    }
    expect(left.slice(0, 3)).toEqual(['9', '8', '7']);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await last?.json()).toMatchObject({ code: 'RATE_LIMITED' });
    expect((await browser.signIn('guessed@acme.example', PASSWORD)).status).toBe(429);
  });

  test('an address without an account is answered as a wrong password is', async () => {
    const browser = new Browser(service.url);
    const wrong = await browser.signIn(EMAIL, 'wrong password');
    const nobody = await browser.signIn('nobody@acme.example', 'wrong password');
    expect([nobody.status, await nobody.text()]).toEqual([wrong.status, await wrong.text()]);
  });
});

describe('keys are for programs, sessions for people', () => {
  test('a key opens nothing for people, in whatever way it is sent', async () => {
    const { url, key } = service;
    for (const headers of [{ authorization: `Bearer ${key}` }, { cookie: `key=${key}; adhelm.session_token=${key}` }]) {
      expect((await fetch(`${url}/api/trpc/session.me`, { headers })).status).toBe(401);
    }
  });

  test('a key in a cookie or in the address, and a session, open no tool', async () => {
    const { url, key } = service;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const session = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const send = (headers: Record<string, string>, query = '') =>
      fetch(`${url}/social/mcp${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
    expect((await send({ cookie: `authorization=${key}; key=${key}` })).status).toBe(401);
    expect((await send({}, `?key=${key}&api_key=${key}&access_token=${key}`)).status).toBe(401);
    expect((await send({ cookie: session })).status).toBe(401);
    expect((await send({ authorization: `Bearer ${key}` })).status).toBe(200);
  });
});

test('a name has a hundred characters at most, and nothing else of a person is changed', async () => {
  const update = (body: object) => owner.post('/api/auth/update-user', body);
  const refused = await update({ name: 'x'.repeat(900_000) });
  expect([refused.status, await refused.json()]).toEqual([
    400,
    expect.objectContaining({ error: expect.stringMatching(/^name /) }),
  ]);
  expect((await update({ name: 'New name', image: 'https://evil.example/x.png' })).status).toBe(200);
  const { person } = await owner.api.session.me.query();
  expect(person.name).toBe('New name');
  const session = (await (await owner.fetch('/api/auth/get-session')).json()) as { user: { image?: unknown } };
  expect(session.user.image ?? null).toBeNull();
});

describe('TOTP', () => {
  test('once it is on, a password alone is not enough', async () => {
    const email = 'totp@acme.example';
    const browser = await invited(owner, email, 'viewer');
    const begun = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const { totpURI, backupCodes } = (await begun.json()) as { totpURI: string; backupCodes: string[] };
    const confirmed = await browser.post('/api/auth/two-factor/verify-totp', { code: codeOf(totpURI) });
    expect(confirmed.status).toBe(200);
    expect((await browser.api.session.me.query()).person.totp).toBe(true);

    const again = new Browser(service.url);
    expect(await (await again.signIn(email, PASSWORD)).json()).toMatchObject({ twoFactorRedirect: true });
    expect(await isIn(again)).toBe(false);
    expect((await again.post('/api/auth/two-factor/verify-totp', { code: '000000' })).status).toBe(401);
    expect((await again.post('/api/auth/two-factor/verify-totp', { code: codeOf(totpURI) })).status).toBe(200);
    expect(await isIn(again)).toBe(true);

    const { link } = await owner.api.members.invite.mutate({ role: 'member', email });
    const taken = { token: new URL(link).searchParams.get('token') ?? '', password: PASSWORD };
    await expect(new Browser(service.url).api.session.acceptInvitation.mutate(taken)).rejects.toThrow('second factor');
    expect((await again.api.session.me.query()).organization.role).toBe('viewer');
    await again.api.session.acceptInvitation.mutate(taken);

    const rescue = async () => {
      const rescued = new Browser(service.url);
      await rescued.signIn(email, PASSWORD);
      await rescued.post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[0] });
      return isIn(rescued);
    };
    expect(await rescue()).toBe(true);
    expect(await rescue(), 'a backup code is good for once').toBe(false);
  });

  test('codes cannot be guessed: tries are counted, and the right one is refused with the others', async () => {
    // A service of its own: the tests before have used up what this address may try.
    const fresh = await startTestService({ platforms: [] });
    onTestFinished(() => fresh.close());
    const browser = await ownerOf(fresh);
    const totpURI = await withSecondFactor(browser);
    const thief = new Browser(fresh.url);
    await thief.signIn(EMAIL, PASSWORD);
    const tryCode = async (code: string) => (await thief.post('/api/auth/two-factor/verify-totp', { code })).status;
    let last = 0;
    for (let tries = 0; tries < 50 && last !== 429; tries++) last = await tryCode('000000');
    expect(last).toBe(429);
    expect(await tryCode(codeOf(totpURI))).toBe(429);
    expect(await isIn(thief)).toBe(false);
  });
});
