import type { CellValue } from './cell.ts';
import type { NumberFormat } from './number-format/number-format.ts';

export type ValueRenderOption = 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA';
export type DateTimeRenderOption = 'SERIAL_NUMBER' | 'FORMATTED_STRING';

/** The value of a cell for a reader; an empty cell is ''. */
export type RenderedValue = string | number | boolean;

/** For the result of a formula or a typed-in value, as the platform's three render options show it. */
export function renderValue(
  value: CellValue,
  format: NumberFormat,
  render: ValueRenderOption,
  dates: DateTimeRenderOption,
): RenderedValue {
  if (value === null) return '';
  if (render === 'FORMATTED_VALUE') return formatted(value, format);
  if (typeof value === 'object') return value.error;
  if (typeof value === 'number' && format.time !== null && dates === 'FORMATTED_STRING') return format.number(value);
  return value;
}

function formatted(value: Exclude<CellValue, null>, format: NumberFormat): string {
  if (typeof value === 'number') return format.number(value);
  if (typeof value === 'string') return value === '' ? '' : format.text(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return value.error;
}
