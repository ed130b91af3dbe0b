/** A caller's query, parsed into the parts that the rules look at. */
export interface AskedQuery {
  fields: readonly string[];
  from: string;
  conditions: readonly AskedCondition[];
  orders: readonly string[];
  limit?: number;
}

export interface AskedCondition {
  field: string;
  /** In capitals: `=`, `NOT IN`, `CONTAINS ANY`, `IS NOT NULL`. */
  operator: string;
  /** Without their quotes. */
  values: readonly string[];
  /** A date written without quotes, which the platform refuses. */
  bareDate?: string;
}

const TOKEN = /\s+|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|-?[A-Za-z0-9_.]+|!=|>=|<=|[=<>(),]/y;
const CLAUSES = ['SELECT', 'FROM', 'WHERE', 'ORDER', 'LIMIT', 'PARAMETERS'];
const FIELD = /^[a-z][a-zA-Z0-9_]*(?:\.[a-zA-Z0-9_]+)+$/;

/**
 * Reads a query far enough to be sure that it only reads: one SELECT from one resource, its clauses in their order and
 * none twice. The rest is the platform's to judge. Returns what is wrong as text.
 */
export function readQuery(query: string): AskedQuery | string {
  const tokens = tokensOf(query);
  if (typeof tokens === 'string') return tokens;
  const words = tokens.map((token) => token.toUpperCase());
  if (words[0] !== 'SELECT') return 'must begin with SELECT; this tool only reads';
  const clauses = words.flatMap((word, at) => (CLAUSES.includes(word) ? [{ word, at }] : []));
  const order = clauses.map(({ word }) => CLAUSES.indexOf(word));
  if (order.some((place, index) => index > 0 && place <= (order[index - 1] ?? 0))) {
    return `must have its clauses once each and in this order: ${CLAUSES.join(', ').replace('ORDER', 'ORDER BY')}`;
  }
  const clause = (wanted: string): string[] => {
    const at = clauses.findIndex(({ word }) => word === wanted);
    return at < 0 ? [] : tokens.slice(clauses[at]!.at + 1, clauses[at + 1]?.at);
  };
  const [from] = clause('FROM');
  if (from === undefined) return 'must name a resource after FROM';
  const fields = clause('SELECT').filter((token) => token !== ',');
  const unfit = fields.find((field) => !FIELD.test(field));
  if (fields.length === 0 || unfit !== undefined) {
    return `must select fields such as campaign.id, separated by commas${unfit ? `, not ${unfit}` : ''}`;
  }
  const limit = Number(clause('LIMIT')[0]);
  return {
    fields,
    from,
    conditions: conditionsOf(clause('WHERE')),
    orders: clause('ORDER').filter((token) => FIELD.test(token)),
    ...(Number.isFinite(limit) && { limit }),
  };
}

function tokensOf(query: string): string[] | string {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < query.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(query)?.[0];
    if (token === undefined) return `has something that cannot stand in a query: ${query.slice(at, at + 20)}`;
    if (token.trim() !== '') tokens.push(token);
  }
  return tokens;
}

/** AND joins conditions, except the one that belongs to BETWEEN. */
function conditionsOf(tokens: readonly string[]): AskedCondition[] {
  const parts: string[][] = [[]];
  for (const token of tokens) {
    const part = parts.at(-1)!;
    const isOfBetween = part.length === 3 && part[1]?.toUpperCase() === 'BETWEEN';
    if (token.toUpperCase() === 'AND' && !isOfBetween) parts.push([]);
    else part.push(token);
  }
  return parts.flatMap(([field, ...rest]) =>
    field !== undefined && FIELD.test(field) ? [{ field, ...testOf(rest) }] : [],
  );
}

const OPERATOR = /^(?:NOT|IN|LIKE|REGEXP_MATCH|CONTAINS|ANY|ALL|NONE|IS|NULL|DURING|BETWEEN|[!=<>]+)$/i;

function testOf(tokens: readonly string[]): Omit<AskedCondition, 'field'> {
  const end = tokens.findIndex((token) => !OPERATOR.test(token));
  const operator = tokens.slice(0, end < 0 ? undefined : end);
  const values = end < 0 ? [] : tokens.slice(end).filter((token) => !/^(?:[(),]|AND)$/i.test(token));
  const [bareDate] =
    tokens
      .map((token) => (/^['"]/.test(token) ? ' ' : token))
      .join('')
      .match(/\d{4}-\d\d-\d\d/) ?? [];
  return {
    operator: operator.join(' ').toUpperCase(),
    values: values.map(unquoted),
    ...(bareDate !== undefined && { bareDate }),
  };
}

function unquoted(token: string): string {
  return /^['"]/.test(token) ? token.slice(1, -1).replace(/\\(.)/g, '$1') : token;
}
