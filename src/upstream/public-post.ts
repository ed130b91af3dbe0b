import { Client } from 'undici';
import { realAmbient } from '../ambient.ts';
import { type Connect, connectTls } from './checked-connection.ts';
import { Deadline } from './deadline.ts';
import { parsePublicUrl, publicClient } from './egress-guard.ts';
import { type Resolve, resolveHost } from './public-host.ts';
import type { UpstreamStream } from './session.ts';
import { exchangeStream } from './transport.ts';

/** How addresses that people gave us are reached. */
export interface PostingNetwork {
  /** Origins inside the operator's own network that may be written to all the same, such as `http://n8n:5678`. */
  inward?: readonly string[] | undefined;
  deadlineMs?: number | undefined;
  resolve?: Resolve | undefined;
  connect?: Connect | undefined;
}

export interface PostAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The beginning of the answer, where the status is none of success. */
  beginning: string;
}

const DEADLINE_MS = 15_000;
/** Enough to see what is wrong. The rest is left unread. */
const ANSWER_BYTES_READ = 1_000;

/**
 * Posts to an address that a person gave us, through the same guard as `fetchPublic`. No redirect is followed: its status is the
 * answer. A success is known by its status, so its body is left unread, however slowly it would come.
 */
export async function postPublic(
  address: string,
  message: { headers: Record<string, string>; body: string },
  network: PostingNetwork,
  signal: AbortSignal,
): Promise<PostAnswer> {
  const url = postingUrl(address, network);
  const deadline = new Deadline(realAmbient, network.deadlineMs ?? DEADLINE_MS, signal);
  let client: Client | undefined;
  try {
    client = await clientFor(url, network, deadline.signal);
    const headers = { 'user-agent': 'adhelm', ...message.headers };
    const request = { method: 'POST', url: url.href, headers, body: message.body } as const;
    const reply = await exchangeStream(client, request, {
      signal: deadline.signal,
      bytesMax: Number.POSITIVE_INFINITY,
    });
    const isSuccess = reply.status >= 200 && reply.status < 300;
    return {
      status: reply.status,
      headers: reply.headers,
      beginning: isSuccess ? '' : await beginningOf(reply.body),
    };
  } finally {
    deadline.close();
    await client?.destroy();
  }
}

/** The address in the form it is kept, or a refusal that names the field. */
function postingUrl(address: string, { inward = [] }: PostingNetwork, field = 'url'): URL {
  const url = URL.parse(address);
  if (url && inward.includes(url.origin) && url.username === '' && url.password === '') return url;
  return parsePublicUrl(address, undefined, field);
}

/** Refuses an address that does not lead to the public internet, before anything is kept or sent. */
export async function requirePublic(
  address: string,
  network: PostingNetwork,
  signal: AbortSignal,
  field: string,
): Promise<URL> {
  const url = postingUrl(address, network, field);
  await (await clientFor(url, network, signal, field)).destroy();
  return url;
}

async function clientFor(url: URL, network: PostingNetwork, signal: AbortSignal, field = 'url'): Promise<Client> {
  if (network.inward?.includes(url.origin)) return new Client(url.origin, { headersTimeout: 0, bodyTimeout: 0 });
  const { resolve = resolveHost, connect = connectTls } = network;
  return publicClient(url, { field, resolve, connect, signal });
}

/** The bytes that came before the connection ended or the time was up: the status is known already. */
async function beginningOf(body: UpstreamStream['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= ANSWER_BYTES_READ) break;
    }
  } catch {
    // The status says enough.
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES_READ).toString();
}
