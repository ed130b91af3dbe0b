import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Person } from './people.ts';
import { addCookies, headersOf } from './sign-in-routes.ts';
import type { WebParts } from './web-parts.ts';

export interface CurrentSession {
  sessionId: string | undefined;
  /** When the person signed in. */
  signedInAt: number | undefined;
  person: Person | undefined;
}

const NOBODY: CurrentSession = { sessionId: undefined, signedInAt: undefined, person: undefined };

/** Identifies the person by the session cookie alone. When better-auth extends the session, its new cookie is passed on. */
export async function currentSession(
  { auth, people }: Pick<WebParts, 'auth' | 'people'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CurrentSession> {
  if (request.headers.cookie === undefined) return NOBODY;
  const { headers, response } = await auth.api.getSession({ headers: headersOf(request), returnHeaders: true });
  if (!response) return NOBODY;
  if (headers) addCookies(reply, headers);
  const { id, createdAt } = response.session;
  return { sessionId: id, signedInAt: createdAt.getTime(), person: await people.personOf(response.user) };
}
