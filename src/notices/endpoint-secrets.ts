import type { EndpointRow } from '../store/notice-tables.ts';
import type { Vault } from '../vault/vault.ts';

/** How a webhook is signed: by one secret, or by two while receivers change over. */
export interface SigningSecrets {
  current: string;
  previous?: { secret: string; until: number } | undefined;
}

type Place = Pick<EndpointRow, 'id' | 'workspace_id'>;

/** The address and the signing secrets of an endpoint, sealed for its row. */
export class EndpointSecrets {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  sealAddress({ workspace_id, id }: Place, address: string): Promise<Buffer> {
    return this.#vault.seal(workspace_id, `endpoint ${id} address`, address);
  }

  openAddress({ workspace_id, id, address }: Place & Pick<EndpointRow, 'address'>): Promise<string> {
    return this.#vault.open(workspace_id, `endpoint ${id} address`, address);
  }

  sealSecrets({ workspace_id, id }: Place, secrets: SigningSecrets): Promise<Buffer> {
    return this.#vault.seal(workspace_id, `endpoint ${id} secrets`, JSON.stringify(secrets));
  }

  async openSecrets({
    workspace_id,
    id,
    secrets,
  }: Place & Pick<EndpointRow, 'secrets'>): Promise<SigningSecrets | undefined> {
    return secrets === null
      ? undefined
      : JSON.parse(await this.#vault.open(workspace_id, `endpoint ${id} secrets`, secrets));
  }
}

/** The newest first. */
export function secretsInUse({ current, previous }: SigningSecrets, now: number): string[] {
  return [current, ...(previous && previous.until > now ? [previous.secret] : [])];
}
