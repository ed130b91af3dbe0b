import { Failure } from '../../errors.ts';
import type { Line, UpstreamReply } from '../../upstream/line.ts';
import { pathOf } from '../../upstream/path.ts';
import { failureOf, isExpiredToken } from './errors.ts';
import { AccessibleCustomers, type Row, SearchPage } from './wire.ts';

/** The platform publishes four major versions a year, each alive for one: this is the one place that names ours. */
export const API_VERSION = 'v25';

/** The only place that builds this platform's requests. */
export class SearchClient {
  readonly #line: Line;
  readonly #loginCustomerId: string | undefined;

  constructor(line: Line, loginCustomerId: string | undefined) {
    this.#line = line;
    this.#loginCustomerId = loginCustomerId;
  }

  /** The accounts the connected user reaches directly, as bare ids. */
  async accessibleCustomers(): Promise<string[]> {
    const reply = await this.#read('GET', pathOf`/${API_VERSION}/customers:listAccessibleCustomers`);
    return AccessibleCustomers.parse(reply).resourceNames.map((name) => name.slice('customers/'.length));
  }

  /** Every row of a query, page after page. */
  async *rows(customerId: string, query: string): AsyncGenerator<Row> {
    const path = pathOf`/${API_VERSION}/customers/${customerId}/googleAds:search`;
    let pageToken: string | undefined;
    do {
      const page = SearchPage.parse(await this.#read('POST', path, { query, pageToken }, customerId));
      yield* page.results;
      pageToken = page.nextPageToken;
    } while (pageToken);
  }

  async #read(method: 'GET' | 'POST', path: string, body?: unknown, account?: string): Promise<unknown> {
    const { access_token } = await this.#line.credentials();
    let reply = await this.#send(method, path, access_token, body, account);
    if (isExpiredToken(reply)) {
      const renewed = await this.#line.renew();
      reply = await this.#send(method, path, renewed.access_token, body, account);
    }
    if (reply.status !== 200) throw failureOf(reply);
    return parsed(reply);
  }

  #send(
    method: 'GET' | 'POST',
    path: string,
    token: string | undefined,
    body: unknown,
    account?: string,
  ): Promise<UpstreamReply> {
    return this.#line.send({
      method,
      url: this.#line.hosts.api + path,
      effect: 'read',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.#loginCustomerId && account && { 'login-customer-id': this.#loginCustomerId }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(account && { account }),
    });
  }
}

function parsed({ body }: UpstreamReply): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new Failure({
      code: 'upstream_unavailable',
      message: 'The search platform answered with something that is not JSON.',
      nextStep: 'Call again in a moment; if it stays, the platform has a fault.',
      retryable: true,
      cause,
    });
  }
}
