import type { Compilable, CompiledQuery, Insertable, Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Compiles a query of the hot path once: building and compiling it for every call takes longer than SQLite takes to
 * answer. `build` reads the values by name from its argument, and gets a stand-in for each.
 */
export function compiledOnce<Values extends object, Row>(
  build: (standIns: Values) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  const query = build(new Proxy({} as Values, { get: (_, name) => Symbol(String(name)) })).compile();
  const names = query.parameters.map((value) =>
    typeof value === 'symbol' ? (value.description as keyof Values) : null,
  );
  return (values) => ({
    ...query,
    parameters: names.map((name, at) => (name === null ? query.parameters[at] : values[name])),
  });
}

const ROWS_AT_ONCE_MAX = 64;

/** Inserts any number of rows, one statement for each power of two in that number, so that few statements are ever compiled. */
export function insertedTogether<Table extends keyof Tables>(
  db: Kysely<Tables>,
  table: Table,
  columns: readonly (keyof Tables[Table])[],
): (rows: readonly Tables[Table][]) => CompiledQuery[] {
  const compiled = new Map<number, CompiledQuery>();
  const row = Object.fromEntries(columns.map((column) => [column, 0])) as Insertable<Tables[Table]>;
  const statement = (count: number) => {
    const known = compiled.get(count) ?? db.insertInto(table).values(Array(count).fill(row)).compile();
    compiled.set(count, known);
    return known;
  };
  return (rows) => {
    const queries: CompiledQuery[] = [];
    for (let [at, count] = [0, ROWS_AT_ONCE_MAX]; at < rows.length; at += count) {
      while (count > rows.length - at) count /= 2;
      const some = rows.slice(at, at + count);
      queries.push({ ...statement(count), parameters: some.flatMap((row) => columns.map((column) => row[column])) });
    }
    return queries;
  };
}

/** Rows of one read, which takes SQLite a few milliseconds. */
export const MANY = 250;

/**
 * The same for a lookup by at most `MANY` values. A shorter list is filled up with its last value, which finds nothing
 * more, so that a list of any length is the same statement.
 */
export function compiledForMany<Row>(
  build: (standIns: string[]) => Compilable<Row>,
): (values: readonly string[]) => CompiledQuery<Row> {
  const query = compiledOnce((standIns: Record<number, string>) =>
    build(Array.from({ length: MANY }, (_, at) => standIns[at] as string)),
  );
  return (values) => query([...values, ...Array(MANY - values.length).fill(values.at(-1))]);
}
