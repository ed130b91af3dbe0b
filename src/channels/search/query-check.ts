/** A query as far as we have to understand it: what it selects, and that it is a query and nothing else. */
export interface CheckedQuery {
  fields: readonly string[];
}

const TOKEN = /\s+|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|-?[A-Za-z0-9_.]+|!=|>=|<=|[=<>(),]/y;
const CLAUSES = ['SELECT', 'FROM', 'WHERE', 'ORDER', 'LIMIT', 'PARAMETERS'];
const FIELD = /^[a-z][a-zA-Z0-9_]*(?:\.[a-zA-Z0-9_]+)+$/;

/**
 * Reads a query far enough to be sure that it only reads: one SELECT from one resource, its clauses in their order and
 * none twice. The rest is the platform's to judge. Returns what is wrong as text.
 */
export function checkQuery(query: string): CheckedQuery | string {
  const tokens = tokensOf(query);
  if (typeof tokens === 'string') return tokens;
  const words = tokens.map((token) => token.toUpperCase());
  if (words[0] !== 'SELECT') return 'must begin with SELECT; this tool only reads';
  const clauses = words.flatMap((word, at) => (CLAUSES.includes(word) ? [{ word, at }] : []));
  const order = clauses.map(({ word }) => CLAUSES.indexOf(word));
  if (order.some((place, index) => index > 0 && place <= (order[index - 1] ?? 0))) {
    return `must have its clauses once each and in this order: ${CLAUSES.join(', ').replace('ORDER', 'ORDER BY')}`;
  }
  const from = clauses.find(({ word }) => word === 'FROM')?.at;
  if (from === undefined) return 'must name a resource after FROM';
  const fields = tokens.slice(1, from).filter((token) => token !== ',');
  const unfit = fields.find((field) => !FIELD.test(field));
  if (fields.length === 0 || unfit !== undefined) {
    return `must select fields such as campaign.id, separated by commas${unfit ? `, not ${unfit}` : ''}`;
  }
  return { fields };
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
