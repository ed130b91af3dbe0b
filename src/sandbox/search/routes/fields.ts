import type { FastifyInstance } from 'fastify';
import type { World } from '../../emulator.ts';
import { StatusError } from '../../google/status.ts';
import { openCursor, sealCursor } from '../../paging.ts';
import { allEntries, ENTRY_FIELDS, entryNamed } from '../catalogue/entries.ts';
import { camelCase, messageNamed } from '../catalogue/messages.ts';
import { adsError } from '../errors.ts';
import { fieldToJson, messageToJson } from '../format.ts';
import { compileCondition } from '../query/conditions.ts';
import { parseQuery, type Query } from '../query/parse.ts';
import { queryError } from '../query/tokens.ts';
import type { Doc } from '../state.ts';
import { readBody } from './body.ts';
import { type Call, publicRoute } from './wire.ts';

const PAGE_MAX = 10_000;

export function mountFields(app: FastifyInstance, world: World): void {
  publicRoute(app, world, { method: 'POST', path: '/googleAdsFields::search' }, searchFields);
  publicRoute(app, world, { method: 'GET', path: '/googleAdsFields/:name' }, (call) => {
    const entry = entryNamed((call.request.params as { name: string }).name);
    if (!entry) throw new StatusError(404);
    return messageToJson('resources.GoogleAdsField', entry);
  });
}

function searchFields(call: Call): unknown {
  const body = readBody(call.request, 'services.SearchGoogleAdsFieldsRequest');
  const query = parseQuery(String(body.query ?? ''));
  const matching = select(query);
  const size = Number(body.page_size ?? 0) || PAGE_MAX;
  if (size < 0 || size > PAGE_MAX)
    throw adsError('requestError.INVALID_PAGE_SIZE', `The page size is at most ${PAGE_MAX}.`, { path: 'page_size' });
  const start = body.page_token ? readOffset(String(body.page_token)) : 0;
  const page = matching.slice(start, start + size);
  return {
    ...(page.length > 0 && { results: page.map((entry) => project(entry, query.fields)) }),
    totalResultsCount: String(matching.length),
    ...(start + size < matching.length && {
      nextPageToken: sealCursor(String(start + size), 'fields'),
    }),
  };
}

function readOffset(token: string): number {
  const offset = openCursor(token, 'fields');
  if (offset === undefined)
    throw adsError('requestError.INVALID_PAGE_TOKEN', 'Page token is invalid.', { path: 'page_token' });
  return Number(offset);
}

function select(query: Query): Doc[] {
  if (query.from !== undefined)
    throw queryError('UNEXPECTED_FROM_CLAUSE', 'this service takes no FROM clause.', query.from);
  const fieldOf = (name: string) => {
    const field = ENTRY_FIELDS.get(name);
    if (!field) throw queryError('UNRECOGNIZED_FIELD', `unrecognized field '${name}'.`, name);
    return field;
  };
  for (const name of query.fields) fieldOf(name);
  const tests = query.conditions.map((condition) => ({
    name: condition.field,
    test: compileCondition(condition, fieldOf(condition.field), 0),
  }));
  const found = [...allEntries()].filter((entry) => tests.every(({ name, test }) => test(entry[name])));
  for (const { field, descending } of query.orders.toReversed()) {
    fieldOf(field);
    const sign = descending ? -1 : 1;
    found.sort((a, b) => sign * (String(a[field]) < String(b[field]) ? -1 : Number(a[field] !== b[field])));
  }
  return found.slice(0, query.limit);
}

function project(entry: Doc, names: readonly string[]): Record<string, unknown> {
  const { fields } = messageNamed('resources.GoogleAdsField');
  const json: Record<string, unknown> = {};
  for (const name of new Set(['resource_name', ...names])) {
    const value = fieldToJson(fields.get(name)!, entry[name]);
    if (value !== undefined) json[camelCase(name)] = value;
  }
  return json;
}
