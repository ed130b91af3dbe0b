import type { WordedFault } from '../emulator.ts';

/** The token endpoint's errors have OAuth's own shape, not the envelope of the other calls. */
export class OAuthError extends Error {
  readonly http: number;
  readonly code: string;

  constructor(code: string, description: string, http = 400) {
    super(description);
    this.http = http;
    this.code = code;
  }

  get body(): Record<string, string> {
    return { error: this.code, error_description: this.message };
  }
}

/** How the token endpoint words what the control address asked for. */
export const TOKEN_FAULTS: Record<WordedFault, () => OAuthError> = {
  throttle: () => new OAuthError('rate_limit_exceeded', 'Rate limit exceeded.', 429),
  expired_token: () => new OAuthError('invalid_grant', 'Token has been expired or revoked.'),
  refused: () => new OAuthError('unauthorized_client', 'The client is not authorized to use this grant type.', 401),
  server_error: () => new OAuthError('internal_failure', 'Internal error encountered.', 500),
  unavailable: () => new OAuthError('temporarily_unavailable', 'The service is currently unavailable.', 503),
};
