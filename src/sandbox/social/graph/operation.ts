import type { Effect, World } from '../../emulator.ts';
import type { FilePart } from '../../multipart.ts';
import type { Source } from '../../paging.ts';
import type { Session } from '../access.ts';
import type { Kind } from '../state/shapes.ts';
import type { GraphNode, Store } from '../state.ts';
import type { Params } from './params.ts';

/** Everything one call may look at. */
export interface Ctx {
  readonly world: World;
  readonly store: Store;
  readonly session: Session;
  readonly params: Params;
  readonly files: readonly FilePart[];
  readonly version: string;
}

export type Recorder = (effect: Effect) => void;
export type Row = Record<string, unknown>;

/** The field resolvers and default fields of one kind of node. */
export interface NodeType {
  readonly defaults: readonly string[];
  /** `undefined` leaves the field out; a node is read with the fields asked of it. */
  readonly fields: Readonly<Record<string, (ctx: Ctx, node: GraphNode) => unknown>>;
}

interface Placed {
  readonly on: Kind | 'Root';
  readonly edge?: string;
  /** Any one of these permissions is enough. */
  readonly scopes?: readonly string[];
  readonly partial?: string;
}

/** A list with paging; also reachable by field expansion. */
export interface ListOperation extends Placed {
  readonly method: 'GET';
  readonly edge: string;
  readonly limit?: { usual: number; most: number };
  list(ctx: Ctx, node: GraphNode): Source<GraphNode | Row>;
  /** What nodes show on this edge beyond what they show by themselves. */
  readonly nodes?: Partial<NodeType>;
  /** Beside `data`, when `summary` was asked for. */
  summary?(ctx: Ctx, node: GraphNode): Row;
}

export interface ReadOperation extends Placed {
  readonly method: 'GET';
  read(ctx: Ctx, node: GraphNode): unknown;
}

export interface WriteOperation extends Placed {
  readonly method: 'POST' | 'DELETE';
  write(ctx: Ctx, node: GraphNode, record: Recorder): unknown;
}

/** A call that needs no token: signing in. */
export interface OpenOperation extends Placed {
  readonly method: 'GET' | 'POST';
  readonly on: 'Root';
  open(ctx: Omit<Ctx, 'session'>): unknown;
}

export type Operation = ListOperation | ReadOperation | WriteOperation | OpenOperation;

/** Routes are written for their own kind; the registry hands them only such nodes. */
export function ofKind<K extends Kind>(kind: K) {
  type Own = GraphNode<K>;
  return {
    type(defaults: readonly string[], fields: Record<string, (ctx: Ctx, node: Own) => unknown>): NodeType {
      return { defaults, fields: fields as NodeType['fields'] };
    },
    list(
      edge: string,
      list: (ctx: Ctx, node: Own) => Source<GraphNode | Row>,
      extra: Omit<Partial<ListOperation>, 'list' | 'summary'> & { summary?: (ctx: Ctx, node: Own) => Row } = {},
    ): ListOperation {
      return { ...extra, method: 'GET', on: kind, edge, list } as ListOperation;
    },
    read(edge: string, read: (ctx: Ctx, node: Own) => unknown, extra: Partial<ReadOperation> = {}): ReadOperation {
      return { ...extra, method: 'GET', on: kind, edge, read } as ReadOperation;
    },
    create(
      edge: string,
      write: (ctx: Ctx, node: Own, record: Recorder) => unknown,
      extra: Partial<WriteOperation> = {},
    ): WriteOperation {
      return { ...extra, method: 'POST', on: kind, edge, write } as WriteOperation;
    },
    update(write: (ctx: Ctx, node: Own, record: Recorder) => unknown): WriteOperation {
      return { method: 'POST', on: kind, write } as WriteOperation;
    },
    remove(write: (ctx: Ctx, node: Own, record: Recorder) => unknown, edge?: string): WriteOperation {
      return { method: 'DELETE', on: kind, write, ...(edge && { edge }) } as WriteOperation;
    },
  };
}

/** Fields that are stored as they are shown. */
export function stored<T extends string>(...names: T[]): Record<T, (ctx: Ctx, node: GraphNode) => unknown> {
  return Object.fromEntries(
    names.map((name) => [name, (_: Ctx, node: GraphNode) => (node.data as unknown as Row)[name]]),
  ) as Record<T, (ctx: Ctx, node: GraphNode) => unknown>;
}

/** Money on objects is text of an integer. */
export function money<T extends string>(...names: T[]): Record<T, (ctx: Ctx, node: GraphNode) => unknown> {
  const plain = stored(...names);
  return Object.fromEntries(
    names.map((name) => [
      name,
      (ctx: Ctx, node: GraphNode) => {
        const amount = plain[name](ctx, node);
        return amount === undefined ? undefined : String(amount);
      },
    ]),
  ) as typeof plain;
}
