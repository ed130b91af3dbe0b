import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { World } from '../../emulator.ts';
import { StatusError } from '../../google/status.ts';
import {
  type Account,
  authenticate,
  type Caller,
  checkCustomerId,
  checkDeveloperToken,
  loginCustomer,
  openAccount,
} from '../access.ts';
import { type ReplyContext, statusBody } from '../errors.ts';

const LIVING_VERSIONS = new Set(['v23', 'v24', 'v25', 'v26']);

export interface Call extends ReplyContext {
  world: World;
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Caller;
}

export interface CustomerCall extends Call {
  account: Account;
}

type Answer = Promise<unknown> | unknown;

interface RouteOptions {
  method: 'GET' | 'POST';
  /** Below the version; a literal colon is written twice. */
  path: string;
  /** How an error is put into the body; the stream wraps it in an array. */
  wrapError?: (body: { error: unknown }) => unknown;
}

/** A call that concerns no single account. */
export function publicRoute(
  app: FastifyInstance,
  world: World,
  options: RouteOptions,
  answer: (call: Call) => Answer,
): void {
  app.route({
    method: options.method,
    url: `/:version${options.path}`,
    handler: async (request, reply) => {
      const { version } = request.params as { version: string };
      if (!LIVING_VERSIONS.has(version)) return notFoundPage(reply, request);
      const context = { version, requestId: randomBytes(16).toString('base64url') };
      reply.header('content-type', 'application/json; charset=UTF-8').header('request-id', context.requestId);
      try {
        checkDeveloperToken(request);
        return await answer({ ...context, world, request, reply, caller: authenticate(world, request) });
      } catch (error) {
        if (!(error instanceof StatusError)) throw error;
        const body = { error: statusBody(error, context) };
        return reply.status(error.http).send(options.wrapError?.(body) ?? body);
      }
    },
  });
}

/** A call on one account; access is checked before anything else. */
export function customerRoute(
  app: FastifyInstance,
  world: World,
  options: RouteOptions,
  answer: (call: CustomerCall) => Answer,
): void {
  publicRoute(app, world, options, (call) => {
    const { customerId } = call.request.params as { customerId: string };
    checkCustomerId(customerId);
    const login = loginCustomer(call.request);
    const account = openAccount(world, { caller: call.caller, customer: customerId, login, version: call.version });
    return answer({ ...call, account });
  });
}

/** The front end's answer for unknown paths, which retired API versions get too. */
function notFoundPage(reply: FastifyReply, request: FastifyRequest): FastifyReply {
  const path = request.url.replace(/[<>&"]/g, '');
  return reply
    .status(404)
    .header('content-type', 'text/html; charset=UTF-8')
    .send(
      `<!DOCTYPE html><title>Error 404 (Not Found)</title><p>The requested URL <code>${path}</code> was not found on this server.`,
    );
}
