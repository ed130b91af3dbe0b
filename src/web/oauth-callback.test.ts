import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Role } from '../auth/members.ts';
import { serveOAuthCallback } from './oauth-callback.ts';
import { noteFacts, type RequestFacts } from './request-facts.ts';
import type { WebParts } from './web-parts.ts';

/** Where a browser is sent that comes back with a state, for a sign-in that the session began or not. */
async function sentTo(role: Role | undefined, isPending: boolean, isSignedIn = true): Promise<unknown> {
  const response = isSignedIn ? { session: { id: 'ses_1', createdAt: new Date(0) }, user: {} } : null;
  const parts = {
    auth: { api: { getSession: async () => ({ headers: undefined, response }) } },
    people: { personOf: async () => ({ roleIn: () => role }) },
    pending: { take: () => (isPending ? { id: 'p', workspaceId: 'ws_1', channel: 'social' } : undefined) },
    registry: { channels: [] },
  } as unknown as WebParts;
  const app = Fastify();
  app.addHook('onRequest', async ({ raw }) => noteFacts(raw, {} as RequestFacts));
  serveOAuthCallback(app, parts);
  const { statusCode, headers } = await app.inject({
    url: '/oauth/callback?state=s&code=c',
    headers: { cookie: 'a=1' },
  });
  await app.close();
  return headers.location ?? statusCode;
}

test.each([
  ['a viewer', 'viewer', true, true],
  ['a person without a role there', undefined, true, true],
  ['nobody who is signed in', 'owner', true, false],
  ['a state that was not given to this session', 'owner', false, true],
] as const)('%s connects nothing, and is told no reason', async (_, role, isPending, isSignedIn) => {
  expect(await sentTo(role, isPending, isSignedIn)).toBe('/connections?failed=state');
});

test('a member goes on', async () => {
  expect(await sentTo('member', true)).not.toBe('/connections?failed=state');
});
