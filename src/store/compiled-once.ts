import type { Compilable, CompiledQuery } from 'kysely';

/**
 * For a query of the hot path: to build and compile it anew takes longer than SQLite takes to answer it. `build` gets
 * something that stands for each of the values of the moment.
 */
export function compiledOnce<Values extends readonly unknown[], Row>(
  build: (...standIns: Values) => Compilable<Row>,
): (...values: Values) => CompiledQuery<Row> {
  const standIns: unknown[] = Array.from({ length: build.length }, () => Symbol('value'));
  const query = build(...(standIns as unknown as Values)).compile();
  const places = query.parameters.map((parameter) => standIns.indexOf(parameter));
  return (...values) => ({
    ...query,
    parameters: places.map((place, at) => (place < 0 ? query.parameters[at] : values[place])),
  });
}
