import { protocolField, type QueryField } from '../catalogue/fields.ts';
import { camelCase, type Field } from '../catalogue/messages.ts';
import { fieldToJson } from '../format.ts';
import type { Value } from '../state.ts';
import type { Plan } from './plan.ts';

/** Reads the value of a selected field from a row. */
export type Read<Row> = (row: Row) => Value;

interface Column<Row> {
  path: readonly string[];
  field: Field;
  read: Read<Row>;
}

/** Writes rows as the platform's JSON: the selected fields, and the names of the resources they belong to. */
export class Projector<Row> {
  readonly #columns: Column<Row>[];

  constructor(plan: Plan, named: readonly QueryField[], reader: (field: QueryField) => Read<Row>) {
    const fields = plan.omitResourceNames ? plan.select : [...named, ...plan.select];
    const unique = [...new Map(fields.map((field) => [field.path, field])).values()];
    this.#columns = unique.map((field) => ({
      path: [camelCase(field.owner), ...field.steps.map(camelCase)],
      field: protocolField(field),
      read: reader(field),
    }));
  }

  json(row: Row): Record<string, unknown> {
    const json: Record<string, unknown> = {};
    for (const { path, field, read } of this.#columns) {
      const value = fieldToJson(field, read(row));
      if (value === undefined) continue;
      let target = json;
      for (let i = 0; i < path.length - 1; i += 1) {
        const inner = (target[path[i]!] ?? {}) as Record<string, unknown>;
        target[path[i]!] = inner;
        target = inner;
      }
      target[path.at(-1)!] = value;
    }
    return json;
  }
}

export function fieldMaskOf({ select }: Plan): string {
  return select.map(({ path }) => path.split('.').map(camelCase).join('.')).join(',');
}
