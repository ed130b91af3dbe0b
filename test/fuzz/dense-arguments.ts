import fc from 'fast-check';
import type { Dice } from '../chaos/dice.ts';
import type { Schema } from './calls.ts';
import { examplesFor, isKnownArgument } from './examples.ts';
import { nastyText } from './json-texts.ts';
import type { Seen } from './seen.ts';

export type Arguments = Record<string, unknown>;

/** Of all values, about this part is something that was not asked for. */
const ODD = 0.02;
/** How many of a tool's calls are remembered. */
const KEPT = 60;
/** What every tool of a channel takes, which has little to do with the tool itself. */
const SHARED = /^(workspaceId|idempotency_key|account_id|customer_id|advertiser_id|login_customer_id)$/;

/** Arguments that a schema takes for the most part, so that a tool's own code is reached. */
export class DenseArguments {
  readonly #dice: Dice;
  readonly #seen: Seen;
  readonly #odd: readonly unknown[];
  readonly #good = new Map<string, Arguments[]>();

  constructor(dice: Dice, seen: Seen, seed: number) {
    this.#dice = dice;
    this.#seen = seen;
    this.#odd = [null, [], {}, '', 0, -1, true, ...fc.sample(nastyText, { numRuns: 50, seed })];
  }

  for(tool: string, schema: Schema): Arguments {
    const good = this.#good.get(tool) ?? [];
    return good.length > 0 && this.#chance(0.5)
      ? this.#changed(this.#pick(good), schema)
      : this.#object(schema, this.#pick([0, 1, 2, 2, 3, 5, 8]) / Object.keys(schema.properties ?? {}).length);
  }

  /** Arguments that got past the checks, to be tried again with a change. */
  keep(tool: string, args: Arguments): void {
    const good = this.#good.get(tool) ?? [];
    this.#good.set(tool, good);
    if (good.length < KEPT) good.push(args);
    else good[Math.floor(this.#dice.throw() * KEPT)] = args;
  }

  #chance(part: number): boolean {
    return this.#dice.throw() < part;
  }

  #pick<T>(items: readonly T[]): T {
    return this.#dice.pick(items) as T;
  }

  /** Some arguments given, taken away, or given otherwise; what an id led to may be gone by now. */
  #changed(args: Arguments, { properties = {}, required = [] }: Schema): Arguments {
    const own = Object.keys(properties).filter((name) => !SHARED.test(name));
    const stale = own.filter((name) => name in args && /_ids?$/.test(name) && this.#chance(0.3));
    const chosen = Array.from({ length: this.#pick([1, 1, 1, 2, 3]) }, () => this.#pick(own) ?? '').filter(Boolean);
    const changed = { ...args };
    for (const name of [...stale, ...chosen, ...this.#related(chosen, own)]) {
      if (name in changed && !required.includes(name) && this.#chance(0.3)) delete changed[name];
      else changed[name] = this.#value(properties[name]!, name);
    }
    return changed;
  }

  #object({ properties = {}, required = [] }: Schema, density: number): Arguments {
    const names = Object.keys(properties);
    const given = names.filter((name) =>
      this.#chance(required.includes(name) ? 0.99 : SHARED.test(name) ? 0.04 : density),
    );
    const all = new Set([...given, ...this.#related(given, names)]);
    return Object.fromEntries([...all].map((name) => [name, this.#value(properties[name]!, name)]));
  }

  /** Arguments that begin alike are often about the same thing: `segments` and `segments_separately`. */
  #related(given: readonly string[], names: readonly string[]): string[] {
    const first = (name: string) => name.split('_')[0];
    return names.filter((name) => given.some((one) => one !== name && first(one) === first(name)) && this.#chance(0.5));
  }

  #value(schema: Schema, name: string): unknown {
    if (this.#chance(ODD)) return this.#pick(this.#odd);
    if (schema.enum) return this.#pick(schema.enum);
    if ('const' in schema) return schema.const;
    if (schema.anyOf) return this.#value(this.#pick(schema.anyOf), name);
    const type = Array.isArray(schema.type) ? this.#pick(schema.type) : schema.type;
    if (type === 'array') return this.#list(schema, name);
    if (type === 'object') return this.#members(schema, name);
    if (type === 'boolean') return this.#chance(0.5);
    if (type === 'integer' || (type === 'number' && schema.minimum !== undefined)) return this.#number(schema, type);
    const value = this.#known(name);
    const text = schema.maxLength !== undefined && this.#chance(0.8) ? String(value).slice(0, schema.maxLength) : value;
    return type === 'string' ? String(text) : value;
  }

  /** As a reply showed it, as people write it, or an id of another kind. */
  #known(name: string): unknown {
    const isName = /(^|_)name$/.test(name);
    if (/_ids?$/.test(name) && this.#chance(0.08)) return this.#pick(this.#seen.values('id')) ?? '1';
    const seen = this.#seen.values(name).filter((value) => typeof value !== 'object');
    if (seen.length > 0 && !this.#chance(isKnownArgument(name) || isName ? 0.5 : 0.1)) return this.#pick(seen);
    const example = this.#pick(examplesFor(name));
    // Names are soon taken.
    return isName && this.#chance(0.8) ? `${example} ${Math.floor(this.#dice.between(0, 1e6))}` : example;
  }

  #list({ minItems: least = 0, maxItems: most = 5, items = {} }: Schema, name: string): unknown[] {
    const length = this.#pick([least, least, 1, 1, 2, 3, least + 1, this.#chance(0.1) ? Math.min(most, 50) : 0]);
    const list = Array.from({ length }, () => this.#value(items, name));
    return this.#chance(0.1) ? [...list, ...list.slice(0, 1)] : list;
  }

  #members(schema: Schema, name: string): unknown {
    const examples = isKnownArgument(name) ? examplesFor(name) : [];
    const found = [...this.#seen.values(name), ...examples].filter((value) => typeof value === 'object');
    const { properties, additionalProperties: inner, propertyNames } = schema;
    if (found.length > 0 && this.#chance(properties || typeof inner === 'object' ? 0.4 : 0.95))
      return this.#trimmed(this.#pick(found));
    if (properties || typeof inner !== 'object') return this.#object(schema, 0.4);
    const keys = propertyNames?.enum ?? this.#seen.values('id');
    const entry = () => [String(this.#pick(keys)), this.#value(inner, name)];
    return Object.fromEntries(Array.from({ length: this.#pick([0, 1, 1, 2]) }, entry));
  }

  /** The same with a part left out, emptied or null, now and then. */
  #trimmed(value: unknown): unknown {
    if (this.#chance(0.03)) return Array.isArray(value) ? [] : this.#pick([null, {}, '', 0]);
    if (Array.isArray(value)) return value.filter(() => !this.#chance(0.1)).map((item) => this.#trimmed(item));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(() => !this.#chance(0.1));
    return Object.fromEntries(entries.map(([key, inner]) => [key, this.#trimmed(inner)]));
  }

  #number({ minimum = 0, maximum = 100 }: Schema, type: string): number {
    const between = this.#dice.between(minimum, maximum);
    const within = type === 'integer' ? Math.round(between) : Math.round(between * 100) / 100;
    return this.#pick([minimum, maximum, within, within, 1, 2, 7]);
  }
}
