const SIGNIFICANT_DIGITS = 15;
const EXACT_MAX = 10 ** SIGNIFICANT_DIGITS;

export interface Decimal {
  /** No leading zeros: empty below one. */
  whole: string;
  fraction: string;
}

/**
 * A number of zero or more in plain digits, halves rounded up. Spreadsheets round what they show as decimal, from 15
 * significant digits: 1.005 is 1.01 there, while `toFixed` knows the binary neighbour and gives 1.00.
 */
export function toDecimal(value: number, decimals: number): Decimal {
  const rounded = (roundedFast(value, decimals) ?? roundedByDigits(value, decimals)).padStart(decimals + 1, '0');
  const split = rounded.length - decimals;
  const whole = rounded.slice(0, split);
  return { whole: whole[0] === '0' ? whole.replace(/^0+/, '') : whole, fraction: rounded.slice(split) };
}

/** Where the number is clearly on one side of a half, its fifteenth digit cannot matter. */
function roundedFast(value: number, decimals: number): string | null {
  const shifted = value * 10 ** decimals;
  const beyond = shifted - Math.floor(shifted);
  return shifted < EXACT_MAX / 1000 && Math.abs(beyond - 0.5) > 1e-3 ? String(Math.round(shifted)) : null;
}

function roundedByDigits(value: number, decimals: number): string {
  const [mantissa, exponent] = value.toExponential(SIGNIFICANT_DIGITS - 1).split('e') as [string, string];
  const digits = mantissa.replace('.', '');
  const kept = Number(exponent) + 1 + decimals;
  if (kept >= digits.length) return digits.padEnd(kept, '0');
  if (kept < 0) return '0';
  return String(Number(digits.slice(0, kept)) + (digits[kept]! >= '5' ? 1 : 0));
}

/** How a number looks in a cell without a format. */
export function toGeneral(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(size) && size < EXACT_MAX) return String(value);
  const sign = value < 0 ? '-' : '';
  if (size >= 1e21 || size < 1e-9) return sign + toScientific(size);
  const decimals = Math.max(0, SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(size)));
  const { whole, fraction } = toDecimal(size, decimals);
  const trimmed = fraction.replace(/0+$/, '');
  return `${sign}${whole || '0'}${trimmed && `.${trimmed}`}`;
}

function toScientific(size: number): string {
  const [mantissa, exponent] = Number(size.toPrecision(SIGNIFICANT_DIGITS)).toExponential().split('e') as [
    string,
    string,
  ];
  return `${mantissa}E${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}
