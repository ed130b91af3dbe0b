import type { Page } from '../page.ts';
import { JSON_TYPE } from '../refusals.ts';
import { RESOURCE_METADATA, SCOPES, type SignInPlaces } from '../sign-in-places.ts';

/** Clients in browsers read these from pages of their own. */
const HEADERS = { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' };

/** RFC 9728, for each protected address and for the service as a whole, which the empty path stands for. */
export function resourceDocument(places: SignInPlaces, path: string): Page {
  return {
    path: `${RESOURCE_METADATA}${path}`,
    async handler({ headers }) {
      return json({
        resource: `${places.originFor(String(headers.host ?? ''))}${path}`,
        authorization_servers: [places.issuer()],
        scopes_supported: SCOPES,
        bearer_methods_supported: ['header'],
        resource_name: 'Adhelm',
      });
    },
  };
}

/** RFC 8414. Written here and not asked of the authorization server, which a look at it need not load. */
export function serverDocument(places: SignInPlaces): Page {
  return {
    path: '/.well-known/oauth-authorization-server',
    async handler() {
      const issuer = places.issuer();
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        registration_endpoint: `${issuer}/register`,
        revocation_endpoint: `${issuer}/revoke`,
        scopes_supported: [...SCOPES, 'offline_access'],
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
        token_endpoint_auth_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        revocation_endpoint_auth_methods_supported: [
          'none',
          'client_secret_basic',
          'client_secret_post',
          'private_key_jwt',
        ],
        revocation_endpoint_auth_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
        service_documentation: `${issuer}/docs`,
      });
    },
  };
}

function json(document: Record<string, unknown>) {
  return { type: JSON_TYPE, body: JSON.stringify(document), headers: HEADERS };
}
