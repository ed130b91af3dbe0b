import { createHash, randomBytes } from 'node:crypto';
import type { Browser } from '../web/browser.ts';

export const REDIRECT = 'http://127.0.0.1:33418/callback';

/** What a client that registers itself sends, as the MCP SDK does. */
export const REGISTRATION = {
  client_name: 'Test Client',
  redirect_uris: [REDIRECT],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};

export interface Registered {
  client_id: string;
  client_secret?: string;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
}

export interface Choice {
  workspaceId: string;
  channels?: string[];
  readOnly?: boolean;
  expiresInDays?: 7 | 30 | 90;
  mayRaise?: { currency: string; daily?: string; single?: string }[];
}

/** A client of the authorization server that does one step at a time, and can do it wrongly. */
export class OAuthClient {
  readonly url: string;
  readonly verifier = randomBytes(32).toString('base64url');

  constructor(url: string) {
    this.url = url;
  }

  register(body: unknown = REGISTRATION): Promise<Response> {
    return fetch(`${this.url}/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async registered(body: unknown = REGISTRATION): Promise<Registered> {
    const reply = await this.register(body);
    if (reply.status !== 201) throw new Error(await reply.text());
    return (await reply.json()) as Registered;
  }

  /** The address a browser is sent to; `null` leaves a parameter out. */
  authorizeUrl(clientId: string, parameters: Record<string, string | null> = {}): string {
    const all: Record<string, string | null> = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      scope: 'ads:read ads:write',
      state: 'state-of-client',
      resource: `${this.url}/social/mcp`,
      ...parameters,
    };
    return `${this.url}/authorize?${parametersOf(all)}`;
  }

  /** The id of the consent that a browser is led to. */
  async asked(browser: Browser, clientId: string, parameters: Record<string, string | null> = {}): Promise<string> {
    const reply = await browser.fetch(this.authorizeUrl(clientId, parameters));
    const location = reply.headers.get('location') ?? '';
    const [, uid] = /^\/consent\/([\w-]+)$/.exec(location) ?? [];
    if (uid === undefined) throw new Error(`${reply.status} ${location} ${await reply.text()}`);
    return uid;
  }

  /** Where the browser is sent after the person has agreed. */
  async answered(browser: Browser, uid: string, choice: Choice): Promise<URL> {
    const { redirectTo } = await browser.api.consent.approve.mutate({
      uid,
      workspaceId: choice.workspaceId,
      channels: choice.channels ?? ['social'],
      readOnly: choice.readOnly ?? false,
      expiresInDays: choice.expiresInDays ?? 30,
      mayRaise: choice.mayRaise ?? [],
    });
    return this.resumed(browser, redirectTo);
  }

  async resumed(browser: Browser, redirectTo: string): Promise<URL> {
    const reply = await browser.fetch(redirectTo);
    const location = reply.headers.get('location');
    if (location === null) throw new Error(`${reply.status} ${await reply.text()}`);
    return new URL(location);
  }

  async code(
    browser: Browser,
    clientId: string,
    choice: Choice,
    parameters: Record<string, string | null> = {},
  ): Promise<string> {
    const location = await this.answered(browser, await this.asked(browser, clientId, parameters), choice);
    const code = location.searchParams.get('code');
    if (code === null) throw new Error(location.href);
    return code;
  }

  token(parameters: Record<string, string | null>): Promise<Response> {
    return fetch(`${this.url}/token`, { method: 'POST', body: parametersOf(parameters) });
  }

  exchange(clientId: string, code: string, parameters: Record<string, string | null> = {}): Promise<Response> {
    return this.token({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: REDIRECT,
      code_verifier: this.verifier,
      ...parameters,
    });
  }

  refresh(clientId: string, refreshToken: string, parameters: Record<string, string | null> = {}): Promise<Response> {
    return this.token({
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: refreshToken,
      ...parameters,
    });
  }

  async connected(
    browser: Browser,
    choice: Choice,
    parameters: Record<string, string | null> = {},
  ): Promise<{ clientId: string; code: string; tokens: Tokens }> {
    const { client_id: clientId } = await this.registered();
    const code = await this.code(browser, clientId, choice, parameters);
    const reply = await this.exchange(clientId, code);
    if (reply.status !== 200) throw new Error(await reply.text());
    return { clientId, code, tokens: (await reply.json()) as Tokens };
  }
}

function parametersOf(given: Record<string, string | null>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== null) parameters.set(name, value);
  return parameters;
}
