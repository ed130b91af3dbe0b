import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { OAuthStore } from '../oauth.ts';
import type { Source } from '../paging.ts';
import { prepare } from '../statements.ts';
import type { Kind, Shapes } from './state/shapes.ts';

/** An object of the graph: its id, kind, owner and content. */
export class GraphNode<K extends Kind = Kind> {
  readonly id: string;
  readonly kind: K;
  readonly seq: number;
  readonly links: Links;
  data: Shapes[K];

  constructor(id: string, kind: K, seq: number, links: Links, data: Shapes[K]) {
    this.id = id;
    this.kind = kind;
    this.seq = seq;
    this.links = links;
    this.data = data;
  }
}

/** The parents an object is listed under. */
export interface Links {
  account?: string;
  campaign?: string;
  adset?: string;
  creative?: string;
}

const TABLES = `
CREATE TABLE IF NOT EXISTS social_objects (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
  account TEXT, campaign TEXT, adset TEXT, creative TEXT, data TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS social_objects_account ON social_objects (kind, account, seq);
CREATE INDEX IF NOT EXISTS social_objects_campaign ON social_objects (campaign, kind, seq);
CREATE INDEX IF NOT EXISTS social_objects_adset ON social_objects (adset, kind, seq);
CREATE INDEX IF NOT EXISTS social_objects_creative ON social_objects (creative, kind, seq);
CREATE INDEX IF NOT EXISTS social_objects_forms ON social_objects (seq)
  WHERE kind = 'AdCreative' AND instr(data, 'lead_gen_form_id') > 0;
CREATE INDEX IF NOT EXISTS social_leads_form ON social_objects (data ->> 'form', seq) WHERE kind = 'Lead';
CREATE INDEX IF NOT EXISTS social_leads_ad ON social_objects (data ->> 'ad', seq) WHERE kind = 'Lead';
CREATE TABLE IF NOT EXISTS social_people (audience TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (audience, person)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS social_uploads (
  session TEXT PRIMARY KEY, video TEXT NOT NULL, size INTEGER NOT NULL, received INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS social_activities (
  seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, account TEXT NOT NULL, id TEXT NOT NULL, changes TEXT);
CREATE INDEX IF NOT EXISTS social_activities_account ON social_activities (account, at);
CREATE TABLE IF NOT EXISTS social_lead_arrivals (one INTEGER PRIMARY KEY CHECK (one = 1), until INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS social_lead_counts (ad TEXT NOT NULL, day TEXT NOT NULL, leads INTEGER NOT NULL, PRIMARY KEY (ad, day)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS social_events (
  seq INTEGER PRIMARY KEY, dataset TEXT NOT NULL, name TEXT NOT NULL, event_id TEXT, at INTEGER NOT NULL, received INTEGER NOT NULL,
  source TEXT NOT NULL, keys TEXT NOT NULL, value REAL, currency TEXT, url TEXT, ad TEXT, clicked INTEGER, test TEXT, dropped INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS social_events_key ON social_events (dataset, name, event_id, received);
CREATE INDEX IF NOT EXISTS social_events_dataset ON social_events (dataset, received);
CREATE INDEX IF NOT EXISTS social_events_ad ON social_events (ad, at);
`;

interface Row {
  seq: number;
  id: string;
  kind: string;
  account: string | null;
  campaign: string | null;
  adset: string | null;
  creative: string | null;
  data: string;
}

export class Store {
  readonly db: DatabaseSync;
  readonly tokens: OAuthStore;

  constructor(db: DatabaseSync) {
    this.db = db;
    this.tokens = new OAuthStore(db, 'social');
  }

  createTables(): void {
    this.db.exec(TABLES);
    this.tokens.createTables();
  }

  get isEmpty(): boolean {
    return this.row('SELECT 1 FROM social_objects LIMIT 1') === undefined;
  }

  find(id: string): GraphNode | undefined {
    const row = this.row('SELECT * FROM social_objects WHERE id = ?', id);
    return row && toNode(row as unknown as Row);
  }

  findKind<K extends Kind>(kind: K, id: string): GraphNode<K> | undefined {
    const node = this.find(id);
    return node && isKind(node, kind) ? node : undefined;
  }

  /** For ids that other stored objects hold: they exist, or the state is broken. */
  need<K extends Kind>(kind: K, id: string | undefined): GraphNode<K> {
    const node = id === undefined ? undefined : this.findKind(kind, id);
    if (!node) throw new Error(`social emulator: ${kind} ${id} is missing from the state`);
    return node;
  }

  /** Newest first, as the platform lists; rows are read only as far as the caller iterates. */
  list<K extends Kind>(kind: K, links: Links = {}): Source<GraphNode<K>> {
    const wanted = Object.entries(links);
    const filter = ['kind = ?', ...wanted.map(([column]) => `${column} = ?`)].join(' AND ');
    return this.#listed(filter, [kind, ...wanted.map(([, id]) => id as string)]);
  }

  /** As `list`, by an index of its own: a form is read page by page out of all leads. */
  leadsOf(parent: 'form' | 'ad', id: string): Source<GraphNode<'Lead'>> {
    return this.#listed(`kind = 'Lead' AND data ->> '${parent}' = ?`, [id]);
  }

  #listed<K extends Kind>(filter: string, values: readonly SQLInputValue[]): Source<GraphNode<K>> {
    const { db } = this;
    return {
      *scan(direction, from) {
        const [sign, order] = direction === 'forward' ? ['<', 'DESC'] : ['>', 'ASC'];
        const bound = from === undefined ? '' : ` AND seq ${sign} ?`;
        const statement = db.prepare(`SELECT * FROM social_objects WHERE ${filter}${bound} ORDER BY seq ${order}`);
        for (const row of statement.iterate(...values, ...(from === undefined ? [] : [from]))) {
          const node = toNode(row as unknown as Row) as GraphNode<K>;
          yield { key: node.seq, item: node };
        }
      },
    };
  }

  all<K extends Kind>(kind: K, links: Links = {}): GraphNode<K>[] {
    return Array.from(this.list(kind, links).scan('forward', undefined), ({ item }) => item);
  }

  insert<K extends Kind>(kind: K, links: Links, data: Shapes[K], id?: string): GraphNode<K> {
    const seq = Number(this.row('SELECT coalesce(max(seq), 0) + 1 AS seq FROM social_objects')!.seq);
    const node = new GraphNode(id ?? freshId(seq), kind, seq, links, data);
    this.run(
      'INSERT INTO social_objects (seq, id, kind, account, campaign, adset, creative, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      seq,
      node.id,
      kind,
      links.account ?? null,
      links.campaign ?? null,
      links.adset ?? null,
      links.creative ?? null,
      JSON.stringify(data),
    );
    return node;
  }

  save(node: GraphNode): void {
    this.run(
      'UPDATE social_objects SET data = ?, creative = ? WHERE id = ?',
      JSON.stringify(node.data),
      node.links.creative ?? null,
      node.id,
    );
  }

  /** By how many the people of an audience became more or fewer. */
  changePeople(audience: string, people: readonly string[], action: 'add' | 'remove'): number {
    const sql =
      action === 'add'
        ? 'INSERT OR IGNORE INTO social_people (audience, person) VALUES (?, ?)'
        : 'DELETE FROM social_people WHERE audience = ? AND person = ?';
    const changed = people.reduce(
      (sum, person) => sum + Number(prepare(this.db, sql).run(audience, person).changes),
      0,
    );
    return action === 'add' ? changed : -changed;
  }

  row(sql: string, ...values: SQLInputValue[]): Record<string, unknown> | undefined {
    return prepare(this.db, sql).get(...values) as Record<string, unknown> | undefined;
  }

  rows(sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
    return prepare(this.db, sql).all(...values);
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    prepare(this.db, sql).run(...values);
  }
}

export function isKind<K extends Kind>(node: GraphNode, kind: K): node is GraphNode<K> {
  return node.kind === kind;
}

/** Eighteen digits, more than a double holds, so that a caller that parses ids as numbers fails. */
function freshId(seq: number): string {
  return String(120_210_000_000_000_007n + BigInt(seq) * 10n);
}

function toNode({ account, campaign, adset, creative, ...row }: Row): GraphNode {
  const links: Links = {
    ...(account !== null && { account }),
    ...(campaign !== null && { campaign }),
    ...(adset !== null && { adset }),
    ...(creative !== null && { creative }),
  };
  return new GraphNode(row.id, row.kind as Kind, row.seq, links, JSON.parse(row.data));
}
