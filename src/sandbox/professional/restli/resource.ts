import type { Effect, World } from '../../emulator.ts';
import type { Token } from '../../oauth.ts';
import { coded, paramInvalid, plain } from '../errors.ts';
import { idIn, type UrnKind } from '../format.ts';
import type { Entity, Store } from '../state.ts';
import type { Query } from './request.ts';
import { isRecord, type RecordValue } from './value.ts';

export type Row = Record<string, unknown>;

/** The calling member and its token. */
export interface Session {
  token: Token;
  member: Entity<'member'>;
}

/** What a handler knows of the call it serves. */
export interface Call {
  world: World;
  store: Store;
  session: Session;
  version: number;
  query: Query;
  /** The ids in the path before the last resource, by name. */
  path: Readonly<Record<string, string>>;
  now: number;
}

interface Finder {
  /** Further parameters it takes; any other is refused. */
  params: readonly string[];
  run(call: Call): unknown;
}

export interface Patch {
  set: Row;
  remove: readonly string[];
}

/** One resource of the platform with the protocol's methods it has. Batches are made of the single ones. */
export interface Resource {
  /** `/adAccounts/{account}/adCampaigns` */
  path: string;
  key?: 'number' | 'urn' | 'compound';
  /** Any of these scopes will do. */
  reads: readonly string[];
  writes?: readonly string[];
  /** Calls of one member a minute, where the platform publishes that. */
  perMinute?: number;
  /** Parameters of the calls that are no finder. */
  params?: readonly string[];
  get?(call: Call, key: string): unknown;
  all?(call: Call): unknown;
  /** The new key; undefined where the platform names none. */
  create?(call: Call, body: Row): string | undefined;
  /** What a create answers besides the key, where its body is not empty. */
  created?(call: Call, key: string): unknown;
  /** A batch that is taken as a whole, with an answer for each; made of single ones where it is left out. */
  createEach?(call: Call, elements: readonly Row[]): Row[];
  patch?(call: Call, key: string, patch: Patch): void;
  put?(call: Call, key: string, body: Row): void;
  remove?(call: Call, key: string): void;
  finders?: Readonly<Record<string, Finder>>;
  actions?: Readonly<Record<string, (call: Call, body: Row) => unknown>>;
}

/** Does the work in one transaction and tells the ledger of it. */
export function changing<T>(call: Call, effect: (made: T) => Effect, work: () => T): T {
  return call.world.change((record) => {
    const made = work();
    record(effect(made));
    return made;
  });
}

export function textParam(query: Query, name: string): string | undefined {
  const value = query.get(name);
  if (value === undefined) return undefined;
  // Some clients wrap an enum into a record of its own.
  if (isRecord(value) && typeof value.value === 'string') return value.value;
  if (typeof value !== 'string') throw paramInvalid(name);
  return value;
}

export function neededText(query: Query, name: string): string {
  const text = textParam(query, name);
  if (text === undefined) throw plain(400, `Parameter '${name}' is required`);
  return text;
}

export function listParam(query: Query, name: string): string[] | undefined {
  const value = query.get(name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw paramInvalid(name);
  return value.map((item, index) => {
    if (typeof item !== 'string') throw paramInvalid(`${name}_${index}`);
    return item;
  });
}

/** Ids of URNs of one kind; a bare number is refused, and so is any other kind. */
export function urnList(query: Query, name: string, kind: UrnKind): string[] | undefined {
  return listParam(query, name)?.map((text) => urnId(name, text, kind));
}

export function urnId(name: string, text: string, kind: UrnKind): string {
  const id = idIn(kind, text);
  if (id !== undefined) return id;
  if (!text.startsWith('urn:')) throw plain(400, 'Invalid Urn format. Invalid prefix.');
  throw plain(
    400,
    `Array parameter '${name}' value '${text}' is invalid. Reason: Deserializing output '${text}' failed`,
  );
}

/** `search=(status:(values:List(ACTIVE)),test:false)` */
export function searchCriteria(query: Query, known: readonly string[]): RecordValue {
  const search = query.get('search');
  if (search === undefined) return {};
  if (!isRecord(search)) throw paramInvalid('search');
  if (Object.keys(search).some((name) => !known.includes(name))) throw paramInvalid('search');
  return search;
}

export function criterion(search: RecordValue, name: string, allowed?: readonly string[]): string[] | undefined {
  const given = search[name];
  if (given === undefined) return undefined;
  if (!isRecord(given) || !Array.isArray(given.values)) throw paramInvalid('search');
  return given.values.map((value) => {
    if (typeof value !== 'string' || (allowed && !allowed.includes(value))) throw paramInvalid('search');
    return value;
  });
}

export function booleanOf(value: unknown, name: string): boolean | undefined {
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw paramInvalid(name);
  return value === 'true';
}

export function forbidden(message: string): Error {
  return coded(403, 'NO_PERMISSION_ON_ENTITY', message);
}
