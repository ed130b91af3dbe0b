import { isObject } from '../../json.ts';
import { badParameter } from '../errors.ts';

/**
 * Parameters of one call, wherever they came from (query, form, JSON body). Values may be native JSON or JSON text, and
 * numbers and booleans may be text.
 */
export class Params {
  private readonly values: ReadonlyMap<string, unknown>;

  constructor(values: Iterable<[string, unknown]>) {
    this.values = new Map(values);
  }

  with(changes: Record<string, unknown>): Params {
    return new Params([...this.values, ...Object.entries(changes)]);
  }

  entries(): Iterable<[string, unknown]> {
    return this.values.entries();
  }

  names(): string[] {
    return [...this.values.keys()];
  }

  has(name: string): boolean {
    const value = this.values.get(name);
    return value !== undefined && value !== null && value !== '';
  }

  /** Present even if empty: `name=` is an attempt to clear. */
  given(name: string): boolean {
    return this.values.has(name);
  }

  text(name: string): string | undefined {
    const value = this.values.get(name);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'object') throw badParameter(`Param ${name} must be a string`, name);
    return String(value);
  }

  requiredText(name: string): string {
    const value = this.text(name);
    if (value === undefined || value === '') throw badParameter(`The parameter ${name} is required`, name);
    return value;
  }

  integer(name: string): number | undefined {
    if (!this.has(name)) return undefined;
    const value = this.text(name)!;
    if (!/^-?\d{1,18}$/.test(value)) throw badParameter(`Param ${name} must be an integer`, name);
    return Number(value);
  }

  boolean(name: string): boolean | undefined {
    if (!this.has(name)) return undefined;
    const value = this.text(name)!.toLowerCase();
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    throw badParameter(`Param ${name} must be a boolean`, name);
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    if (!this.has(name)) return undefined;
    const value = this.text(name)!;
    const match = allowed.find((candidate) => candidate === value);
    if (match === undefined) throw badParameter(`Param ${name} must be one of {${allowed.join(', ')}}`, name);
    return match;
  }

  /** Native JSON, or JSON text. */
  json(name: string): unknown {
    const value = this.values.get(name);
    if (typeof value !== 'string') return value ?? undefined;
    if (value === '') return undefined;
    try {
      return JSON.parse(value);
    } catch {
      throw badParameter(`Param ${name} must be valid JSON`, name);
    }
  }

  object(name: string): Record<string, unknown> | undefined {
    const value = this.json(name);
    if (value === undefined) return undefined;
    if (!isObject(value)) throw badParameter(`Param ${name} must be an object`, name);
    return value;
  }

  array(name: string): unknown[] | undefined {
    const value = this.json(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw badParameter(`Param ${name} must be an array.`, name);
    return value;
  }

  /** A list of words as JSON text, native array or comma list. */
  words(name: string): string[] | undefined {
    if (!this.has(name)) return undefined;
    const value = this.values.get(name);
    if (typeof value === 'string' && !value.trimStart().startsWith('[')) {
      return value
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== '');
    }
    return this.array(name)!.map(String);
  }

  wordsOf<T extends string>(name: string, allowed: readonly T[]): T[] | undefined {
    return this.words(name)?.map((word, index) => {
      const match = allowed.find((candidate) => candidate === word);
      if (match === undefined)
        throw badParameter(`Param ${name}[${index}] must be one of {${allowed.join(', ')}}`, name);
      return match;
    });
  }

  /** ISO 8601 or UNIX seconds, in milliseconds. */
  time(name: string): number | undefined {
    if (!this.has(name)) return undefined;
    const value = this.text(name)!;
    const ms = /^\d{1,12}$/.test(value) ? Number(value) * 1000 : Date.parse(value);
    if (Number.isNaN(ms)) throw badParameter(`Param ${name} must be a valid datetime`, name);
    return ms;
  }
}

/** Looks up a caller's word without finding inherited members such as `constructor`. */
export function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
