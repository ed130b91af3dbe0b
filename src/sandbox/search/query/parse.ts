import { queryError, type Token, tokenize } from './tokens.ts';

export type Operator =
  | '='
  | '!='
  | '>'
  | '>='
  | '<'
  | '<='
  | 'IN'
  | 'NOT IN'
  | 'LIKE'
  | 'NOT LIKE'
  | 'REGEXP_MATCH'
  | 'NOT REGEXP_MATCH'
  | 'CONTAINS ANY'
  | 'CONTAINS ALL'
  | 'CONTAINS NONE'
  | 'BETWEEN'
  | 'DURING'
  | 'IS NULL'
  | 'IS NOT NULL';

export interface Literal {
  kind: 'string' | 'number' | 'word';
  text: string;
}

export interface Condition {
  field: string;
  operator: Operator;
  values: Literal[];
}

export interface Query {
  fields: string[];
  from?: string;
  conditions: Condition[];
  orders: { field: string; descending: boolean }[];
  limit?: number;
  parameters: Map<string, string>;
}

const CLAUSES = new Set(['SELECT', 'FROM', 'WHERE', 'ORDER', 'LIMIT', 'PARAMETERS']);
const VALUES_MAX = 20_000;

/** Reads the query language's grammar; meaning is judged later. */
export function parseQuery(text: string): Query {
  return new Parser(tokenize(text)).query();
}

class Parser {
  readonly #tokens: Token[];
  #at = 0;

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  get #next(): Token {
    return this.#tokens[this.#at]!;
  }

  #take(): Token {
    const token = this.#next;
    if (token.kind !== 'end') this.#at += 1;
    return token;
  }

  #isKeyword(word: string): boolean {
    return this.#next.kind === 'word' && this.#next.text.toUpperCase() === word;
  }

  #takeKeyword(word: string): boolean {
    const found = this.#isKeyword(word);
    if (found) this.#at += 1;
    return found;
  }

  #takeSymbol(symbol: string): boolean {
    const found = this.#next.kind === 'symbol' && this.#next.text === symbol;
    if (found) this.#at += 1;
    return found;
  }

  #unexpected(): Error {
    return this.#next.kind === 'end'
      ? queryError('UNEXPECTED_END_OF_QUERY', 'unexpected end of query.')
      : queryError('UNEXPECTED_INPUT', `unexpected input ${this.#next.text}.`, this.#next.text);
  }

  query(): Query {
    if (!this.#takeKeyword('SELECT')) throw queryError('EXPECTED_SELECT', 'SELECT expected.', this.#next.text);
    const fields = this.#list(() => this.#field());
    const from = this.#takeKeyword('FROM') ? this.#resource() : undefined;
    const conditions = this.#takeKeyword('WHERE') ? this.#conditions() : [];
    const orders = this.#takeKeyword('ORDER') ? this.#orders() : [];
    const limit = this.#takeKeyword('LIMIT') ? this.#limit() : undefined;
    const parameters = new Map(this.#takeKeyword('PARAMETERS') ? this.#list(() => this.#parameter()) : []);
    if (this.#next.kind !== 'end') throw this.#unexpected();
    return {
      fields,
      ...(from !== undefined && { from }),
      conditions,
      orders,
      ...(limit !== undefined && { limit }),
      parameters,
    };
  }

  #list<T>(item: () => T): T[] {
    const items = [item()];
    while (this.#takeSymbol(',')) items.push(item());
    return items;
  }

  #field(): string {
    const { kind, text } = this.#next;
    if (kind !== 'word' || CLAUSES.has(text.toUpperCase())) throw this.#unexpected();
    if (!/^[a-z][a-zA-Z0-9_]*(\.[a-zA-Z0-9_]+)*$/.test(text))
      throw queryError('BAD_FIELD_NAME', `invalid field name '${text}'.`, text);
    return this.#take().text;
  }

  #resource(): string {
    const { kind, text } = this.#next;
    if (kind !== 'word') throw this.#unexpected();
    if (!/^[a-z][a-zA-Z0-9_]*$/.test(text))
      throw queryError('BAD_RESOURCE_TYPE_IN_FROM_CLAUSE', `invalid resource '${text}' in FROM clause.`, text);
    return this.#take().text;
  }

  #conditions(): Condition[] {
    const conditions = [this.#condition()];
    while (this.#takeKeyword('AND')) conditions.push(this.#condition());
    return conditions;
  }

  #condition(): Condition {
    const field = this.#field();
    const operator = this.#operator();
    return { field, operator, values: this.#operands(operator) };
  }

  #operator(): Operator {
    const { kind, text } = this.#next;
    if (kind === 'end') throw this.#unexpected();
    if (kind === 'symbol' && /^(!=|[<>]=?|=)$/.test(text)) return this.#take().text as Operator;
    if (this.#takeKeyword('IS')) {
      const negated = this.#takeKeyword('NOT');
      if (!this.#takeKeyword('NULL')) throw this.#unexpected();
      return negated ? 'IS NOT NULL' : 'IS NULL';
    }
    if (this.#takeKeyword('CONTAINS')) {
      for (const mode of ['ANY', 'ALL', 'NONE'] as const) if (this.#takeKeyword(mode)) return `CONTAINS ${mode}`;
      throw queryError('BAD_OPERATOR', 'CONTAINS takes ANY, ALL or NONE.', this.#next.text);
    }
    const prefix = this.#takeKeyword('NOT') ? 'NOT ' : '';
    for (const word of ['IN', 'LIKE', 'REGEXP_MATCH'] as const)
      if (this.#takeKeyword(word)) return `${prefix}${word}` as Operator;
    if (prefix === '') for (const word of ['BETWEEN', 'DURING'] as const) if (this.#takeKeyword(word)) return word;
    throw queryError('BAD_OPERATOR', `invalid operator '${this.#next.text}'.`, this.#next.text);
  }

  #operands(operator: Operator): Literal[] {
    switch (operator) {
      case 'IS NULL':
      case 'IS NOT NULL':
        return [];
      case 'IN':
      case 'NOT IN':
      case 'CONTAINS ANY':
      case 'CONTAINS ALL':
      case 'CONTAINS NONE':
        return this.#valueList();
      case 'BETWEEN':
        return this.#range();
      default:
        if (this.#next.kind === 'symbol' && this.#next.text === '(')
          throw queryError('EXPECTED_SINGLE_VALUE', 'a single value is expected, not a list.', '(');
        return [this.#value()];
    }
  }

  #valueList(): Literal[] {
    if (!this.#takeSymbol('('))
      throw queryError('EXPECTED_LIST', 'a list in parentheses is expected.', this.#next.text);
    if (this.#takeSymbol(')')) throw queryError('PROHIBITED_EMPTY_LIST_IN_CONDITION', 'the list is empty.');
    const values = this.#list(() => this.#value());
    if (!this.#takeSymbol(')')) throw this.#unexpected();
    if (values.length > VALUES_MAX)
      throw queryError('FILTER_HAS_TOO_MANY_VALUES', `a list holds at most ${VALUES_MAX} values.`);
    return values;
  }

  #range(): Literal[] {
    if (this.#next.kind === 'end' || this.#next.kind === 'symbol')
      throw queryError('EXPECTED_VALUE_WITH_BETWEEN_OPERATOR', 'BETWEEN takes two values.', this.#next.text);
    const low = this.#value();
    if (!this.#takeKeyword('AND')) throw queryError('EXPECTED_AND', 'AND expected after BETWEEN.', this.#next.text);
    return [low, this.#value()];
  }

  #value(): Literal {
    const { kind, text } = this.#next;
    if (kind === 'end' || kind === 'symbol') throw this.#unexpected();
    if (kind === 'word' && !/^[A-Za-z0-9_]+$/.test(text)) throw this.#unexpected();
    this.#take();
    return { kind, text };
  }

  #orders(): Query['orders'] {
    if (!this.#takeKeyword('BY')) throw queryError('EXPECTED_BY', 'BY expected after ORDER.', this.#next.text);
    return this.#list(() => {
      const field = this.#field();
      const descending = this.#takeKeyword('DESC');
      if (!descending) this.#takeKeyword('ASC');
      return { field, descending };
    });
  }

  #limit(): number {
    const { kind, text } = this.#take();
    if (kind === 'end') throw queryError('UNEXPECTED_END_OF_QUERY', 'unexpected end of query.');
    if (kind !== 'number' || !/^[0-9]+$/.test(text))
      throw queryError('BAD_LIMIT_VALUE', `invalid LIMIT value '${text}'.`, text);
    if (/^0+$/.test(text)) throw queryError('LIMIT_VALUE_TOO_LOW', 'LIMIT must be at least 1.', text);
    return Number(text);
  }

  #parameter(): [string, string] {
    const name = this.#take();
    if (name.kind !== 'word')
      throw queryError('BAD_PARAMETER_NAME', `invalid parameter name '${name.text}'.`, name.text);
    if (!this.#takeSymbol('=')) throw this.#unexpected();
    return [name.text, this.#value().text];
  }
}
