import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Person } from './people.ts';
import { addCookies, headersOf } from './sign-in-routes.ts';
import type { WebParts } from './web-parts.ts';

export interface CurrentSession {
  sessionId: string | undefined;
  person: Person | undefined;
}

/** Identifies the person by the session cookie alone. When better-auth extends the session, its new cookie is passed on. */
export async function currentSession(
  { auth, people }: Pick<WebParts, 'auth' | 'people'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CurrentSession> {
  if (request.headers.cookie === undefined) return { sessionId: undefined, person: undefined };
  const { headers, response } = await auth.api.getSession({ headers: headersOf(request), returnHeaders: true });
  if (!response) return { sessionId: undefined, person: undefined };
  if (headers) addCookies(reply, headers);
  return { sessionId: response.session.id, person: await people.personOf(response.user) };
}
