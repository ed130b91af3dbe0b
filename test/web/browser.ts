import { createTRPCClient, httpLink } from '@trpc/client';
import type { Api } from '../../src/web/api/router.ts';
import type { TestService } from '../service.ts';
import { keepPasswordHashes } from './kept-hashes.ts';

keepPasswordHashes();

/** What a browser does for a person: it keeps cookies, and says which page it is on. */
export class Browser {
  readonly url: string;
  readonly cookies = new Map<string, string>();
  /** Every `Set-Cookie` it was sent, as it was sent. */
  readonly received: string[] = [];

  constructor(url: string) {
    this.url = url;
  }

  readonly fetch = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    if (init.method !== undefined && init.method !== 'GET' && !headers.has('origin')) headers.set('origin', this.url);
    const target = typeof address === 'string' && address.startsWith('/') ? this.url + address : address;
    const reply = await fetch(target, { redirect: 'manual', ...init, headers });
    for (const cookie of reply.headers.getSetCookie()) this.#keep(cookie);
    return reply;
  };

  /** The API by the same types as the pages use. */
  get api() {
    return createTRPCClient<Api>({
      links: [
        httpLink({ url: `${this.url}/api/trpc`, fetch: (url, init) => this.fetch(url as string, init as RequestInit) }),
      ],
    });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  signIn(email: string, password: string): Promise<Response> {
    return this.post('/api/auth/sign-in/email', { email, password });
  }

  #keep(cookie: string): void {
    this.received.push(cookie);
    const [pair = ''] = cookie.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === '' || /max-age=0/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export const PASSWORD = 'correct horse battery';

/** A browser in which the first owner has signed in by the set-up link. */
export async function ownerOf(service: TestService): Promise<Browser> {
  const browser = new Browser(service.url);
  await browser.api.session.setUp.mutate({
    link: await setUpLink(service),
    name: 'Example Owner',
    email: 'owner@acme.example',
    password: PASSWORD,
    organization: 'Acme',
  });
  return browser;
}

export async function setUpLink({ home }: TestService, email?: string): Promise<string> {
  const { id } = await home.store.db
    .selectFrom('organizations')
    .select('id')
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  const { secret } = await home.links.create({
    purpose: 'set_up',
    organizationId: id,
    role: 'owner',
    email,
    lifeMs: 60_000,
    actor: 'test',
  });
  return secret;
}
