import { z } from 'zod';
import { Failure, invalidArguments, type Problem } from '../../../errors.ts';
import type { SearchClient } from '../client.ts';
import type { RowError } from '../errors.ts';
import { misfitOf, sameKeyword } from './keyword.ts';
import type { Operation } from './wire/operation.ts';

interface Keyword {
  text: string;
  match_type: string;
}

/** Lists of keywords by the arguments that hold them. */
type Lists = Readonly<Record<string, readonly Keyword[] | undefined>>;

export const RefusedKeywords = z
  .array(z.looseObject({ argument: z.string(), position: z.number(), message: z.string() }))
  .optional()
  .describe('Keywords that were left out, with text, match_type and reason; the others were taken');

/** The keywords of a call that are left out, each with the reason. */
export class KeywordRefusals {
  readonly #lists: Lists;
  /** By place: `add_keywords.3`. */
  readonly #found = new Map<string, Pick<RowError, 'message'> & { code?: string }>();

  /** With those that no list can hold, and those that stand in the call twice. */
  constructor(lists: Lists) {
    this.#lists = lists;
    for (const [argument, keywords = []] of Object.entries(lists)) {
      const first = new Map<string, number>();
      for (const [at, keyword] of keywords.entries()) {
        const misfit = misfitOf(keyword);
        const twin = first.get(sameKeyword(keyword));
        if (misfit) this.refuse(argument, at, misfit);
        else if (twin === undefined) first.set(sameKeyword(keyword), at);
        else this.refuse(argument, at, { code: 'DUPLICATE', message: `is the same as ${argument}.${twin}` });
      }
    }
  }

  has(argument: string, at: number): boolean {
    return this.#found.has(`${argument}.${at}`);
  }

  refuse(argument: string, at: number, why: RowError): void {
    this.#found.set(`${argument}.${at}`, why);
  }

  /** How many of a list are not left out. */
  remaining(argument: string): number {
    return (this.#lists[argument] ?? []).filter((_, at) => !this.has(argument, at)).length;
  }

  /**
   * The operations that the platform takes, by its own check of them. Keywords that it refuses are left out; any other refusal is
   * that of the call.
   */
  async taken(client: SearchClient, account: string, operations: readonly Operation[]): Promise<readonly Operation[]> {
    let open = operations;
    for (let round = 1; open.length > 0; round++) {
      try {
        await client.check(account, open);
        return open;
      } catch (error) {
        if (round > ROUNDS_MAX || !(error instanceof Failure)) throw error;
        const { problems = [] } = error.details;
        const refused = new Map(problems.map(({ field, message }) => [this.#placeIn(field), message]));
        if (refused.size === 0 || refused.has(undefined)) throw error;
        for (const [place, message] of refused) this.#found.set(place!, { message });
        open = open.filter(({ argument }) => !refused.has(argument));
        if (open.length === 0 || this.takesAll) throw error;
      }
    }
    return open;
  }

  /** Refuses the call: nothing of it is left. */
  toFailure(): Failure {
    return invalidArguments([...this.#found].map(([field, { message }]): Problem => ({ field, message })));
  }

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  /** No keyword of the call is left. */
  get takesAll(): boolean {
    return !this.isEmpty && Object.keys(this.#lists).every((argument) => this.remaining(argument) === 0);
  }

  shown(): { refused?: z.output<typeof RefusedKeywords> } {
    if (this.isEmpty) return {};
    const refused = [...this.#found].map(([place, why]) => {
      const [argument = '', position = ''] = place.split('.');
      return { argument, position: Number(position), ...this.#lists[argument]![Number(position)]!, ...why };
    });
    return { refused };
  }

  /** `add_keywords.3` of `add_keywords.3.text`; undefined for a field that is no keyword of a list. */
  #placeIn(field: string): string | undefined {
    const [place, argument = '', at] = /^(\w+)\.(\d+)(?=\.|$)/.exec(field) ?? [];
    return this.#lists[argument]?.[Number(at)] && place;
  }
}

/** The platform names all operations that it refuses at once; a few more checks find those that were hidden by others. */
const ROUNDS_MAX = 4;
