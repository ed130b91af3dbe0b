import { Client } from 'undici';
import { realAmbient } from '../ambient.ts';
import { Failure, invalidArguments } from '../errors.ts';
import type { CheckedTarget, Connect } from './checked-connection.ts';
import { connectTls } from './checked-connection.ts';
import { Deadline } from './deadline.ts';
import type { Resolve } from './public-host.ts';
import { publicAddressesOf, resolveHost } from './public-host.ts';
import type { UpstreamReply } from './session.ts';
import { exchange, TransportFault } from './transport.ts';

export interface PublicFetchOptions {
  bytesMax: number;
  signal: AbortSignal;
  deadlineMs?: number;
  redirectsMax?: number;
  /** The argument the address came from, for the error that names it. */
  field?: string;
  resolve?: Resolve;
  connect?: Connect;
}

export type PublicReply = UpstreamReply & { finalUrl: string };

interface Fetching {
  bytesMax: number;
  redirectsMax: number;
  signal: AbortSignal;
  field: string;
  resolve: Resolve;
  connect: Connect;
}

const HTTPS_PORT = 443;
const REDIRECTS_MAX = 3;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches an address that a caller gave us, and reaches nothing but the public internet by it: https on its usual port,
 * every address of the host checked, the connection made to a checked address without asking again, each redirect
 * judged like the first address. No cookie, key or other header of ours goes along.
 */
export async function fetchPublic(address: string, options: PublicFetchOptions): Promise<PublicReply> {
  const { signal, deadlineMs = 15_000, bytesMax, redirectsMax = REDIRECTS_MAX } = options;
  const { field = 'url', resolve = resolveHost, connect = connectTls } = options;
  signal.throwIfAborted();
  const deadline = new Deadline(realAmbient, deadlineMs, signal);
  try {
    return await follow(address, { bytesMax, redirectsMax, field, resolve, connect, signal: deadline.signal });
  } catch (error) {
    if (deadline.cancelled) throw signal.reason;
    throw error instanceof Failure ? error : fetchFailure(error, field, bytesMax);
  } finally {
    deadline.close();
  }
}

async function follow(address: string, fetching: Fetching): Promise<PublicReply> {
  let url = parsePublicUrl(address, undefined, fetching.field);
  for (let redirects = 0; ; redirects++) {
    const reply = await fetchOnce(url, fetching);
    const { location } = reply.headers;
    if (!REDIRECT_STATUSES.has(reply.status) || location === undefined) return { ...reply, finalUrl: url.href };
    if (redirects === fetching.redirectsMax)
      throw refusal(fetching.field, `leads through more than ${fetching.redirectsMax} redirects`);
    url = parsePublicUrl(location, url.href, fetching.field);
  }
}

export function parsePublicUrl(address: string, base: string | undefined, field: string): URL {
  const url = URL.parse(address, base);
  if (url?.protocol !== 'https:') throw refusal(field, 'must be an address that begins with https://');
  if (url.port !== '') throw refusal(field, 'must not name a port');
  if (url.username !== '' || url.password !== '') throw refusal(field, 'must not hold a user name or a password');
  url.hash = '';
  return url;
}

async function fetchOnce(url: URL, fetching: Fetching): Promise<UpstreamReply> {
  const { signal, bytesMax } = fetching;
  const client = await publicClient(url, fetching);
  try {
    const headers = { accept: '*/*', 'user-agent': 'adhelm' };
    return await exchange(client, { method: 'GET', url: url.href, headers }, { signal, bytesMax });
  } finally {
    await client.destroy();
  }
}

/** Speaks to the checked addresses of the host only. */
export async function publicClient(
  url: URL,
  { field, resolve, connect, signal }: Pick<Fetching, 'field' | 'resolve' | 'connect' | 'signal'>,
): Promise<Client> {
  const found = await publicAddressesOf(url.hostname, resolve, signal);
  // One text for every reason, or the answer would tell a stranger which names exist inside.
  if (!found) throw refusal(field, 'must lead to the public internet');
  const targets = found.addresses.map((address) => ({ address, port: HTTPS_PORT, host: found.host }));
  return new Client(url.origin, {
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(_, connected) {
      connectToFirst(targets, connect, signal).then(
        (socket) => connected(null, socket),
        (error) => connected(error, null),
      );
    },
  });
}

async function connectToFirst(targets: readonly CheckedTarget[], connect: Connect, signal: AbortSignal) {
  let failed: unknown;
  for (const target of targets) {
    try {
      return await connect(target, signal);
    } catch (error) {
      failed = error;
    }
  }
  throw failed;
}

function refusal(field: string, message: string): Failure {
  return invalidArguments([{ field, message }]);
}

function fetchFailure(error: unknown, field: string, bytesMax: number): Failure {
  if (error instanceof TransportFault && error.kind === 'too_large') {
    return refusal(field, `must lead to at most ${bytesMax} bytes`);
  }
  return new Failure({
    code: 'upstream_unavailable',
    message: `What \`${field}\` leads to could not be fetched.`,
    nextStep: 'Nothing was changed. Check that the address opens in a browser, then call again.',
    retryable: true,
    outcome: 'not_applied',
    cause: error,
  });
}
