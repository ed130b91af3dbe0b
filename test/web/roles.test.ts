import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { loadSettings } from '../../src/config.ts';
import { processLimiter } from '../../src/limits/memory-limiter.ts';
import type { Meta } from '../../src/web/api/procedure.ts';
import { api } from '../../src/web/api/router.ts';
import { createWebApplication } from '../../src/web/application.ts';
import { FILE_ROUTES } from '../../src/web/file-routes.ts';
import { AUTH_ROUTES } from '../../src/web/sign-in-routes.ts';
import type { WebOptions } from '../../src/web/web-parts.ts';
import { startTestService, type TestService } from '../service.ts';
import { Browser, ownerOf } from './browser.ts';
import { freshWorkspace, invited } from './people.ts';

/** A stranger is the owner of another workspace, and has no business in this one. */
const WHO = ['nobody', 'stranger', 'viewer', 'member', 'owner'] as const;
type Who = (typeof WHO)[number];

let service: TestService;
let browsers: Record<Who, Browser>;
let organizationId: string;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social'] });
  const owner = await ownerOf(service);
  organizationId = (await owner.api.session.me.query()).organization.id;
  const elsewhere = await service.home.directory.createWorkspace({
    organizationId,
    name: 'Elsewhere',
    currency: 'USD',
  });
  browsers = {
    nobody: new Browser(service.url),
    stranger: await invited(owner, 'stranger@acme.example', 'owner', elsewhere.id),
    viewer: await invited(owner, 'viewer@acme.example', 'viewer'),
    member: await invited(owner, 'member@acme.example', 'member'),
    owner,
  };
});
afterAll(() => service?.close());

interface Procedure {
  _def: { type: 'query' | 'mutation'; meta: Meta };
}
const procedures = Object.entries(api._def.procedures as unknown as Record<string, Procedure>).map(
  ([path, { _def }]) => ({ path, type: _def.type, ...(_def.meta as Meta) }),
);

function send(browser: Browser, { path, type }: { path: string; type: string }, input: unknown): Promise<Response> {
  const address = `/api/trpc/${path}`;
  return type === 'query'
    ? browser.fetch(`${address}?input=${encodeURIComponent(JSON.stringify(input))}`)
    : browser.post(address, input);
}

let count = 0;
async function inputs() {
  count += 1;
  const { workspaceId, keyId } = await freshWorkspace(service, organizationId, `Fresh ${count}`);
  return { workspaceId, workspaceIds: [workspaceId], id: keyId };
}

describe('what is no procedure', () => {
  test('every address is a procedure, better-auth, a file, a page or the way back from a platform', async () => {
    const { routes, close } = await createWebApplication({
      settings: loadSettings({}),
      ambient: realAmbient,
      home: service.home,
      limited: (_, limits) => processLimiter({ ...limits, ambient: realAmbient }),
      localUrl: () => service.url,
    } as Partial<WebOptions> as WebOptions);
    const pages = ['GET /', 'GET /:file', 'GET /assets/*', 'GET /oauth/callback'];
    const known = new Set([
      ...AUTH_ROUTES.map(({ method, path }) => `${method} /api/auth${path}`),
      ...FILE_ROUTES.map(({ method, url }) => `${method} ${url}`),
      ...pages,
    ]);
    const others = routes
      .map(({ method, url }) => `${method === 'HEAD' ? 'GET' : method} ${url}`)
      .filter((one) => !known.has(one) && !one.includes(' /api/trpc'));
    expect(others).toEqual([]);
    await close();
  });

  const needsSession = AUTH_ROUTES.filter(
    ({ path }) => !['/sign-in/email', '/sign-out', '/get-session'].includes(path) && !path.includes('verify'),
  );
  test.each(needsSession)('$method /api/auth$path is for those who are signed in', async ({ method, path }) => {
    const { nobody } = browsers;
    const body = { password: 'x', currentPassword: 'x', newPassword: 'x'.repeat(12), token: 'x', name: 'x' };
    const reply =
      method === 'GET' ? await nobody.fetch(`/api/auth${path}`) : await nobody.post(`/api/auth${path}`, body);
    expect(reply.status).toBe(401);
  });
});

describe("another workspace's anything is byte-equal to nothing", () => {
  const head = (reply: Response) =>
    [...reply.headers].filter(([name]) => !['date', 'x-request-id', 'content-security-policy'].includes(name));

  test.each(procedures.filter(({ path, in: where }) => where === 'the workspace' || path === 'tools.catalogue'))(
    '$path',
    async (procedure) => {
      const there = await send(browsers.stranger, procedure, await inputs());
      const nothing = {
        workspaceId: 'ws_0000000000000000',
        workspaceIds: ['ws_0000000000000000'],
        id: 'key_0000000000000000',
      };
      const made = await send(browsers.stranger, procedure, nothing);
      expect(await there.text()).toBe(await made.text());
      expect([there.status, head(there)]).toEqual([made.status, head(made)]);
    },
  );

  test('an archived one too, and what the service says of itself names no other', async () => {
    const me = await browsers.stranger.api.session.me.query();
    expect(me.workspaces.map(({ name }) => name)).toEqual(['Elsewhere']);
    expect(me.organization.role).toBeNull();
    expect(await browsers.stranger.api.activity.chain.query({})).toMatchObject({ ok: true, entries: null, head: null });
    const { members } = await browsers.stranger.api.members.list.query();
    expect(members.every(({ workspaceId }) => workspaceId === null || workspaceId === me.workspaces[0]?.id)).toBe(true);
  });
});

test('a viewer reads with tools and changes nothing, whatever the tool is given', async () => {
  const workspaceId = await service.workspaceId('Acme');
  const run = (tool: string, args: Record<string, unknown>) =>
    browsers.viewer.api.tools.run.mutate({ workspaceId, channel: 'social', tool, arguments: args });
  const listed = await run('list_social_campaigns', { limit: 1 });
  expect(listed.ok).toBe(true);
  const campaign = {
    name: 'Not mine to make',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    daily_budget: 20,
  };
  expect(await run('create_social_campaign', campaign)).toMatchObject({
    ok: false,
    error: { code: 'permission_denied', outcome: 'not_applied' },
  });
});

test('a member of one workspace cannot reach another by an argument of the tool', async () => {
  const acme = await service.workspaceId('Acme');
  const { workspaces } = await browsers.stranger.api.session.me.query();
  const answer = browsers.stranger.api.tools.run.mutate({
    workspaceId: workspaces[0]!.id,
    channel: 'social',
    tool: 'list_social_campaigns',
    arguments: { workspaceId: acme },
  });
  await expect(answer).rejects.toThrow('not connected in the workspace "Elsewhere"');
});
