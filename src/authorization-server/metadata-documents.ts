import type { Ambient } from '../ambient.ts';
import { BoundedMap } from '../memory/bounded-map.ts';
import { fetchPublic, type PublicFetchOptions } from '../upstream/egress-guard.ts';

/** A client's description of itself, or its keys. */
const BYTES_MAX = 65_536;
const DEADLINE_MS = 2_500;
/** The provider asks again at once for what failed, and callers could have us ask a stranger's server as often as they like. */
const FAILURE_KEPT_MS = 10_000;

/** How addresses that clients name are fetched; tests hand in their own network. */
export type Network = Pick<PublicFetchOptions, 'resolve' | 'connect' | 'deadlineMs'>;

/** `fetch` for the provider that reaches nothing but the public internet, and follows no redirect. */
export function fetchDocument(
  ambient: Ambient,
  { deadlineMs = DEADLINE_MS, ...network }: Network = {},
): (address: string | URL, init?: RequestInit) => Promise<Response> {
  const failures = new BoundedMap<string, { error: unknown; at: number }>(1_000);
  return async (given, init) => {
    const address = String(given);
    const failed = failures.get(address);
    if (failed && ambient.elapsedMs() - failed.at < FAILURE_KEPT_MS) throw failed.error;
    const signal = init?.signal ?? AbortSignal.timeout(deadlineMs);
    const limits = { bytesMax: BYTES_MAX, deadlineMs, redirectsMax: 0, signal, field: 'client_id' };
    try {
      const { status, headers, body } = await fetchPublic(address, { ...network, ...limits });
      return new Response(new Uint8Array(body), { status, headers });
    } catch (error) {
      failures.set(address, { error, at: ambient.elapsedMs() });
      throw error;
    }
  };
}
