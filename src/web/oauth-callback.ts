import type { FastifyInstance } from 'fastify';
import { isAtLeast } from '../auth/members.ts';
import { channelNamed, finishSignIn } from './connecting.ts';
import { currentSession } from './current-session.ts';
import type { WebParts } from './web-parts.ts';

type Answer = Readonly<Record<string, string | undefined>>;

/**
 * The redirect address of the platforms' OAuth sign-ins. `state` must have been issued to this session and works once.
 * Unknown, used, expired and foreign states get the same redirect, so that the answer reveals nothing about them.
 */
export function serveOAuthCallback(app: FastifyInstance, parts: WebParts): void {
  app.get('/oauth/callback', async (request, reply) => {
    const { state = '', ...answer } = request.query as Answer;
    const { sessionId, person } = await currentSession(parts, request, reply);
    const pending = parts.pending.take(state, sessionId ?? '');
    if (!pending || !person || !isAtLeast(person.roleIn(pending.workspaceId), 'member'))
      return reply.redirect('/connections?failed=state', 303);
    const { code = 'code' } = channelNamed(parts, pending.channel).signIn ?? {};
    await finishSignIn(parts, pending, answer[code]);
    const back = new URLSearchParams({ workspace: pending.workspaceId, pending: pending.id });
    return reply.redirect(`/connections?${back}`, 303);
  });
}
