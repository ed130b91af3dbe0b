import { isObject } from '../../json.ts';
import { bad, missingField } from '../errors.ts';

/**
 * The values of a request, read as the platform reads them: in a query and in multipart, lists and objects are JSON text and
 * everything else is text; in a body they are JSON. Unknown fields are ignored.
 */
export class Input {
  readonly values: Readonly<Record<string, unknown>>;
  readonly #isText: boolean;
  readonly #path: string;

  constructor(values: Readonly<Record<string, unknown>>, isText: boolean, path = '') {
    this.values = values;
    this.#isText = isText;
    this.#path = path;
  }

  has(name: string): boolean {
    return this.values[name] !== undefined && this.values[name] !== null;
  }

  text(name: string): string | undefined {
    const value = this.values[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string') return value;
    throw this.#invalid(name, 'string');
  }

  needText(name: string): string {
    return this.text(name) ?? this.#missing(name);
  }

  /** 64-bit ids; a number passes too. */
  id(name: string): string | undefined {
    const value = this.values[name];
    if (value === undefined || value === null) return undefined;
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && /^\d{1,19}$/.test(text)) return text;
    throw this.#invalid(name, 'integer');
  }

  needId(name: string): string {
    return this.id(name) ?? this.#missing(name);
  }

  number(name: string): number | undefined {
    const value = this.values[name];
    if (value === undefined || value === null) return undefined;
    const number = this.#isText && typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number)) return number;
    throw this.#invalid(name, 'number');
  }

  integer(name: string, min: number, max: number): number | undefined {
    const value = this.number(name);
    if (value === undefined) return undefined;
    if (!Number.isInteger(value)) throw this.#invalid(name, 'integer');
    if (value < min || value > max) throw bad(`${this.#path}${name}: Must be between ${min} and ${max}.`);
    return value;
  }

  flag(name: string): boolean | undefined {
    const value = this.values[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'boolean') return value;
    if (this.#isText && (value === 'true' || value === 'false')) return value === 'true';
    throw this.#invalid(name, 'boolean');
  }

  choice(name: string, allowed: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined || allowed.includes(value)) return value;
    throw bad(`${this.#path}${name}: Must be one of: ${allowed.join(', ')}.`);
  }

  needChoice(name: string, allowed: readonly string[]): string {
    return this.choice(name, allowed) ?? this.#missing(name);
  }

  list(name: string): unknown[] | undefined {
    const value = this.#json(name);
    if (value === undefined || value === null) return undefined;
    if (Array.isArray(value)) return value;
    throw this.#invalid(name, 'list');
  }

  texts(name: string, max = Number.POSITIVE_INFINITY): string[] | undefined {
    const items = this.list(name);
    if (items === undefined) return undefined;
    if (items.some((item) => typeof item !== 'string')) throw this.#invalid(name, 'list of strings');
    return this.#atMost(name, items as string[], max);
  }

  ids(name: string, max: number): string[] | undefined {
    const items = this.list(name)?.map(String);
    if (items === undefined) return undefined;
    if (items.some((item) => !/^\d{1,19}$/.test(item))) throw this.#invalid(name, 'list of integers');
    return this.#atMost(name, items, max);
  }

  choices(name: string, allowed: readonly string[]): string[] | undefined {
    const items = this.texts(name);
    if (items?.some((item) => !allowed.includes(item))) {
      throw bad(`${this.#path}${name}: Must be one of: ${allowed.join(', ')}.`);
    }
    return items;
  }

  object(name: string): Input | undefined {
    const value = this.#json(name);
    if (value === undefined || value === null) return undefined;
    if (isObject(value)) return new Input(value, false, `${this.#path}${name}.`);
    throw this.#invalid(name, 'object');
  }

  /** The objects of a list, each named by its place: `creatives.0.`. */
  objects(name: string): Input[] | undefined {
    return this.list(name)?.map((item, place) => {
      if (isObject(item)) return new Input(item, false, `${this.#path}${name}.${place}.`);
      throw this.#invalid(name, 'list of objects');
    });
  }

  missing(name: string): Error {
    return missingField(this.#path + name);
  }

  #json(name: string): unknown {
    const value = this.values[name];
    if (!this.#isText || typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      throw this.#invalid(name, 'JSON value');
    }
  }

  #atMost<T>(name: string, items: T[], max: number): T[] {
    if (items.length <= max) return items;
    throw bad(`${this.#path}${name}: Longer than maximum length ${max}.`);
  }

  #missing(name: string): never {
    throw this.missing(name);
  }

  #invalid(name: string, kind: string): Error {
    return bad(`${this.#path}${name}: Not a valid ${kind}.`);
  }
}
