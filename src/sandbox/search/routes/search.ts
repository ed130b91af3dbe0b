import { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { World } from '../../emulator.ts';
import { adsError } from '../errors.ts';
import { type PageToken, readPageToken, writePageToken } from '../query/page-token.ts';
import { PAGE_ROWS, type Page, Results, type Start } from '../query/results.ts';
import { spend } from '../rules/quota.ts';
import type { Doc } from '../state.ts';
import { readBody } from './body.ts';
import { type CustomerCall, customerRoute } from './wire.ts';

const ROWS_AT_ONCE = 250;

export function mountSearch(app: FastifyInstance, world: World): void {
  customerRoute(app, world, { method: 'POST', path: '/customers/:customerId/googleAds::search' }, search);
  customerRoute(
    app,
    world,
    { method: 'POST', path: '/customers/:customerId/googleAds::searchStream', wrapError: (body) => [body] },
    searchStream,
  );
}

interface Wish {
  summary: boolean;
  count: boolean;
}

async function search(call: CustomerCall): Promise<unknown> {
  const body = readBody(call.request, 'services.SearchGoogleAdsRequest');
  if (body.page_size) {
    throw adsError(
      'requestError.PAGE_SIZE_NOT_SUPPORTED',
      'Setting the page size is not supported. Search responses have a fixed page size of 10000 rows.',
      { path: 'page_size' },
    );
  }
  const results = new Results(call.world, call.account, String(body.query ?? ''));
  const settings = (body.search_settings ?? {}) as Doc;
  const wish = { summary: settings.return_summary_row === true, count: settings.return_total_results_count === true };
  if (wish.summary) requireMetrics(results, 'search_settings.return_summary_row');
  const token = body.page_token
    ? readPageToken(String(body.page_token), results.fingerprint, call.world.now())
    : undefined;
  if (body.validate_only === true) return validated(token);
  if (token) checkSameWish(token, wish);
  else spend(call, 1);
  const page = settings.omit_results === true ? undefined : results.page(token && startOf(token));
  return call.reply.send(await sendable(pageText(call, results, page, { ...wish, token })));
}

function requireMetrics({ plan }: Results, path: string): void {
  if (plan.metrics.length > 0) return;
  throw adsError(
    'requestError.CANNOT_RETURN_SUMMARY_ROW_FOR_REQUEST_WITHOUT_METRICS',
    'Cannot return summary row for a request without metrics.',
    { path },
  );
}

function validated(token: PageToken | undefined): object {
  if (token)
    throw adsError(
      'requestError.VALIDATE_ONLY_REQUEST_HAS_PAGE_TOKEN',
      'A validate-only request cannot have a page token.',
    );
  return {};
}

function checkSameWish(token: PageToken, wish: Wish): void {
  if (token.summary !== wish.summary)
    throw adsError(
      'requestError.INCONSISTENT_RETURN_SUMMARY_ROW_VALUE',
      'return_summary_row must be the same for all pages.',
    );
  if (wish.count && !token.count) {
    throw adsError(
      'requestError.TOTAL_RESULTS_COUNT_NOT_ORIGINALLY_REQUESTED',
      'The total results count was not requested with the first page.',
    );
  }
}

function startOf({ offset, position, within, keys }: PageToken): Start {
  return { offset, position, within, ...(keys && { keys }) };
}

/** Streams a page; when the client disconnects, the remaining rows are never produced. */
async function* pageText(
  call: CustomerCall,
  results: Results,
  page: Page | undefined,
  { summary, count, token }: Wish & { token: PageToken | undefined },
): AsyncGenerator<string> {
  let [rows, text] = [0, '{'];
  let next: Start | undefined;
  while (page) {
    const row = await page.next();
    if (row.done) {
      next = row.value;
      break;
    }
    text += `${rows === 0 ? '"results":[' : ','}${row.value}`;
    rows += 1;
    if (rows % ROWS_AT_ONCE > 0) continue;
    yield text;
    text = '';
    // A client that disconnected is noticed here.
    await breathe();
  }
  const first = { summary, count, at: token?.at ?? call.world.now() };
  const showSummary = summary && !next;
  const totals = showSummary || count ? await results.totals() : undefined;
  const parts = [
    ...(next ? [`"nextPageToken":"${writePageToken({ ...next, ...first }, results.fingerprint)}"`] : []),
    ...(count && totals?.count ? [`"totalResultsCount":"${totals.count}"`] : []),
    `"fieldMask":${JSON.stringify(results.fieldMask)}`,
    ...(showSummary && totals ? [`"summaryRow":${JSON.stringify(totals.summary)}`] : []),
    `"queryResourceConsumption":"${consumption(rows)}"`,
  ];
  yield `${text}${rows > 0 ? '],' : ''}${parts.join(',')}}`;
}

/** A reply of one piece is sent with its length. */
async function sendable(pieces: AsyncGenerator<string>): Promise<string | Readable> {
  const first = await pieces.next();
  const second = await pieces.next();
  if (second.done) return first.value ?? '';
  async function* all() {
    yield first.value ?? '';
    yield second.value ?? '';
    yield* pieces;
  }
  return Readable.from(all(), { objectMode: false });
}

function consumption(rows: number): number {
  return 100 + Math.ceil(rows / 10);
}

function searchStream(call: CustomerCall): unknown {
  const body = readBody(call.request, 'services.SearchGoogleAdsStreamRequest');
  const results = new Results(call.world, call.account, String(body.query ?? ''));
  const wantsSummary = /^SUMMARY_ROW_/.test(String(body.summary_row_setting ?? ''));
  if (wantsSummary) requireMetrics(results, 'summary_row_setting');
  spend(call, 1);
  const rows = body.summary_row_setting === 'SUMMARY_ROW_ONLY' ? [] : results.stream();
  return call.reply.send(Readable.from(streamText(call, results, rows, wantsSummary), { objectMode: false }));
}

/** The reply piece by piece, so that neither side ever holds more than a few hundred rows of it. */
async function* streamText(
  call: CustomerCall,
  results: Results,
  rows: AsyncIterable<string> | Iterable<string>,
  wantsSummary: boolean,
): AsyncGenerator<string> {
  const tail = `"fieldMask":${JSON.stringify(results.fieldMask)},"requestId":"${call.requestId}"`;
  let total = 0;
  let text = '[{';
  for await (const row of rows) {
    const inChunk = total % PAGE_ROWS;
    if (inChunk === 0 && total > 0) text += `],${tail}},{`;
    text += inChunk === 0 ? `"results":[${row}` : `,${row}`;
    total += 1;
    if (total % ROWS_AT_ONCE === 0) {
      yield text;
      text = '';
      await breathe();
    }
  }
  yield `${text}${total > 0 ? '],' : ''}${tail},"queryResourceConsumption":"${consumption(total)}"}`;
  yield wantsSummary ? `,{"summaryRow":${JSON.stringify((await results.totals()).summary)},${tail}}]` : ']';
}
