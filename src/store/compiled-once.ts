import type { Compilable, CompiledQuery } from 'kysely';

/**
 * For a query of the hot path: to build and compile it anew takes longer than SQLite takes to answer it. `build` takes the
 * values of the moment out of its argument by their names, and gets something that stands for each.
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
