import { bad } from '../errors.ts';
import type { Input } from './input.ts';

/** One page of a list with the platform's numbers about it. A page past the end is empty. */
export function pageOf<T>(input: Input, items: readonly T[], sizes = { usual: 10, max: 1000 }) {
  const page = input.integer('page', 1, Number.MAX_SAFE_INTEGER) ?? 1;
  const page_size = input.integer('page_size', 1, sizes.max) ?? sizes.usual;
  const total_number = items.length;
  const page_info = { page, page_size, total_number, total_page: Math.ceil(total_number / page_size) };
  return { items: items.slice((page - 1) * page_size, page * page_size), page_info };
}

/** The fields that were asked for; all of them when none were named. */
export function chosenFields(input: Input, known: readonly string[]): (item: Record<string, unknown>) => object {
  const fields = input.texts('fields');
  const unknown = fields?.find((field) => !known.includes(field));
  if (unknown !== undefined) throw bad(`fields: ${unknown} is not a valid field.`);
  const withoutNull = (input.texts('exclude_field_types_in_response') ?? []).includes('NULL_FIELD');
  return (item) =>
    Object.fromEntries(
      Object.entries(item).filter(
        ([name, value]) => (!fields || fields.includes(name)) && !(withoutNull && value === null),
      ),
    );
}
