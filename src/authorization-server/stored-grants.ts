import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Grants } from '../auth/grants.ts';
import { NOT_KEPT } from './artifacts.ts';
import { BOTH, READ, WRITE } from './scopes.ts';

const ACTOR = 'authorization server';

/** Our grants as the provider reads them. It makes none: consent does, in `consents.ts`. */
export class StoredGrants implements Adapter {
  readonly #grants: Grants;
  readonly upsert = NOT_KEPT.upsert;
  readonly consume = NOT_KEPT.consume;
  readonly findByUid = NOT_KEPT.findByUid;
  readonly findByUserCode = NOT_KEPT.findByUserCode;
  readonly revokeByGrantId = NOT_KEPT.revokeByGrantId;

  constructor(grants: Grants) {
    this.#grants = grants;
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const grant = await this.#grants.live(id);
    if (!grant) return undefined;
    const { personId, clientId, resource, expiresAt, principal } = grant;
    // Both as scopes of the provider and of the resource: a scope that it finds missing in either is asked for again.
    const scopes = (scope: string) => ({ openid: { scope }, resources: { [resource]: scope } });
    return {
      kind: 'Grant',
      jti: id,
      accountId: personId,
      clientId,
      ...(expiresAt !== undefined && { exp: Math.floor(expiresAt / 1_000) }),
      ...scopes(principal.readOnly ? READ : BOTH),
      ...(principal.readOnly && { rejected: scopes(WRITE) }),
    };
  }

  async destroy(id: string): Promise<void> {
    await this.#grants.revoke(id, ACTOR);
  }
}
