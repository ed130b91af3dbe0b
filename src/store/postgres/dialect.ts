import {
  CompiledQuery,
  type DataTypeNode,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  PostgresQueryCompiler,
  type QueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { StoreUnavailable } from '../store-unavailable.ts';
import { lockKey } from './locks.ts';
import type { PreparingPool } from './pool.ts';

const TAKE_TURN = CompiledQuery.raw('select pg_advisory_xact_lock($1, $2)', lockKey('writers'));

/** Kysely's own dialect, with writers that take turns and texts that are ordered byte by byte, as SQLite's are. */
export class TurnTakingDialect extends PostgresDialect {
  readonly #pool: PreparingPool;

  constructor(pool: PreparingPool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new TurnTakingDriver({ pool: this.#pool });
  }

  override createQueryCompiler(): QueryCompiler {
    return new ByteOrderCompiler();
  }
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0];

class TurnTakingDriver extends PostgresDriver {
  /**
   * The lock ends with the transaction, after its changes can be seen. Every statement of `read committed` sees what was
   * committed before it began, hence all that earlier holders wrote.
   */
  override async beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, settings);
    await connection.executeQuery(TAKE_TURN).catch(async (error: unknown) => {
      await this.rollbackTransaction(connection).catch(() => {});
      throw error;
    });
  }

  override async commitTransaction(connection: Connection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      throw error instanceof StoreUnavailable ? new StoreUnavailable(error.cause, 'unknown') : error;
    }
  }

  /** A lost connection has nothing to roll back; the caller gets the error of what was lost with it, a commit for instance. */
  override async rollbackTransaction(connection: Connection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error;
    });
  }
}

class ByteOrderCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === 'text') this.append(' collate "C"');
  }
}
