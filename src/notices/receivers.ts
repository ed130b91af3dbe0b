import type { Ambient } from '../ambient.ts';
import { Failure } from '../errors.ts';
import type { EndpointRow } from '../store/notice-tables.ts';
import { cleanText, clipped } from '../text/clean-text.ts';
import { type PostAnswer, type PostingNetwork, postPublic } from '../upstream/public-post.ts';
import { TransportFault } from '../upstream/transport.ts';
import { slackMessage, teamsMessage } from './chat-messages.ts';
import { type EndpointSecrets, secretsInUse } from './endpoint-secrets.ts';
import type { Mailer } from './mail.ts';
import { type Attempt, retryAfterMs } from './retry-schedule.ts';
import { signedMessage } from './standard-webhook.ts';

/** An event as it was kept. */
export interface KeptEvent {
  id: string;
  type: string;
  workspaceId: string;
  at: number;
  data: Readonly<Record<string, unknown>>;
  words: { title: string; text: string; path?: string | undefined };
  attachments(): Promise<readonly { name: string; type: string; data: Uint8Array }[]>;
}

export interface ReceiverOptions {
  secrets: EndpointSecrets;
  ambient: Ambient;
  network: PostingNetwork;
  /** Undefined: no SMTP server is configured. */
  mailer: Mailer | undefined;
  /** Somebody who left the workspace gets no more mails. */
  isMember(workspaceId: string, email: string): Promise<boolean>;
  /** Where our own pages are, for links. */
  origin: string;
}

const ANSWER_CHARACTERS = 200;

/** Sends events to endpoints of every kind, one attempt at a time. */
export class Receivers {
  readonly #options: ReceiverOptions;

  constructor(options: ReceiverOptions) {
    this.#options = options;
  }

  /** One attempt; what went wrong is part of the answer. */
  async send(endpoint: EndpointRow, event: KeptEvent, signal: AbortSignal): Promise<Attempt> {
    const { ambient } = this.#options;
    const at = ambient.now();
    const began = ambient.elapsedMs();
    const spent = () => Math.max(0, Math.round(ambient.elapsedMs() - began));
    try {
      const address = await this.#options.secrets.openAddress(endpoint);
      if (endpoint.kind === 'email')
        return { at, ...(await this.#mail(address, event, endpoint, signal)), ms: spent() };
      const message = await this.#message(endpoint, event);
      const answer = await postPublic(address, message, this.#options.network, signal);
      return { at, ms: spent(), ...judged(answer, ambient.now()) };
    } catch (error) {
      signal.throwIfAborted();
      return { at, ms: spent(), error: wordsOf(error) };
    }
  }

  async #message(endpoint: EndpointRow, event: KeptEvent) {
    const { secrets, ambient } = this.#options;
    if (endpoint.kind === 'slack') return posted(slackMessage(event.words, this.#link(event)));
    if (endpoint.kind === 'teams') return posted(teamsMessage(event.words, this.#link(event)));
    const signing = await secrets.openSecrets(endpoint);
    if (!signing) throw new TypeError(`the webhook ${endpoint.id} has no secret`);
    return signedMessage(event, secretsInUse(signing, ambient.now()), ambient.now());
  }

  async #mail(
    address: string,
    event: KeptEvent,
    { id }: EndpointRow,
    signal: AbortSignal,
  ): Promise<Pick<Attempt, 'status' | 'error'>> {
    const { mailer, isMember } = this.#options;
    if (!mailer) return { error: 'No mail server is configured (ADHELM_SMTP_URL).' };
    if (!(await isMember(event.workspaceId, address))) return { error: 'The address is no longer that of a member.' };
    const mail = {
      to: address,
      messageId: `${event.id}.${id}`,
      words: event.words,
      link: this.#link(event),
      attachments: await event.attachments(),
    };
    return mailer.send(mail, signal);
  }

  /** Only to our own pages. */
  #link({ words: { path } }: KeptEvent): string | undefined {
    return path !== undefined && /^\/(?![/\\])/.test(path) ? this.#options.origin + path : undefined;
  }
}

function posted(message: unknown) {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) };
}

function judged(
  { status, headers, beginning }: PostAnswer,
  now: number,
): Pick<Attempt, 'status' | 'error' | 'answer' | 'retryAfterMs'> {
  if (status >= 200 && status < 300) return { status };
  const answer = clipped(cleanText(beginning).replace(/\s+/g, ' ').trim(), ANSWER_CHARACTERS);
  const later = retryAfterMs(headers['retry-after'], now);
  return {
    status,
    error: status < 400 ? 'It answers with a redirect, and redirects are not followed.' : `It answers ${status}.`,
    ...(answer !== '' && { answer }),
    ...(later !== undefined && { retryAfterMs: later }),
  };
}

/** Nothing of the address: a chat's is a secret. */
function wordsOf(error: unknown): string {
  if (error instanceof Failure) return error.details.message;
  if (error instanceof TransportFault && error.kind === 'stopped') return 'It did not answer in time.';
  const code = (error as NodeJS.ErrnoException).code ?? (error instanceof TransportFault ? error.message : undefined);
  return `It could not be reached${code ? ` (${code})` : ''}.`;
}
