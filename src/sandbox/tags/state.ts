import type { DatabaseSync } from 'node:sqlite';
import type { World } from '../emulator.ts';
import { createServiceAccounts } from '../google/service-accounts.ts';
import { OAuthStore } from '../oauth.ts';
import { ObjectTable } from '../object-table.ts';
import { prepare } from '../statements.ts';
import type { Account, Container, Destination, Environment, Permission, Version, Workspace } from './state/shapes.ts';
import { createSwitches } from './state/switches.ts';

interface Shapes {
  account: Account;
  container: Container;
  workspace: Workspace;
  version: Version;
  environment: Environment;
  destination: Destination;
  permission: Permission;
}

type Link = 'account' | 'container';

export function createTables(db: DatabaseSync): void {
  db.exec('CREATE TABLE IF NOT EXISTS tags_counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT');
  objects(db).create();
  createSwitches(db);
  createServiceAccounts(db, 'tags');
  new OAuthStore(db, 'tags').createTables();
}

function objects(db: DatabaseSync): ObjectTable<Link> {
  return new ObjectTable(db, 'tags_objects', ['account', 'container']);
}

/** Accounts, containers and what is in them, each by its path. */
export class Store {
  readonly world: World;
  readonly #objects: ObjectTable<Link>;

  constructor(world: World) {
    this.world = world;
    this.#objects = objects(world.db);
  }

  get isEmpty(): boolean {
    return this.#objects.isEmpty;
  }

  find<K extends keyof Shapes>(kind: K, path: string): Shapes[K] | undefined {
    return this.#objects.find(kind, path)?.data as Shapes[K] | undefined;
  }

  /** Oldest first; `within` is the path of an account or a container. */
  list<K extends keyof Shapes>(kind: K, within?: string): Shapes[K][] {
    const links =
      within === undefined ? {} : within.includes('/containers/') ? { container: within } : { account: within };
    return this.#objects.list(kind, links).map(({ data }) => data as Shapes[K]);
  }

  save<K extends keyof Shapes>(kind: K, path: string, data: Shapes[K]): void {
    const [, account, container] = /^(accounts\/\d+)(\/containers\/\d+)?/.exec(path)!;
    const links = { account: account!, ...(container && { container: account! + container }) };
    const known = this.#objects.find(kind, path) !== undefined;
    this.#objects[known ? 'save' : 'insert']({ kind, id: path, links, data });
  }

  remove(kind: keyof Shapes, path: string): void {
    this.#objects.remove(kind, path);
  }

  /** The time in milliseconds, and never the same twice. */
  nextFingerprint(): string {
    return String(this.#count('fingerprint', this.world.now()));
  }

  /** Numbers that go on from `first`. */
  nextNumber(name: string, first = 1): string {
    return String(this.#count(name, first));
  }

  #count(name: string, least: number): number {
    const row = prepare(
      this.world.db,
      `INSERT INTO tags_counters VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = max(value + 1, excluded.value) RETURNING value`,
    ).get(name, least);
    return Number(row!.value);
  }
}
