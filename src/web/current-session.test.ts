import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { currentSession } from './current-session.ts';
import { factsOf, noteFacts, type RequestFacts } from './request-facts.ts';

const nobody = { sessionId: undefined, signedInAt: undefined, person: undefined };
const asked = (cookie: string | undefined) => {
  const getSession = vi.fn(async () => ({ headers: new Headers(), response: null }));
  const parts = { auth: { api: { getSession } }, people: {} } as never;
  const raw = {};
  noteFacts(raw as IncomingMessage, {} as RequestFacts);
  const request = { headers: { cookie }, raw } as FastifyRequest;
  return currentSession(parts, request, {} as FastifyReply).then((session) => ({ session, getSession }));
};

test('without a cookie nobody is there, and nothing is looked up', async () => {
  const { session, getSession } = await asked(undefined);
  expect(session).toEqual(nobody);
  expect(getSession).not.toHaveBeenCalled();
});

test('a cookie of no session is nobody', async () => {
  expect((await asked('adhelm=1')).session).toEqual(nobody);
});

test('a request that did not pass the edge is a mistake of ours', () => {
  expect(() => factsOf({ raw: {} } as FastifyRequest)).toThrow('past the edge');
});
