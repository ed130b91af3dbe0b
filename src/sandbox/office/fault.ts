import type { FastifyRequest } from 'fastify';
import type { Emulator, WordedFault } from '../emulator.ts';
import { OAuthError } from '../google/oauth-error.ts';
import { badCredentials, type GoogleError, internal, quotaExceeded, unavailable } from './errors.ts';

export function faultReply(kind: WordedFault, request: FastifyRequest): ReturnType<Emulator['faultReply']> {
  if (request.url.startsWith('/token')) {
    const error = TOKEN_FAULTS[kind]();
    return { status: error.httpStatus, body: JSON.stringify(error.body) };
  }
  const error = API_FAULTS[kind]();
  return { status: error.httpStatus, headers: error.headers, body: JSON.stringify(error.body, null, 2) };
}

const API_FAULTS: Record<WordedFault, () => GoogleError> = {
  throttle: quotaExceeded,
  expired_token: () => badCredentials('ACCESS_TOKEN_EXPIRED'),
  server_error: internal,
  unavailable,
};

const TOKEN_FAULTS: Record<WordedFault, () => OAuthError> = {
  throttle: () => new OAuthError('rate_limit_exceeded', 'Rate limit exceeded.', 429),
  expired_token: () => new OAuthError('invalid_grant', 'Token has been expired or revoked.'),
  server_error: () => new OAuthError('internal_failure', 'Internal error encountered.', 500),
  unavailable: () => new OAuthError('temporarily_unavailable', 'The service is currently unavailable.', 503),
};
