import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { World } from '../../emulator.ts';
import { readBody } from '../body.ts';
import { adsError } from '../errors.ts';
import { localTime } from '../metrics/calendar.ts';
import { Report } from '../query/evaluate.ts';
import { type Sorted, sortRows } from '../query/order.ts';
import { parseQuery } from '../query/parse.ts';
import { type Plan, planQuery } from '../query/plan.ts';
import { spend } from '../quota.ts';
import { type Doc, storeOf } from '../state.ts';
import { type CustomerCall, customerRoute } from './wire.ts';

const PAGE_ROWS = 10_000;
const TOKEN_LIFE_MS = 2 * 3_600_000;
const STREAM_ROWS = 250;

export function mountSearch(app: FastifyInstance, world: World): void {
  customerRoute(app, world, { method: 'POST', path: '/customers/:customerId/googleAds::search' }, search);
  customerRoute(
    app,
    world,
    { method: 'POST', path: '/customers/:customerId/googleAds::searchStream', wrapError: (body) => [body] },
    searchStream,
  );
}

interface Ready {
  plan: Plan;
  report: Report;
  query: string;
  /** The same query on the same data at the same hour has the same rows. */
  fingerprint: string;
}

function prepare(call: CustomerCall, body: Doc): Ready {
  const query = typeof body.query === 'string' ? body.query : '';
  const now = localTime(call.world.now(), call.account.timeZone);
  const plan = planQuery(parseQuery(query), call.account, now);
  const store = storeOf(call.world);
  const report = new Report(plan, { store, account: call.account, now });
  const fingerprint = createHash('sha256').update(`${call.account.id}\n${query}`).digest('base64url').slice(0, 16);
  return { plan, report, query, fingerprint };
}

interface PageToken {
  query: string;
  offset: number;
  position: number;
  within: number;
  at: number;
  summary: boolean;
  count: boolean;
}

function search(call: CustomerCall): unknown {
  const body = readBody(call.request, 'services.SearchGoogleAdsRequest');
  if (body.page_size !== undefined && body.page_size !== 0) {
    throw adsError(
      'requestError.PAGE_SIZE_NOT_SUPPORTED',
      'Setting the page size is not supported. Search Responses will have fixed page size of 10000 rows.',
      {
        path: 'page_size',
      },
    );
  }
  const ready = prepare(call, body);
  const settings = (body.search_settings ?? {}) as Doc;
  const wants = { summary: settings.return_summary_row === true, count: settings.return_total_results_count === true };
  if (wants.summary && ready.plan.metrics.length === 0) {
    throw adsError(
      'requestError.CANNOT_RETURN_SUMMARY_ROW_FOR_REQUEST_WITHOUT_METRICS',
      'Cannot return summary row for a request without metrics.',
      { path: 'search_settings.return_summary_row' },
    );
  }
  const token =
    typeof body.page_token === 'string' && body.page_token !== '' ? readToken(body.page_token, ready, call) : undefined;
  if (body.validate_only === true) {
    if (token)
      throw adsError(
        'requestError.VALIDATE_ONLY_REQUEST_HAS_PAGE_TOKEN',
        'A validate-only request cannot have a page token.',
      );
    return {};
  }
  if (token) checkSameWish(token, wants);
  else spend(call, 1);
  const omit = settings.omit_results === true;
  const page = omit ? { texts: [] } : pageOf(call, ready, token);
  const summary = wants.summary && !page.next ? totalsOf(call, ready).summary : undefined;
  const count = wants.count ? totalsOf(call, ready).count : undefined;
  const next = page.next && { ...page.next, query: ready.fingerprint, at: token?.at ?? call.world.now(), ...wants };
  const parts = [
    ...(page.texts.length > 0 ? [`"results":[${page.texts.join(',')}]`] : []),
    ...(next ? [`"nextPageToken":${JSON.stringify(writeToken(next))}`] : []),
    ...(count !== undefined ? [`"totalResultsCount":"${count}"`] : []),
    `"fieldMask":${JSON.stringify(ready.report.projector.fieldMask)}`,
    ...(summary ? [`"summaryRow":${JSON.stringify(summary)}`] : []),
    `"queryResourceConsumption":"${consumption(page.texts.length)}"`,
  ];
  return call.reply.send(`{${parts.join(',')}}`);
}

function consumption(rows: number): number {
  return 100 + Math.ceil(rows / 10);
}

function checkSameWish(token: PageToken, wants: { summary: boolean; count: boolean }): void {
  if (token.summary !== wants.summary)
    throw adsError(
      'requestError.INCONSISTENT_RETURN_SUMMARY_ROW_VALUE',
      'return_summary_row must be the same for all pages.',
    );
  if (wants.count && !token.count) {
    throw adsError(
      'requestError.TOTAL_RESULTS_COUNT_NOT_ORIGINALLY_REQUESTED',
      'The total results count was not requested with the first page.',
    );
  }
}

interface Page {
  texts: string[];
  next?: { offset: number; position: number; within: number };
}

function pageOf(call: CustomerCall, ready: Ready, token: PageToken | undefined): Page {
  return ready.plan.orders.length > 0 ? sortedPage(call, ready, token?.offset ?? 0) : plainPage(ready, token);
}

function sortedPage(call: CustomerCall, ready: Ready, offset: number): Page {
  const sorted = sortedOf(call, ready);
  const texts: string[] = [];
  for (const text of sorted.from(offset)) {
    texts.push(text);
    if (texts.length === PAGE_ROWS) break;
  }
  const end = offset + texts.length;
  return { texts, ...(end < sorted.count && { next: { offset: end, position: 0, within: 0 } }) };
}

function plainPage({ plan, report }: Ready, token: PageToken | undefined): Page {
  const start = token?.offset ?? 0;
  const room = Math.min(PAGE_ROWS, (plan.limit ?? Number.POSITIVE_INFINITY) - start);
  const texts: string[] = [];
  let last = { position: 0, within: 0 };
  for (const row of report.rows(token)) {
    if (texts.length === room) {
      const done = start + room === plan.limit;
      return { texts, ...(!done && { next: { offset: start + room, ...last } }) };
    }
    texts.push(JSON.stringify(row.json));
    last = { position: row.position, within: row.within };
  }
  return { texts };
}

/** Sorting needs every row: the last few results are kept for the pages that follow. */
const sortedResults = new Map<string, Sorted>();
const SORTED_MAX = 4;

function sortedOf(call: CustomerCall, { plan, report, fingerprint }: Ready): Sorted {
  const now = localTime(call.world.now(), call.account.timeZone);
  const key = [call.world.origin('search'), fingerprint, storeOf(call.world).revision, now.day, now.hour].join(' ');
  let sorted = sortedResults.get(key);
  if (!sorted) {
    sorted = sortRows(report.rows(), plan.orders, plan.limit);
    if (sortedResults.size >= SORTED_MAX) sortedResults.delete(sortedResults.keys().next().value!);
    sortedResults.set(key, sorted);
  }
  return sorted;
}

/** Totals leave the limit out of account, so they walk the whole data. */
function totalsOf(call: CustomerCall, { plan }: Ready): { count: number; summary: Record<string, unknown> } {
  const now = localTime(call.world.now(), call.account.timeZone);
  const report = new Report({ ...plan, orders: [] }, { store: storeOf(call.world), account: call.account, now });
  let count = 0;
  for (const _ of report.rows()) count += 1;
  return { count, summary: report.summary() };
}

function writeToken(token: PageToken): string {
  const text = JSON.stringify(token);
  return Buffer.from(`${text}${checksum(text)}`).toString('base64url');
}

function checksum(text: string): string {
  return createHash('sha256').update(`page ${text}`).digest('hex').slice(0, 12);
}

function readToken(written: string, ready: Ready, call: CustomerCall): PageToken {
  const text = Buffer.from(written, 'base64url').toString('utf8');
  const content = text.slice(0, -12);
  const token = checksum(content) === text.slice(-12) ? (JSON.parse(content) as PageToken) : undefined;
  if (token?.query !== ready.fingerprint)
    throw adsError('requestError.INVALID_PAGE_TOKEN', 'Page token is invalid.', {
      trigger: written,
      path: 'page_token',
    });
  if (call.world.now() - token.at > TOKEN_LIFE_MS)
    throw adsError('requestError.EXPIRED_PAGE_TOKEN', 'Page token has expired.', { path: 'page_token' });
  return token;
}

function searchStream(call: CustomerCall): unknown {
  const body = readBody(call.request, 'services.SearchGoogleAdsStreamRequest');
  const ready = prepare(call, body);
  const wish = body.summary_row_setting ?? 'NO_SUMMARY_ROW';
  const wantsSummary = wish === 'SUMMARY_ROW_WITH_RESULTS' || wish === 'SUMMARY_ROW_ONLY';
  if (wantsSummary && ready.plan.metrics.length === 0) {
    throw adsError(
      'requestError.CANNOT_RETURN_SUMMARY_ROW_FOR_REQUEST_WITHOUT_METRICS',
      'Cannot return summary row for a request without metrics.',
      { path: 'summary_row_setting' },
    );
  }
  spend(call, 1);
  const results = wish === 'SUMMARY_ROW_ONLY' ? [] : streamRows(call, ready);
  const summary = wantsSummary ? () => totalsOf(call, ready).summary : undefined;
  return call.reply.send(Readable.from(streamText(call, ready, results, summary), { objectMode: false }));
}

function* streamRows(call: CustomerCall, ready: Ready): Generator<string> {
  const { plan, report } = ready;
  if (plan.orders.length > 0) {
    yield* sortedOf(call, ready).from(0);
    return;
  }
  let left = plan.limit ?? Number.POSITIVE_INFINITY;
  for (const row of report.rows()) {
    yield JSON.stringify(row.json);
    left -= 1;
    if (left === 0) return;
  }
}

/** The reply piece by piece, so that neither side ever holds more than a few hundred rows of it. */
async function* streamText(
  call: CustomerCall,
  { report }: Ready,
  rows: Iterable<string>,
  summary: (() => Record<string, unknown>) | undefined,
): AsyncGenerator<string> {
  const tail = `"fieldMask":${JSON.stringify(report.projector.fieldMask)},"requestId":"${call.requestId}"`;
  let inChunk = 0;
  let total = 0;
  let buffer = '[{';
  let waiting = 0;
  for (const text of rows) {
    if (inChunk === PAGE_ROWS) {
      buffer += `],${tail}},{`;
      inChunk = 0;
    }
    buffer += inChunk === 0 ? `"results":[${text}` : `,${text}`;
    inChunk += 1;
    total += 1;
    waiting += 1;
    if (waiting === STREAM_ROWS) {
      yield buffer;
      buffer = '';
      waiting = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  yield `${buffer}${inChunk > 0 ? '],' : ''}${tail},"queryResourceConsumption":"${consumption(total)}"}`;
  yield summary ? `,{"summaryRow":${JSON.stringify(summary())},${tail}}]` : ']';
}
