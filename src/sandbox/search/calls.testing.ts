import { MINUTE_MS } from '../../ambient.ts';
import { refuseEmptyParts } from '../empty-parts.testing.ts';
import { type Body, type PlatformOptions, type PlatformUnderTest, startPlatform } from '../platform.testing.ts';
import { ACCOUNTS, signIn } from './seed.ts';

export { START } from '../platform.testing.ts';

/** A little less than an access token lives. */
const TOKEN_MS = 50 * MINUTE_MS;

export interface Reply {
  status: number;
  headers: Headers;
  body: Body;
}

export interface SearchSandbox extends PlatformUnderTest {
  token(email?: string): Promise<string>;
  /** A call with a good token through the manager, unless the headers say otherwise. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string | undefined>): Promise<Reply>;
  search(query: string, customer?: string, more?: Record<string, unknown>): Promise<Reply>;
}

export async function startSearch(options: PlatformOptions = { records: true }): Promise<SearchSandbox> {
  const platform = await startPlatform('search', options);
  const { origin, world } = platform;

  async function token(email = 'marketing@acme.example'): Promise<string> {
    const body = new URLSearchParams({ grant_type: 'refresh_token', ...signIn(world, email) });
    const reply = await fetch(`${origin}/token`, { method: 'POST', body });
    return ((await reply.json()) as { access_token: string }).access_token;
  }

  let held: string | undefined;
  let heldUntil = 0;
  const call: SearchSandbox['call'] = async (method, path, body, headers = {}) => {
    if (world.now() >= heldUntil) [held, heldUntil] = [await token(), world.now() + TOKEN_MS];
    const all: Record<string, string | undefined> = {
      authorization: `Bearer ${held}`,
      'content-type': 'application/json',
      'login-customer-id': ACCOUNTS.manager,
      ...headers,
    };
    const sent = Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    const reply = await fetch(`${origin}${path}`, {
      method,
      headers: sent,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    const isJson = /json/.test(reply.headers.get('content-type') ?? '');
    const answer = isJson ? JSON.parse(text) : text;
    if (reply.status >= 400 && isJson) refuseEmptyParts(answer);
    return { status: reply.status, headers: reply.headers, body: answer };
  };

  return {
    ...platform,
    token,
    call,
    search: (query, customer = ACCOUNTS.america, more = {}) =>
      call('POST', `/v25/customers/${customer}/googleAds:search`, { query, ...more }),
  };
}

/** The codes of a refusal, as `family.NAME`. */
export function codesOf({ body }: Reply): string[] {
  const error = (Array.isArray(body) ? body[0] : body).error ?? body.partialFailureError;
  const failure = (error?.details ?? []).find((detail: { '@type': string }) =>
    /GoogleAdsFailure$/.test(detail['@type']),
  );
  return (failure?.errors ?? []).map(({ errorCode }: { errorCode: Record<string, string> }) => {
    const [family, name] = Object.entries(errorCode)[0]!;
    return `${family}.${name}`;
  });
}
