import type { FastifyInstance } from 'fastify';
import type { World } from '../../emulator.ts';
import { adsError } from '../errors.ts';
import { messageToJson } from '../format.ts';
import { dayText, localTime, MONTHS } from '../metrics/calendar.ts';
import { billingUnitMicros } from '../metrics/facts.ts';
import { type IdeaContext, ideaTexts, keywordMetrics, type MonthSpan } from '../planning/ideas.ts';
import { placeNamed, type Suggestion, searchPlaces } from '../planning/locations.ts';
import { paceOncePerSecond, spend } from '../rules/quota.ts';
import { type Doc, storeOf, type Value } from '../state.ts';
import { readBody } from './body.ts';
import { type Call, type CustomerCall, customerRoute, publicRoute } from './wire.ts';

const SEEDS_MAX = 20;
const LOCATIONS_MAX = 10;
const PAGE_MAX = 10_000;

export function mountPlanning(app: FastifyInstance, world: World): void {
  customerRoute(
    app,
    world,
    { method: 'POST', path: '/customers/:customerId(^[^/:]+)::generateKeywordIdeas' },
    generateIdeas,
  );
  customerRoute(
    app,
    world,
    { method: 'POST', path: '/customers/:customerId(^[^/:]+)::generateKeywordHistoricalMetrics' },
    generateHistory,
  );
  publicRoute(app, world, { method: 'POST', path: '/geoTargetConstants::suggest' }, suggestPlaces);
}

function generateIdeas(call: CustomerCall): unknown {
  const body = readBody(call.request, 'services.GenerateKeywordIdeasRequest');
  const texts = ideaTexts(seedsOf(body));
  const context = ideaContext(call, body);
  paceOncePerSecond(call);
  spend(call, 1);
  const start = body.page_token ? readOffset(String(body.page_token)) : 0;
  const size = Number(body.page_size ?? 0) || 1000;
  if (size < 0 || size > PAGE_MAX)
    throw adsError('requestError.INVALID_PAGE_SIZE', `The page size is at most ${PAGE_MAX}.`, { path: 'page_size' });
  const results = texts
    .slice(start, start + size)
    .map((text) => ({ text, keyword_idea_metrics: keywordMetrics(text, context) }));
  const next = start + size < texts.length ? Buffer.from(`ideas ${start + size}`).toString('base64url') : '';
  return messageToJson('services.GenerateKeywordIdeaResponse', {
    results,
    next_page_token: next,
    total_size: texts.length,
  });
}

function readOffset(token: string): number {
  const [, offset] = /^ideas (\d+)$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  if (offset === undefined)
    throw adsError('requestError.INVALID_PAGE_TOKEN', 'Page token is invalid.', { path: 'page_token' });
  return Number(offset);
}

function seedsOf(body: Doc): string[] {
  const words = (value: Value) => (Array.isArray(value) ? value.map(String) : []);
  const keywordSeed = body.keyword_seed as Doc | undefined;
  const both = body.keyword_and_url_seed as Doc | undefined;
  const page = (body.url_seed as Doc | undefined)?.url ?? both?.url ?? (body.site_seed as Doc | undefined)?.site;
  const seeds = [
    ...words(keywordSeed?.keywords),
    ...words(both?.keywords),
    ...(page === undefined ? [] : wordsOfPage(String(page))),
  ];
  if (seeds.length === 0)
    throw adsError('keywordPlanIdeaError.INVALID_VALUE', 'A seed of keywords, a page or a site is required.', {
      path: 'seed',
    });
  if (words(keywordSeed?.keywords ?? both?.keywords).length > SEEDS_MAX)
    throw adsError('collectionSizeError.TOO_MANY', `At most ${SEEDS_MAX} keywords.`, { path: 'keyword_seed.keywords' });
  return seeds;
}

/** Pages are not fetched: ideas come from the words of the address. */
function wordsOfPage(page: string): string[] {
  const address = /^https?:\/\//.test(page) ? page : `https://${page}`;
  if (!URL.canParse(address) || !new URL(address).hostname.includes('.'))
    throw adsError('keywordPlanIdeaError.URL_CRAWL_ERROR', 'The page could not be read.', {
      trigger: page,
      path: 'url_seed.url',
    });
  const { hostname, pathname } = new URL(address);
  const path = pathname.split('/').map((part) => part.replace(/[-_]+/g, ' ').trim());
  return [hostname.replace(/^www\./, '').split('.')[0]!, ...path].filter((word) => /[a-z]/i.test(word));
}

function ideaContext(call: CustomerCall, body: Doc): IdeaContext {
  const places = Array.isArray(body.geo_target_constants) ? body.geo_target_constants.map(String) : [];
  if (places.length > LOCATIONS_MAX)
    throw adsError('collectionSizeError.TOO_MANY', `At most ${LOCATIONS_MAX} locations.`, {
      path: 'geo_target_constants',
    });
  const store = storeOf(call.world);
  for (const [i, name] of places.entries())
    if (!placeNamed(store, name))
      throw adsError('criterionError.INVALID_CRITERION_ID', 'There is no such location.', {
        trigger: name,
        path: `geo_target_constants[${i}]`,
      });
  const options = (body.historical_metrics_options ?? {}) as Doc;
  return {
    span: spanOf(call, options.year_month_range as Doc | undefined),
    reach: places.length === 0 ? 1 : Math.min(1, places.length * 0.2),
    unitMicros: billingUnitMicros(call.account.currency),
    money: billingUnitMicros(call.account.currency) > 10_000 ? 140 : 1,
    includeAverageCpc: options.include_average_cpc === true,
  };
}

/** The last twelve whole months, unless others were asked for. */
function spanOf(call: CustomerCall, range: Doc | undefined): MonthSpan {
  const [year, month] = dayText(localTime(call.world.now(), call.account.timeZone).day).split('-').map(Number) as [
    number,
    number,
  ];
  const newest = year * 12 + month - 2;
  if (!range) return { first: newest - 11, last: newest };
  const read = (at: Value) => Number((at as Doc).year) * 12 + MONTHS.indexOf(String((at as Doc).month));
  const span = { first: read(range.start), last: Math.min(newest, read(range.end)) };
  if (span.first > span.last || span.first < newest - 48)
    throw adsError('dateRangeError.INVALID_DATE', 'The range must lie within the last four years.', {
      path: 'historical_metrics_options.year_month_range',
    });
  return span;
}

function generateHistory(call: CustomerCall): unknown {
  const body = readBody(call.request, 'services.GenerateKeywordHistoricalMetricsRequest');
  const keywords = Array.isArray(body.keywords) ? body.keywords.map(String) : [];
  const context = ideaContext(call, body);
  paceOncePerSecond(call);
  spend(call, 1);
  return messageToJson('services.GenerateKeywordHistoricalMetricsResponse', {
    results: keywords.map((text) => ({ text, keyword_metrics: keywordMetrics(text.toLowerCase(), context) })),
  });
}

function suggestPlaces(call: Call): unknown {
  const body = readBody(call.request, 'services.SuggestGeoTargetConstantsRequest');
  const store = storeOf(call.world);
  const names = (body.location_names as Doc | undefined)?.names as string[] | undefined;
  const targets = (body.geo_targets as Doc | undefined)?.geo_target_constants as string[] | undefined;
  const fault = (code: string, message: string) =>
    adsError(`geoTargetConstantSuggestionError.${code}`, message, { path: 'location_names' });
  if (!names && !targets) throw fault('REQUEST_PARAMETERS_UNSET', 'Names or locations are required.');
  if ((names ?? []).length > 25) throw fault('LOCATION_NAME_LIMIT', 'At most 25 names.');
  if ((names ?? []).some((name) => name.length > 300))
    throw fault('LOCATION_NAME_SIZE_LIMIT', 'A name has at most 300 characters.');
  const country = body.country_code === undefined ? undefined : String(body.country_code);
  if (country !== undefined && !/^[A-Z]{2}$/.test(country))
    throw fault('INVALID_COUNTRY_CODE', 'The country code has two capital letters.');
  const locale = String(body.locale ?? 'en');
  const found = names
    ? names.flatMap((name) =>
        searchPlaces(store, name, country).map((suggestion) => suggestionDoc(suggestion, locale, name)),
      )
    : targets!
        .flatMap((name) => placeNamed(store, name) ?? [])
        .map((suggestion) => suggestionDoc(suggestion, locale, undefined));
  return messageToJson('services.SuggestGeoTargetConstantsResponse', { geo_target_constant_suggestions: found });
}

function suggestionDoc({ place, parents, reach }: Suggestion, locale: string, term: string | undefined): Doc {
  return {
    locale,
    reach,
    ...(term !== undefined && { search_term: term }),
    geo_target_constant: place,
    geo_target_constant_parents: parents,
  };
}
