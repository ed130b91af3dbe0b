import type { Provider } from 'oidc-provider';
import { DAY_MS } from '../ambient.ts';
import { Failure } from '../errors.ts';
import { refuseBadLimits } from '../spend-limits/limit-input.ts';
import type { LimitChange } from '../spend-limits/limit-kinds.ts';
import { cleanText, clipped } from '../text/clean-text.ts';
import { ConsentCookie } from './consent-cookie.ts';
import type { AuthorizationServerOptions } from './options.ts';
import { isLoopback } from './redirects.ts';
import type { RegisteredClients } from './registered-clients.ts';
import { channelsOf } from './resources.ts';
import { READ, WRITE } from './scopes.ts';

/** What a client asks for. */
export interface ConsentRequest {
  client: {
    id: string;
    name: string;
    kind: 'metadata_document' | 'registered';
    uri: string | undefined;
    redirectHost: string;
    loopbackOnly: boolean;
    firstSeen: number | undefined;
  };
  resource: string;
  channels: readonly string[];
  scopes: readonly string[];
}

export interface ConsentChoice {
  personId: string;
  organizationId: string;
  workspaceId: string;
  channels: readonly string[];
  readOnly: boolean;
  expiresInDays: number;
  ratePoints?: number;
  /** What it may raise, tighter than the workspace; empty: as the workspace. */
  spendLimits: readonly LimitChange[];
}

/** Names the browser that answers, and the consent it answers. */
export interface Answering {
  uid: string;
  cookies: string | null;
}

export const EXPIRY_DAYS = [7, 30, 90] as const;

const NAME_CHARACTERS_MAX = 100;

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** The questions between a client and a person: what it asks for, and the person's answer. */
export class Consents {
  readonly #provider: Provider;
  readonly #clients: RegisteredClients;
  readonly #options: AuthorizationServerOptions;

  constructor(provider: Provider, clients: RegisteredClients, options: AuthorizationServerOptions) {
    this.#provider = provider;
    this.#clients = clients;
    this.#options = options;
  }

  /** Throws `not_found` when the question was answered, has lapsed or was asked of another browser, without saying which. */
  async show(answering: Answering): Promise<ConsentRequest> {
    return this.#requestOf(await this.#open(answering));
  }

  /** Returns the address that leads the browser back to the client. */
  async approve(answering: Answering, choice: ConsentChoice): Promise<string> {
    const interaction = await this.#open(answering);
    const { client, resource, channels, scopes } = await this.#requestOf(interaction);
    const unknown = choice.channels.filter((channel) => !channels.includes(channel));
    if (unknown.length > 0)
      throw new Failure({
        code: 'invalid_arguments',
        message: `\`channels\` names ${unknown.join(', ')}, which ${resource} does not hold; it holds: ${channels.join(', ')}.`,
        nextStep: 'Choose among them. No access was given.',
      });
    const { personId, organizationId, workspaceId, readOnly, expiresInDays, ratePoints, spendLimits } = choice;
    refuseBadLimits(spendLimits);
    await this.#claim(interaction);
    const { grants, spendLimits: limits } = this.#options.home;
    const grantId = await grants.create({
      workspaceId,
      personId,
      client: { id: client.id, name: client.name, redirectHost: client.redirectHost },
      resource,
      channels: choice.channels,
      readOnly: readOnly || !scopes.includes(WRITE),
      expiresAt: this.#options.ambient.now() + expiresInDays * DAY_MS,
      ...(ratePoints !== undefined && { ratePoints }),
    });
    // Before the client can have a token of it.
    if (spendLimits.length > 0)
      await limits.book.change({ scope: 'key', organizationId, workspaceId, keyId: grantId }, spendLimits, personId);
    return this.#answer(interaction, {
      login: { accountId: personId, remember: false },
      consent: { grantId },
    });
  }

  async decline(answering: Answering): Promise<string> {
    const interaction = await this.#open(answering);
    await this.#claim(interaction);
    return this.#answer(interaction, { error: 'access_denied', error_description: 'The person declined.' });
  }

  async #open({ uid, cookies }: Answering): Promise<Interaction> {
    const { home, resources } = this.#options;
    const isSameBrowser = new ConsentCookie(home.webKey, resources.origin).holds(uid, cookies);
    const interaction = isSameBrowser ? await this.#provider.Interaction.find(uid) : undefined;
    if (interaction && !interaction.result) return interaction;
    throw notOpen();
  }

  /** Of two answers at once, one counts. */
  async #claim({ uid }: Interaction): Promise<void> {
    await this.#provider.Interaction.adapter.consume(uid).catch((error: { error?: string }) => {
      throw error.error === 'invalid_grant' ? notOpen() : error;
    });
  }

  async #answer(interaction: Interaction, result: Interaction['result']): Promise<string> {
    interaction.result = result;
    await interaction.persist();
    return interaction.returnTo;
  }

  async #requestOf({ params }: Interaction): Promise<ConsentRequest> {
    const { client_id, redirect_uri, scope } = params as Record<string, string>;
    const [resource = ''] = [params.resource].flat() as string[];
    const client = await this.#provider.Client.find(client_id ?? '');
    const channels = channelsOf(this.#options.resources, resource);
    if (!client || !channels || redirect_uri === undefined)
      throw new TypeError(`the consent of ${client_id} cannot be read`);
    const asked = scope?.split(' ') ?? [];
    const redirect = new URL(redirect_uri);
    const isDocument = client.clientId.startsWith('https://');
    return {
      client: {
        id: client.clientId,
        name: nameOf(client.clientName ?? (isDocument ? new URL(client.clientId).host : client.clientId)),
        kind: isDocument ? 'metadata_document' : 'registered',
        uri: client.clientUri,
        redirectHost: redirect.host || redirect.protocol,
        loopbackOnly: (client.redirectUris ?? []).every((address) => isLoopback(new URL(address))),
        firstSeen: isDocument ? undefined : await this.#clients.firstSeen(client.clientId),
      },
      resource,
      channels,
      scopes: [READ, WRITE].filter((one) => asked.includes(one)),
    };
  }
}

function notOpen(): Failure {
  return new Failure({
    code: 'not_found',
    message: 'This sign-in is not open: it was answered, took longer than an hour, or began in another browser.',
    nextStep: 'Start again from the client. No access was given.',
  });
}

/** Written by a stranger. */
function nameOf(given: string): string {
  return clipped(cleanText(given).trim(), NAME_CHARACTERS_MAX) || 'Unnamed client';
}
