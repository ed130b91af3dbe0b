import { z } from 'zod';
import { MINUTE_MS } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import { Turns } from '../../event-loop/turns.ts';
import type { PlatformPage } from '../../tools/listing.ts';
import { brokenCursor } from '../../tools/listing.ts';
import { unknownOutcome } from '../../upstream/failures.ts';
import { pathOf } from '../../upstream/path.ts';
import { AT_ONCE_BYTES_MAX, readAs, unreadable } from '../../upstream/reading.ts';
import type {
  Credentials,
  Pace,
  PlatformRequest,
  PlatformSession,
  UpstreamReply,
  UpstreamRequest,
} from '../../upstream/session.ts';
import { errorOfOne, errorsByOperation, type RowError } from './errors.ts';
import { type Query, queryText } from './resources/wire/gaql.ts';
import { type Operation, operationBody } from './resources/wire/operation.ts';
import { argumentAsked, argumentIn } from './resources/wire/operation-arguments.ts';
import { ResultScanner } from './resources/wire/result-scanner.ts';
import { type Row, rowSchema } from './resources/wire/row.ts';
import {
  AccessibleCustomers,
  IngestReply,
  type IngestStatus,
  IngestStatuses,
  KeywordIdeas,
  LocationSuggestions,
  MutateReply,
  PartialFailure,
  SearchEnvelope,
  SearchReply,
} from './wire.ts';

/** The platform publishes several major versions a year and ends each after about one: this is the one place that names ours. */
const API_VERSION = 'v25';

const PAGE_BYTES_MAX = 256 * 1024 * 1024;
/**
 * The platform takes 300 in any minute; a second more for requests that overtake each other on the way. A quarter of both, so that
 * a rush waits for a quarter of a minute instead of a whole one, which no call has.
 */
const DATA_MANAGER_PACE: Pace = {
  name: 'datamanager',
  requests: 75,
  perMs: (MINUTE_MS + 1000) / 4,
  perApplication: true,
};

interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  account?: string;
  /** The manager for `login-customer-id`, when it differs from the client's. */
  login?: string | undefined;
  bytesMax?: number;
  pace?: Pace;
  argumentOf?: PlatformRequest['argumentOf'] | undefined;
}

export interface PageRequest {
  size: number;
  /** The `next` of the page before. */
  position?: string | undefined;
  login?: string | undefined;
  /** Maps a field named in an error to the caller's argument. */
  argumentOf?: PlatformRequest['argumentOf'];
}

/** Events for one conversion action. */
interface Ingestion {
  /** The account that owns the action, and the one through which it is reached. */
  owner: string;
  login: string;
  action: string;
  events: readonly unknown[];
  /** Have them checked, and nothing kept. */
  isCheck: boolean;
  argumentOf: PlatformRequest['argumentOf'];
}

interface PeopleChange {
  list: string;
  operations: readonly object[];
  consent: boolean | undefined;
}

const Named = z.object({ resourceName: z.string() });

/** The result of each operation, in the order they were sent. */
export type OperationResult = { resourceName: string; error?: never } | { resourceName?: never; error: RowError };

/** The only place that builds this platform's requests. */
export class SearchClient {
  readonly #session: PlatformSession;
  /** The manager that every call goes through. */
  readonly loginCustomerId: string | undefined;

  constructor(session: PlatformSession, loginCustomerId: string | undefined) {
    this.#session = session;
    this.loginCustomerId = loginCustomerId;
  }

  async oauthClientId(): Promise<string> {
    return (await this.#session.credentials()).client_id ?? '';
  }

  /** The platform's time, from the `Date` header of its replies. */
  platformNow(): number {
    return this.#session.platformNow();
  }

  /** The accounts the connected user reaches directly, as bare ids. */
  async accessibleCustomers(): Promise<string[]> {
    const path = pathOf`/${API_VERSION}/customers:listAccessibleCustomers`;
    const { resourceNames } = await this.#session.ask(this.#at({ method: 'GET', path }), AccessibleCustomers);
    return resourceNames.map((name) => name.slice('customers/'.length));
  }

  /** All rows of a query that is known to have few. */
  async rows(customerId: string, query: Query, login?: string): Promise<Row[]> {
    const path = pathOf`/${API_VERSION}/customers/${customerId}/googleAds:search`;
    const text = queryText(query);
    const rows: Row[] = [];
    let pageToken: string | undefined;
    do {
      const body = { query: text, ...(pageToken && { pageToken }) };
      const request = this.#at({ method: 'POST', path, body, account: customerId, login });
      const { results, nextPageToken } = await this.#session.ask(request, SearchReply);
      rows.push(...(await readRows(results)));
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
   * A page of our size. The platform's pages have a fixed size, so a position is one of its page tokens and a row
   * in that page; rows before it are skipped, and the reply is cancelled when there are enough.
   */
  async page(customerId: string, query: string, request: PageRequest): Promise<PlatformPage<Row>> {
    const { items, next } = await this.rawPage(customerId, query, request);
    return { items: await readRows(items), next };
  }

  /** The same, with rows of any shape. */
  async rawPage(
    customerId: string,
    query: string,
    { size, position, login, argumentOf }: PageRequest,
  ): Promise<PlatformPage<unknown>> {
    const { pageToken, skip } = placeOf(position);
    const reply = await this.#session.open(
      this.#at({
        method: 'POST',
        path: pathOf`/${API_VERSION}/customers/${customerId}/googleAds:search`,
        body: { query, ...(pageToken && { pageToken }) },
        account: customerId,
        login,
        bytesMax: PAGE_BYTES_MAX,
        argumentOf,
      }),
    );
    const scanner = new ResultScanner(skip);
    const items: unknown[] = [];
    const turns = new Turns(this.#session.signal);
    let bytes = 0;
    for await (const piece of reply.body) {
      bytes += piece.length;
      if (bytes > AT_ONCE_BYTES_MAX) await turns.pause();
      for (const row of scanner.push(piece)) {
        if (items.length === size) return { items, next: `${skip + size}.${pageToken ?? ''}` };
        items.push(understood(() => JSON.parse(row.toString('utf8'))));
      }
    }
    const { nextPageToken } = readAs(
      SearchEnvelope,
      understood(() => scanner.end()),
      'search',
    );
    return { items, ...(nextPageToken && { next: `0.${nextPageToken}` }) };
  }

  /** The metrics of a whole selection in one row, added up by the platform. */
  async summary(customerId: string, query: string): Promise<Record<string, unknown>> {
    const request = this.#at({
      method: 'POST',
      path: pathOf`/${API_VERSION}/customers/${customerId}/googleAds:search`,
      body: { query, searchSettings: { omitResults: true, returnSummaryRow: true } },
      account: customerId,
    });
    return (await this.#session.ask(request, SearchEnvelope)).summaryRow?.metrics ?? {};
  }

  /** All of them or none, checked by the platform before anything is changed. */
  async mutate(customerId: string, operations: readonly Operation[]): Promise<string[]> {
    await this.check(customerId, operations);
    return this.mutateChecked(customerId, operations);
  }

  /** Has the platform check all of them, and changes nothing. */
  async check(customerId: string, operations: readonly Operation[]): Promise<void> {
    await this.#session.ask(this.#mutation(customerId, operations, { validateOnly: true }), z.unknown());
  }

  /** All of them or none, where they were checked just before. */
  async mutateChecked(customerId: string, operations: readonly Operation[]): Promise<string[]> {
    const results = await this.#change(customerId, operations, {});
    return results.map(({ resourceName, error }) => {
      if (resourceName === undefined)
        throw unknownOutcome({ seen: `The platform named no result (${error?.message}).` });
      return resourceName;
    });
  }

  /** With partial failure: refused operations do not stop the others. */
  mutateEach(customerId: string, operations: readonly Operation[]): Promise<OperationResult[]> {
    return this.#change(customerId, operations, { partialFailure: true });
  }

  /** With partial failure; the refusals by operation index. */
  async actOnRecommendations(
    customerId: string,
    verb: 'apply' | 'dismiss',
    operations: readonly object[],
  ): Promise<ReadonlyMap<number, RowError>> {
    const path = `${pathOf`/${API_VERSION}/customers/${customerId}/recommendations`}:${verb}`;
    const body = { operations, partialFailure: true };
    const request = this.#at({ method: 'POST', path, body, account: customerId });
    const { partialFailureError } = await this.#session.change(request, PartialFailure);
    return errorsByOperation(partialFailureError);
  }

  /** Members of a customer list change by a job. Creating and filling it changes nothing; only running it does. */
  async changePeople(customerId: string, { list, operations, consent }: PeopleChange): Promise<void> {
    const jobs = pathOf`/${API_VERSION}/customers/${customerId}/offlineUserDataJobs`;
    const at = (path: string, body: unknown) => this.#at({ method: 'POST', path, body, account: customerId });
    const agreed = consent ? 'GRANTED' : 'DENIED';
    const metadata = {
      userList: list,
      ...(consent !== undefined && { consent: { adUserData: agreed, adPersonalization: agreed } }),
    };
    const job = { type: 'CUSTOMER_MATCH_USER_LIST', customerMatchUserListMetadata: metadata };
    const { resourceName } = await this.#session.prepare(at(`${jobs}:create`, { job }), Named);
    const made = jobs + pathOf`/${resourceName.split('/').at(-1) ?? ''}`;
    await this.#session.ask(at(`${made}:addOperations`, { operations }), z.unknown());
    await this.#session.change(at(`${made}:run`, {}), z.unknown());
  }

  /** Hands events to the platform's second interface; all of them are taken or none. Returns its id of the request. */
  async ingest({ owner, login, action, events, isCheck, argumentOf }: Ingestion): Promise<string> {
    const account = (accountId: string) => ({ accountType: 'GOOGLE_ADS', accountId });
    const destination = {
      operatingAccount: account(owner),
      loginAccount: account(login),
      productDestinationId: action,
    };
    const request: PlatformRequest = {
      method: 'POST',
      url: `${this.#session.hosts.datamanager}/v1/events:ingest`,
      json: { destinations: [destination], events, encoding: 'HEX', validateOnly: isCheck },
      account: owner,
      pace: DATA_MANAGER_PACE,
      argumentOf,
    };
    const reply = isCheck
      ? await this.#session.ask(request, IngestReply)
      : await this.#session.change(request, IngestReply);
    return reply.requestId;
  }

  /** Restates or retracts one counted conversion. `isSecond`: the refusal may answer our own second sending. */
  async adjustConversion(customerId: string, adjustment: object): Promise<{ refused?: RowError; isSecond: boolean }> {
    const path = pathOf`/${API_VERSION}/customers/${customerId}:uploadConversionAdjustments`;
    const body = { conversionAdjustments: [adjustment], partialFailure: true };
    const request = this.#at({ method: 'POST', path, body, account: customerId });
    let isSecond = false;
    const { partialFailureError } = await this.#session.change(request, PartialFailure, ({ json, mayBeSecond }) => {
      isSecond = mayBeSecond === true;
      return json;
    });
    return { isSecond, ...(partialFailureError && { refused: errorOfOne(partialFailureError) }) };
  }

  /** What became of the events of a request, for each destination; empty where the platform keeps none of it. */
  async ingestStatus(requestId: string): Promise<readonly IngestStatus[]> {
    const url = new URL(`${this.#session.hosts.datamanager}/v1/requestStatus:retrieve`);
    url.searchParams.set('requestId', requestId);
    const request: PlatformRequest = { method: 'GET', url: url.href, pace: DATA_MANAGER_PACE };
    try {
      return (await this.#session.ask(request, IngestStatuses)).requestStatusPerDestination;
    } catch (error) {
      if (error instanceof Failure && error.details.upstream?.code === 'NOT_FOUND') return [];
      throw error;
    }
  }

  async keywordIdeas(customerId: string, body: Record<string, unknown>): Promise<KeywordIdeas> {
    const path = pathOf`/${API_VERSION}/customers/${customerId}:generateKeywordIdeas`;
    const pace = { name: 'planning', requests: 1, perMs: 1000 };
    return this.#session.ask(this.#at({ method: 'POST', path, body, account: customerId, pace }), KeywordIdeas);
  }

  async suggestLocations(body: Record<string, unknown>): Promise<LocationSuggestions> {
    const path = pathOf`/${API_VERSION}/geoTargetConstants:suggest`;
    return this.#session.ask(this.#at({ method: 'POST', path, body }), LocationSuggestions);
  }

  /** A picture at an address a caller gave us. */
  fetchImage(url: string, limits: { bytesMax: number; field: string }): Promise<UpstreamReply> {
    return this.#session.fetchPublic(url, limits);
  }

  #mutation(customerId: string, operations: readonly Operation[], options: Record<string, boolean>) {
    return this.#at({
      method: 'POST',
      path: pathOf`/${API_VERSION}/customers/${customerId}/googleAds:mutate`,
      body: { mutateOperations: operations.map(operationBody), ...options },
      account: customerId,
      argumentOf: (field) => argumentIn(operations, field),
    });
  }

  async #change(
    customerId: string,
    operations: readonly Operation[],
    options: Record<string, boolean>,
  ): Promise<OperationResult[]> {
    const reply = await this.#session.change(this.#mutation(customerId, operations, options), MutateReply);
    const errors = errorsByOperation(reply.partialFailureError);
    return operations.map((_, index) => {
      const resourceName = Object.values(reply.mutateOperationResponses[index] ?? {})[0]?.resourceName;
      if (resourceName !== undefined) return { resourceName };
      return { error: errors.get(index) ?? { code: 'UNKNOWN', message: 'the platform gave no reason' } };
    });
  }

  #at({ method, path, body, account, login, bytesMax, pace, argumentOf = argumentAsked }: Call): PlatformRequest {
    const manager = login ?? this.loginCustomerId;
    return {
      method,
      url: this.#session.hosts.api + path,
      ...(manager && account && { headers: { 'login-customer-id': manager } }),
      ...(body !== undefined && { json: body }),
      ...(account && { account }),
      ...(bytesMax !== undefined && { bytesMax }),
      ...(pace && { pace }),
      argumentOf,
    };
  }
}

function readRows(rows: readonly unknown[]): Promise<Row[]> {
  return new Turns().map(rows, (row) => readAs(rowSchema(row), row, 'search'));
}

/** An older project may still have a developer token; an empty one would be refused. */
export function authorize(request: UpstreamRequest, { access_token, developer_token }: Credentials): UpstreamRequest {
  const headers = {
    ...request.headers,
    authorization: `Bearer ${access_token}`,
    ...(developer_token && { 'developer-token': developer_token }),
  };
  return { ...request, headers };
}

/** `mutate` has every change of all or none checked before it is sent; events are checked when that is asked for. */
export function checkOnly(request: PlatformRequest): PlatformRequest | 'checked' | undefined {
  const { url, json } = request;
  if (url.endsWith('/v1/events:ingest')) return { ...request, json: { ...(json as object), validateOnly: true } };
  const { partialFailure } = (json ?? {}) as { partialFailure?: boolean };
  return url.endsWith('/googleAds:mutate') && !partialFailure ? 'checked' : undefined;
}

function placeOf(position = '0.'): { skip: number; pageToken: string | undefined } {
  const [, skip, pageToken] = /^(\d{1,9})\.(.*)$/s.exec(position) ?? [];
  if (skip === undefined) throw brokenCursor();
  return { skip: Number(skip), pageToken: pageToken || undefined };
}

/** Rows are parsed while the reply arrives, so malformed JSON can show at any piece. */
function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw unreadable('search', cause);
  }
}
