import type { Effect, World } from '../../emulator.ts';
import { openCursor, sealCursor } from '../../paging.ts';
import type { Caller, Scope } from '../access.ts';
import { badRequest, notFound, staleFingerprint } from '../errors.ts';
import { type Place, workspacePath } from '../format.ts';
import type { Container, Doc, Permission, Right, Workspace } from '../state/shapes.ts';
import { readSwitch } from '../state/switches.ts';
import type { Store } from '../state.ts';

/** One call of the platform: what opens it, and what it does. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/tagmanager/v2/`, with `{account}`, `{container}`, `{workspace}`, `{version}` and `{id}` for what varies. */
  path: string;
  /** Any one of them opens it. */
  scopes: readonly Scope[];
  /** What the caller has to be allowed on the container; `admin` is about the account. */
  right: Right | 'admin' | 'none';
  /** What the container has to support. */
  features?: readonly string[];
  /** The names it takes in the query. */
  query?: readonly string[];
  /** Runs in a transaction, and may record effects. */
  changes?: true;
  serve(call: Call): Doc | Nothing;
}

/** An answer without a body; a delete's status can be switched. */
export const NOTHING = null;
type Nothing = typeof NOTHING;

export interface Call {
  world: World;
  store: Store;
  caller: Caller;
  /** The account and container are there wherever the path names them. */
  place: Place;
  permission: Permission;
  container: Container;
  params: Record<string, string>;
  query: URLSearchParams;
  /** The body, an empty one as `{}`. */
  body: Doc;
  record(effect: Effect): void;
}

export const READ: readonly Scope[] = ['readonly', 'edit.containers'];
export const EDIT: readonly Scope[] = ['edit.containers'];

export const CONTAINER = 'accounts/{account}/containers/{container}';
export const WORKSPACE = `${CONTAINER}/workspaces/{workspace}`;

const PAGE_SIZE = 50;

/** One page of a list: the key is absent when the list is empty. */
export function pageOf(key: string, items: readonly Doc[], { query }: Call, list: string, size = PAGE_SIZE): Doc {
  const token = query.get('pageToken');
  const start = token ? Number(openCursor(token, list) ?? Number.NaN) : 0;
  if (Number.isNaN(start)) throw badRequest('Invalid value for pageToken.');
  const shown = items.slice(start, start + size);
  const end = start + size;
  return {
    ...(shown.length > 0 && { [key]: shown }),
    ...(end < items.length && { nextPageToken: sealCursor(String(end), list) }),
  };
}

/** A fingerprint is optional: without one the last writer wins. */
export function checkFingerprint({ world, query }: Call, stored: string | undefined): void {
  const given = query.get('fingerprint');
  if (given && given !== stored) throw staleFingerprint(readSwitch(world.db, 'stale_fingerprint'));
}

export function openWorkspace({ store, place }: Call): Workspace {
  const found = store.find('workspace', workspacePath(place));
  if (!found) throw notFound();
  return found;
}

export function saveWorkspace({ store, place }: Call, workspace: Workspace): void {
  store.save('workspace', workspacePath(place), workspace);
}
