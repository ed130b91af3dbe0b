import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../src/ambient.ts';
import { startTestService, type TestService } from '../service.ts';
import { Browser, ownerOf, PASSWORD, setUpLink } from './browser.ts';
import { movedClock } from './moved-clock.ts';

const clock = movedClock();
let service: TestService;
let owner: Browser;
let organizationId: string;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social'], ambient: clock.ambient });
  owner = await ownerOf(service);
  organizationId = (await owner.api.session.me.query()).organization.id;
});
afterAll(async () => {
  clock.backToNow();
  await service?.close();
});

async function inviting(email?: string): Promise<string> {
  const { link } = await owner.api.members.invite.mutate({ role: 'viewer', ...(email && { email }) });
  return new URL(link).searchParams.get('token') ?? '';
}

const accept = (token: string, email?: string, browser = new Browser(service.url)) =>
  browser.api.session.acceptInvitation.mutate({ token, name: 'N', password: PASSWORD, ...(email && { email }) });

/** A role for an address under which there is no account yet, as `adhelm member add` gives it. */
const added = (email: string) =>
  service.home.members.add({ organizationId, email, role: 'owner', actor: 'command line' });

test('an invitation without an address takes no role that waits for one', async () => {
  await added('boss@acme.example');
  const token = await inviting();
  await expect(accept(token, 'Boss@acme.example')).rejects.toThrow('not made for that address');
  await expect(
    new Browser(service.url).api.session.setUp.mutate({
      link: await setUpLink(service),
      name: 'N',
      email: 'boss@acme.example',
      password: PASSWORD,
    }),
  ).rejects.toThrow('not made for that address');
  const other = new Browser(service.url);
  await accept(token, 'guest@acme.example', other);
  expect((await other.api.session.me.query()).organization.role).toBe('viewer');
});

test('an invitation that names the address lets that person in with the role that waits', async () => {
  await added('chief@acme.example');
  const browser = new Browser(service.url);
  const { workspaces } = await owner.api.session.me.query();
  const workspaceId = workspaces[0]!.id;
  const invitation = { role: 'viewer', email: 'chief@acme.example', workspaceId } as const;
  const { link } = await owner.api.members.invite.mutate(invitation);
  await accept(new URL(link).searchParams.get('token') ?? '', undefined, browser);
  expect((await browser.api.session.me.query()).organization.role).toBe('owner');
});

test('a typed address gets nothing that is given to the address later', async () => {
  const browser = new Browser(service.url);
  await accept(await inviting(), 'later@acme.example', browser);
  await expect(added('later@acme.example')).rejects.toThrow('already');
  const { id } = (await service.home.members.find(organizationId, 'later@acme.example'))!;
  await service.home.members.remove(organizationId, id, 'test');
  await expect(added('later@acme.example')).rejects.toThrow('may be another person');
  expect((await browser.fetch('/api/trpc/session.me')).status).toBe(401);
});

test('an invitation for one address is taken by no other, and stays good', async () => {
  const token = await inviting('kim@acme.example');
  await expect(accept(token, 'lee@acme.example')).rejects.toThrow('made for kim@acme.example');
  const account = new Browser(service.url).signIn('lee@acme.example', PASSWORD);
  expect((await account).status, 'no account was left behind').toBe(401);
  await accept(token);
});

test('of two people who use one link at once, one gets in', async () => {
  const token = await inviting();
  const names = ['first@acme.example', 'second@acme.example', 'third@acme.example'];
  const results = await Promise.allSettled(names.map((email) => accept(token, email)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { members } = await owner.api.members.list.query();
  expect(members.filter(({ email }) => names.includes(email))).toHaveLength(1);
});

test('a link says beforehand who invites to what, and whether its address has an account', async () => {
  const { api } = new Browser(service.url);
  const workspaceId = await service.workspaceId('Acme');
  const { link } = await owner.api.members.invite.mutate({ role: 'approver', email: 'new@acme.example', workspaceId });
  const token = new URL(link).searchParams.get('token')!;
  expect(await api.session.invitation.query({ token })).toEqual({
    ...{ valid: true, organization: 'Acme', workspace: 'Acme', role: 'approver', invitedBy: 'Example Owner' },
    ...{ email: 'new@acme.example', known: false },
  });
  const known = await inviting('owner@acme.example');
  expect(await api.session.invitation.query({ token: known })).toMatchObject({ workspace: null, known: true });
  expect(await api.session.invitation.query({ token: await inviting() })).toMatchObject({ email: null, known: false });
  const nothing = { organization: null, workspace: null, role: null, invitedBy: null, email: null, known: false };
  expect(await api.session.invitation.query({ token: 'x' })).toEqual({ valid: false, ...nothing });

  const state = async (secret: string) => api.session.setUpState.query({ link: secret });
  const told = { valid: true, first: false, organization: 'Acme' };
  expect(await state(await setUpLink(service))).toEqual({ ...told, email: null, known: false });
  const mine = 'owner@acme.example';
  expect(await state(await setUpLink(service, mine))).toEqual({ ...told, email: mine, known: true });
  const unknown = 'no-account@acme.example';
  expect(await state(await setUpLink(service, unknown))).toEqual({ ...told, email: unknown, known: false });
});

test('somebody who gives no name is called by what stands before the @ of their address', async () => {
  const browser = new Browser(service.url);
  const token = await inviting('robin.smith@acme.example');
  await browser.api.session.acceptInvitation.mutate({ token, password: PASSWORD });
  expect((await browser.api.session.me.query()).person.name).toBe('robin.smith');
});

test('an invitation works for seven days and no longer', async () => {
  const [good, late] = [await inviting('good@acme.example'), await inviting('late@acme.example')];
  clock.advance(7 * DAY_MS - 60_000);
  await accept(good);
  clock.advance(120_000);
  await expect(accept(late)).rejects.toThrow('This link is not valid');
});
