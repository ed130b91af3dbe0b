/** One filter of a list, shown as a chip: `Status is not Archived`. */
export interface Filter {
  field: string;
  not: boolean;
  values: string[];
}

/** A filter's value in the URL: `!archived` excludes, `active,paused` allows either. */
function writeFilter({ not, values }: Filter): string {
  return (not ? '!' : '') + values.map((value) => encodeURIComponent(value).replace(/%20/g, ' ')).join(',');
}

function readFilter(field: string, text: string): Filter | undefined {
  const not = text.startsWith('!');
  const values = (not ? text.slice(1) : text).split(',').filter(Boolean).map(decode);
  return values.length === 0 ? undefined : { field, not, values };
}

const decode = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The filters an address names, in the order of the fields; unknown names are not filters. */
export function readFilters(search: Record<string, unknown>, fields: readonly string[]): Filter[] {
  return fields.flatMap((field) => {
    const text = search[field];
    return typeof text === 'string' ? (readFilter(field, text) ?? []) : [];
  });
}

/** URL parameters for exactly these filters; those of the other fields are removed. */
export function filtersInAddress(
  filters: readonly Filter[],
  fields: readonly string[],
): Record<string, string | undefined> {
  const written = new Map(filters.map((filter) => [filter.field, writeFilter(filter)]));
  return Object.fromEntries(fields.map((field) => [field, written.get(field)]));
}

/** Whether an object with this value, or these, passes the filter. */
export const passes = ({ not, values }: Filter, has: string | readonly string[]): boolean =>
  [has].flat().some((value) => values.includes(value)) !== not;
