import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Emulator, WordedFault } from '../emulator.ts';
import { coverage } from './coverage.ts';
import { adsError, StatusError, statusBody } from './errors.ts';
import { mountCustomers } from './routes/customers.ts';
import { mountFields } from './routes/fields.ts';
import { mountMutates } from './routes/mutate.ts';
import { mountOAuth } from './routes/oauth.ts';
import { mountPlanning } from './routes/planning.ts';
import { mountRecommendations } from './routes/recommendations.ts';
import { mountSearch } from './routes/search.ts';
import { grants, seed } from './seed.ts';
import { createTables } from './state.ts';

const FAULTS: Record<WordedFault, () => StatusError> = {
  throttle: () =>
    adsError('quotaError.RESOURCE_TEMPORARILY_EXHAUSTED', 'Too many requests. Retry in 5 seconds.', {
      details: { quotaErrorDetails: { rateScope: 'ACCOUNT', rateName: 'Requests per second', retryDelay: '5s' } },
    }),
  expired_token: () => adsError('authenticationError.OAUTH_TOKEN_EXPIRED', 'OAuth token has expired.'),
  server_error: () => adsError('internalError.INTERNAL_ERROR', 'An internal error has occurred.'),
  unavailable: () => new StatusError(503),
};

const emulator: Emulator = {
  platform: 'search',
  coverage,
  prepare(world) {
    createTables(world.db);
    seed(world);
  },
  mount(app, world) {
    mountOAuth(app, world);
    mountCustomers(app, world);
    mountSearch(app, world);
    mountMutates(app, world);
    mountFields(app, world);
    mountPlanning(app, world);
    mountRecommendations(app, world);
  },
  faultReply,
  grants,
};

/** The stream wraps its errors in an array as it does its rows; the token endpoint has flat ones of its own. */
function faultReply(kind: WordedFault, request: FastifyRequest) {
  const fault = FAULTS[kind]();
  const path = request.url.split('?')[0] ?? '';
  const requestId = randomBytes(16).toString('base64url');
  const headers = { 'content-type': 'application/json; charset=UTF-8', 'request-id': requestId };
  if (path === '/token') {
    const body = kind === 'expired_token' ? { error: 'invalid_grant' } : { error: 'internal_failure' };
    return { status: kind === 'expired_token' ? 400 : fault.http, headers, body: JSON.stringify(body) };
  }
  const version = /^\/(v\d+)\//.exec(path)?.[1] ?? 'v25';
  const body = { error: statusBody(fault, { version, requestId }) };
  return { status: fault.http, headers, body: JSON.stringify(path.endsWith(':searchStream') ? [body] : body) };
}

export default emulator;
