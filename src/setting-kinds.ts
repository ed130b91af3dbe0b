import { isIP, isIPv4 } from 'node:net';

/** One row of the settings table: everything an operator can change, and the source of docs/configuration.md. */
export interface Setting<T> {
  /** Environment variable; `<ENV>_FILE` names a file that holds the value instead. */
  env: string;
  meaning: string;
  /** What is allowed, in words, for the error and the documentation. */
  allowed: string;
  fallback: T;
  secret?: boolean;
  /** `undefined` means: not allowed. */
  parse(text: string): T | undefined;
}

export const own = <T>(row: Setting<T>): Setting<T> => row;

export const text = (row: Omit<Setting<string>, 'parse' | 'allowed'> & { allowed?: string }): Setting<string> => ({
  allowed: 'any text',
  ...row,
  parse: (value) => value,
});

export const whole = (
  row: Omit<Setting<number>, 'parse' | 'allowed'>,
  least: number,
  most: number,
): Setting<number> => ({
  ...row,
  allowed: `a whole number from ${least} to ${most}`,
  parse: (value) => {
    const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  },
});

export const oneOf = <const T extends string>(
  row: Omit<Setting<NoInfer<T>>, 'parse' | 'allowed'>,
  values: readonly T[],
): Setting<T> => ({
  ...row,
  allowed: values.join(', '),
  parse: (value) => values.find((known) => known === value),
});

export const list = (
  row: Omit<Setting<readonly string[]>, 'parse'>,
  item: RegExp,
  together: (items: readonly string[]) => boolean = () => true,
): Setting<readonly string[]> => ({
  ...row,
  parse: (value) => {
    const items = value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    return items.every((part) => item.test(part)) && together(items) ? items : undefined;
  },
});

export const bytes = (row: Pick<Setting<string>, 'env' | 'meaning'>): Setting<string> => ({
  ...row,
  fallback: '',
  secret: true,
  allowed: '32 bytes as 64 hex digits or base64',
  parse: (value) => (/^(?:[0-9a-fA-F]{64}|[0-9A-Za-z+/_-]{43}=?)?$/.test(value) ? value : undefined),
});

export const address = (row: Omit<Setting<string>, 'parse' | 'allowed'>): Setting<string> => ({
  ...row,
  allowed: 'an http or https address without a path, or empty',
  parse: (value) =>
    value === '' || (URL.canParse(value) && /^https?:\/\/[^/]+\/?$/.test(value)) ? value.replace(/\/$/, '') : undefined,
});

/** An address, or one with the length of its network, like `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [, address = '', length = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  return isIP(address) !== 0 && Number(length) <= (isIPv4(address) ? 32 : 128);
}
