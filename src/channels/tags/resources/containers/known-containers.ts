import { MINUTE_MS } from '../../../../ambient.ts';
import { BoundedMap } from '../../../../memory/bounded-map.ts';
import type { PlatformSession } from '../../../../upstream/session.ts';
import type { Container } from '../../wire.ts';

const KEPT_MS = 10 * MINUTE_MS;
const CONTAINERS_MAX = 10_000;

type Known = Pick<Container, 'accountId' | 'containerId' | 'features' | 'usageContext'>;

/** A lookup is one of fifteen requests a minute, and a `GTM-…` stays where it is. Who may read it is decided by the next request. */
const containers = new BoundedMap<string, { known: Known; at: number }>(CONTAINERS_MAX);

export function knownContainer(session: PlatformSession, publicId: string): Known | undefined {
  const held = containers.get(keyOf(session, publicId));
  return held && session.now() - held.at < KEPT_MS ? held.known : undefined;
}

export function rememberContainer(session: PlatformSession, publicId: string, container: Container): void {
  const { accountId, containerId, features, usageContext } = container;
  const known = { accountId, containerId, features, usageContext };
  containers.set(keyOf(session, publicId), { known, at: session.now() });
}

function keyOf({ hosts, workspaceId }: PlatformSession, publicId: string): string {
  return JSON.stringify([hosts.api, workspaceId, publicId]);
}
