import { Failure, invalidArguments } from '../errors.ts';
import type { Store } from '../store/store.ts';
import { type PostingNetwork, requirePublic } from '../upstream/public-post.ts';
import type { NewEndpoint } from './endpoint.ts';

const CHECK_MS = 10_000;
const ADDRESS_MAX = 2_000;
const MAIL_ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/u;

/** Which addresses are taken, and what is shown of them. */
export class AddressBook {
  readonly #store: Store;
  readonly #network: PostingNetwork;
  readonly #mailFrom: { smtpUrl: string; mailFrom: string };

  constructor(store: Store, network: PostingNetwork, mail: { smtpUrl: string; mailFrom: string }) {
    this.#store = store;
    this.#network = network;
    this.#mailFrom = mail;
  }

  async taken(wanted: NewEndpoint): Promise<{ address: string; shown: string }> {
    if (wanted.kind === 'email') return this.#mailAddress(wanted);
    const address = wanted.address.trim();
    if (address.length > ADDRESS_MAX)
      throw invalidArguments([{ field: 'url', message: `must have at most ${ADDRESS_MAX} characters` }]);
    const { href, host } = await requirePublic(address, this.#network, AbortSignal.timeout(CHECK_MS), 'url');
    return { address: href, shown: `${host} …${href.slice(-4)}` };
  }

  /** Members only: otherwise the service could be made to write to strangers. */
  async #mailAddress({ address, workspaceId }: NewEndpoint): Promise<{ address: string; shown: string }> {
    const missing =
      this.#mailFrom.smtpUrl === ''
        ? 'ADHELM_SMTP_URL'
        : this.#mailFrom.mailFrom === ''
          ? 'ADHELM_MAIL_FROM'
          : undefined;
    if (missing) throw noMailServer(missing);
    const email = address.trim().toLowerCase();
    if (!MAIL_ADDRESS.test(email)) throw invalidArguments([{ field: 'email', message: 'must be one mail address' }]);
    if (await isMember(this.#store, workspaceId, email)) return { address: email, shown: email };
    throw invalidArguments(
      [{ field: 'email', message: 'must be the address of a member of this workspace' }],
      'Invite them first (page Members, or adhelm member add), or name a member. Nothing was made.',
    );
  }
}

/** Of the workspace or of its whole organization. */
export async function isMember({ db }: Store, workspaceId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.organization_id', 'members.organization_id')
    .select('members.id')
    .where('workspaces.id', '=', workspaceId)
    .where('members.email', '=', email)
    .where((where) =>
      where.or([where('members.workspace_id', 'is', null), where('members.workspace_id', '=', workspaceId)]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function noMailServer(setting: string): Failure {
  return new Failure({
    code: 'unsupported',
    message: `Mails are not sent here: the setting ${setting} is empty.`,
    nextStep: `Have the operator set ${setting} (docs/configuration.md), or choose a webhook. Nothing was made.`,
  });
}
