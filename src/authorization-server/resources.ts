const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The addresses that access can be given for (RFC 8707), and the channels behind each. */
export interface Resources {
  /** Where this service is reached; also the issuer. */
  origin: string;
  /** By path, `/mcp` and `/social/mcp` among them. */
  channelsAt: ReadonlyMap<string, readonly string[]>;
  /** For the origin itself, which stands for a client that names no resource. */
  allChannels: readonly string[];
}

/** The channels of a resource as `canonicalResource` writes it; undefined: there is no such resource here. */
export function channelsOf(resources: Resources, resource: string): readonly string[] | undefined {
  const url = URL.parse(resource);
  if (!url || !isOwn(url, resources.origin) || url.search !== '' || url.hash !== '') return undefined;
  return url.pathname === '/' ? resources.allChannels : resources.channelsAt.get(url.pathname);
}

/** On loopback `localhost` and `127.0.0.1` are the same service. */
function isOwn(url: URL, origin: string): boolean {
  if (url.origin === origin) return true;
  const own = new URL(origin);
  return (
    LOOPBACK.test(own.hostname) && LOOPBACK.test(url.hostname) && own.port === url.port && own.protocol === url.protocol
  );
}

/**
 * Without a slash at the end and without a query: clients write addresses with and without them (`/mcp?channels=social`), and
 * the same text is compared later.
 */
export function canonicalResource(resource: string): string {
  const url = URL.parse(resource);
  if (!url || url.origin === 'null' || url.hash !== '') return resource;
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
