import { Failure } from '../../errors.ts';
import type { PlatformPage } from '../../tools/listing.ts';
import { brokenCursor } from '../../tools/listing.ts';
import { unknownOutcome } from '../../upstream/failures.ts';
import { pathOf } from '../../upstream/path.ts';
import type { PlatformSession, UpstreamReply, UpstreamRequest, UpstreamStream } from '../../upstream/session.ts';
import { errorsByOperation, failureOf, isExpiredToken, type RowError } from './errors.ts';
import { type Query, queryText } from './gaql.ts';
import { type Operation, operationBody } from './operations.ts';
import { ResultScanner } from './result-scanner.ts';
import {
  AccessibleCustomers,
  KeywordIdeas,
  LocationSuggestions,
  MutateReply,
  Row,
  SearchEnvelope,
  SearchReply,
} from './wire.ts';

/** The platform publishes four major versions a year, each alive for one: this is the one place that names ours. */
export const API_VERSION = 'v25';

const PAGE_BYTES_MAX = 256 * 1024 * 1024;

interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  effect: UpstreamRequest['effect'];
  account?: string;
  /** The manager to go through, when it is not the call's own. */
  login?: string | undefined;
  bytesMax?: number;
  /** Doing it twice is the same as once: nothing is created. */
  repeatSafe?: boolean;
}

export interface PageRequest {
  size: number;
  /** Where the page before ended. */
  position?: string | undefined;
  login?: string | undefined;
}

/** What became of each operation, in their order. */
export type OperationResult = { resourceName: string; error?: never } | { resourceName?: never; error: RowError };

/** The only place that builds this platform's requests. */
export class SearchClient {
  readonly #session: PlatformSession;
  readonly #loginCustomerId: string | undefined;

  constructor(session: PlatformSession, loginCustomerId: string | undefined) {
    this.#session = session;
    this.#loginCustomerId = loginCustomerId;
  }

  /** The accounts the connected user reaches directly, as bare ids. */
  async accessibleCustomers(): Promise<string[]> {
    const path = pathOf`/${API_VERSION}/customers:listAccessibleCustomers`;
    const reply = await this.#exchange({ method: 'GET', path, effect: 'read' });
    return AccessibleCustomers.parse(reply).resourceNames.map((name) => name.slice('customers/'.length));
  }

  /** All rows of a query whose answer fits into memory by its nature. */
  async rows(customerId: string, query: Query, login?: string): Promise<Row[]> {
    const path = pathOf`/${API_VERSION}/customers/${customerId}/googleAds:search`;
    const text = queryText(query);
    const rows: Row[] = [];
    let pageToken: string | undefined;
    do {
      const body = { query: text, ...(pageToken && { pageToken }) };
      const reply = await this.#exchange({ method: 'POST', path, body, effect: 'read', account: customerId, login });
      const { results, nextPageToken } = SearchReply.parse(reply);
      rows.push(...results);
      pageToken = nextPageToken;
    } while (pageToken);
    return rows;
  }

  /** The one row of a query, if there is one. */
  async row(customerId: string, query: Query): Promise<Row | undefined> {
    const [row] = await this.rows(customerId, { ...query, limit: 1 });
    return row;
  }

  /**
   * Some rows of a query. The platform's pages are of a fixed size, so a place in a list is one of its pages and a row
   * in it; the rows before are passed over unread and the ones behind are not fetched.
   */
  async page(customerId: string, query: string, request: PageRequest): Promise<PlatformPage<Row>> {
    const { items, next } = await this.rawPage(customerId, query, request);
    return { items: items.map((row) => Row.parse(row)), next };
  }

  /** The same, with rows of any shape. */
  async rawPage(
    customerId: string,
    query: string,
    { size, position, login }: PageRequest,
  ): Promise<PlatformPage<unknown>> {
    const { pageToken, skip } = placeOf(position);
    const reply = await this.#open({
      method: 'POST',
      path: pathOf`/${API_VERSION}/customers/${customerId}/googleAds:search`,
      body: { query, ...(pageToken && { pageToken }) },
      effect: 'read',
      account: customerId,
      login,
      bytesMax: PAGE_BYTES_MAX,
    });
    const scanner = new ResultScanner(skip);
    const items: unknown[] = [];
    for await (const piece of reply.body) {
      for (const row of scanner.push(piece)) {
        if (items.length === size) return { items, next: `${skip + size}.${pageToken ?? ''}` };
        items.push(json(row));
      }
    }
    const { nextPageToken } = SearchEnvelope.parse(understood(() => scanner.end()));
    return { items, ...(nextPageToken && { next: `0.${nextPageToken}` }) };
  }

  /** The metrics of a whole selection in one row, added up by the platform. */
  async summary(customerId: string, query: string): Promise<Record<string, unknown>> {
    const reply = await this.#exchange({
      method: 'POST',
      path: pathOf`/${API_VERSION}/customers/${customerId}/googleAds:search`,
      body: { query, searchSettings: { omitResults: true, returnSummaryRow: true } },
      effect: 'read',
      account: customerId,
    });
    return SearchEnvelope.parse(reply).summaryRow?.metrics ?? {};
  }

  /** All of them or none, checked by the platform before anything is changed. */
  async mutate(customerId: string, operations: readonly Operation[]): Promise<string[]> {
    await this.#exchange(this.#mutation(customerId, operations, { validateOnly: true }));
    const results = await this.#change(customerId, operations, {});
    return results.map(({ resourceName, error }) => {
      if (resourceName === undefined)
        throw unknownOutcome({ seen: `The platform named no result (${error?.message}).` });
      return resourceName;
    });
  }

  /** Each for itself: the ones the platform refuses do not keep the others from being made. */
  mutateEach(customerId: string, operations: readonly Operation[]): Promise<OperationResult[]> {
    return this.#change(customerId, operations, { partialFailure: true });
  }

  async keywordIdeas(customerId: string, body: Record<string, unknown>): Promise<KeywordIdeas> {
    const path = pathOf`/${API_VERSION}/customers/${customerId}:generateKeywordIdeas`;
    return KeywordIdeas.parse(
      await this.#exchange({ method: 'POST', path, body, effect: 'read', account: customerId }),
    );
  }

  async suggestLocations(body: Record<string, unknown>): Promise<LocationSuggestions> {
    const path = pathOf`/${API_VERSION}/geoTargetConstants:suggest`;
    return LocationSuggestions.parse(await this.#exchange({ method: 'POST', path, body, effect: 'read' }));
  }

  /** A picture at an address a caller gave us. */
  fetchImage(url: string, limits: { bytesMax: number; field: string }): Promise<UpstreamReply> {
    return this.#session.fetchPublic(url, limits);
  }

  #mutation(customerId: string, operations: readonly Operation[], options: Record<string, boolean>): Call {
    return {
      method: 'POST',
      path: pathOf`/${API_VERSION}/customers/${customerId}/googleAds:mutate`,
      body: { mutateOperations: operations.map(operationBody), ...options },
      effect: options.validateOnly ? 'read' : 'write',
      account: customerId,
      repeatSafe: operations.every(({ change }) => !('create' in change)),
    };
  }

  async #change(
    customerId: string,
    operations: readonly Operation[],
    options: Record<string, boolean>,
  ): Promise<OperationResult[]> {
    const reply = MutateReply.safeParse(await this.#exchange(this.#mutation(customerId, operations, options)));
    if (!reply.success) throw unknownOutcome({ seen: 'The platform answered with something we do not understand.' });
    const errors = errorsByOperation(reply.data.partialFailureError);
    return operations.map((_, index) => {
      const resourceName = Object.values(reply.data.mutateOperationResponses[index] ?? {})[0]?.resourceName;
      if (resourceName !== undefined) return { resourceName };
      return { error: errors.get(index) ?? { code: 'UNKNOWN', message: 'the platform gave no reason' } };
    });
  }

  async #exchange(call: Call): Promise<unknown> {
    const reply = await this.#authorized(
      call,
      (request) => this.#session.send(request),
      async (whole) => whole,
    );
    if (reply.status !== 200) throw refusalOf(reply, call);
    return call.effect === 'write' ? jsonOrUnknownOutcome(reply) : json(reply.body);
  }

  async #open(call: Call): Promise<UpstreamStream> {
    const reply = await this.#authorized(call, (request) => this.#session.stream(request), gathered);
    if (reply.status !== 200) throw refusalOf(await gathered(reply), call);
    return reply;
  }

  /** Sends with the token we hold, and once more with a fresh one when the platform calls it expired. */
  async #authorized<Reply extends { status: number }>(
    call: Call,
    send: (request: UpstreamRequest) => Promise<Reply>,
    whole: (reply: Reply) => Promise<UpstreamReply>,
  ): Promise<Reply> {
    const held = await this.#session.credentials();
    const reply = await send(this.#request(call, held.access_token, held.developer_token));
    if (reply.status !== 401) return reply;
    const refused = await whole(reply);
    if (!isExpiredToken(refused)) throw failureOf(refused);
    const renewed = await this.#session.renew();
    return send(this.#request(call, renewed.access_token, renewed.developer_token));
  }

  #request(call: Call, token: string | undefined, developerToken: string | undefined): UpstreamRequest {
    const { method, path, body, effect, account, bytesMax } = call;
    const login = call.login ?? this.#loginCustomerId;
    return {
      method,
      url: this.#session.hosts.api + path,
      effect,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(login && account && { 'login-customer-id': login }),
        // No longer asked for, but an older project may still have one; an empty one would be refused.
        ...(developerToken && { 'developer-token': developerToken }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(account && { account }),
      ...(bytesMax !== undefined && { bytesMax }),
    };
  }
}

function placeOf(position = '0.'): { skip: number; pageToken: string | undefined } {
  const [, skip, pageToken] = /^(\d{1,9})\.(.*)$/s.exec(position) ?? [];
  if (skip === undefined) throw brokenCursor();
  return { skip: Number(skip), pageToken: pageToken || undefined };
}

async function gathered(stream: UpstreamStream): Promise<UpstreamReply> {
  const pieces: Buffer[] = [];
  for await (const piece of stream.body) pieces.push(piece);
  return { status: stream.status, headers: stream.headers, body: Buffer.concat(pieces) };
}

/** A fault of the platform while it was changing something leaves open whether it did. */
function refusalOf(reply: UpstreamReply, { effect, repeatSafe = false }: Call): Failure {
  const failure = failureOf(reply);
  if (effect === 'read' || reply.status < 500 || reply.status === 501) return failure;
  return unknownOutcome({
    seen: `The platform answered HTTP ${reply.status}.`,
    repeatSafe,
    ...(failure.details.upstream && { upstream: failure.details.upstream }),
  });
}

function jsonOrUnknownOutcome(reply: UpstreamReply): unknown {
  try {
    return JSON.parse(reply.body.toString('utf8'));
  } catch (cause) {
    throw unknownOutcome({ seen: 'The platform answered with something that is not JSON.', cause });
  }
}

function json(body: Buffer): unknown {
  return understood(() => JSON.parse(body.toString('utf8')));
}

function understood<T>(read: () => T): T {
  try {
    return read();
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
