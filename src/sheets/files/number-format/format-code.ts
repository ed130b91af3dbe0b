export type DateUnit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

export type Token =
  | { type: 'literal'; text: string }
  | { type: 'digit'; pad: '0' | '#' | '?' }
  | { type: 'point' | 'percent' | 'slash' | 'general' | 'text' }
  | { type: 'exponent'; plus: boolean }
  | { type: 'date'; unit: DateUnit; length: number; elapsed: boolean }
  | { type: 'half-day'; long: boolean }
  | { type: 'second-fraction'; digits: number };

export interface Section {
  tokens: Token[];
  /** Which numbers the section is for. */
  applies: (value: number) => boolean;
  /** For numbers below zero alone: such a section writes its own sign, if any. */
  negative: boolean;
  /** Digits in groups of three. */
  grouped: boolean;
  /** How often the number is divided by a thousand. */
  thousands: number;
}

export interface FormatCode {
  numbers: Section[];
  text: Section | null;
  /** Shows a point in time (`calendar`), a time of day or a length of time (`clock`), or neither. */
  time: 'calendar' | 'clock' | null;
}

/** Reads a number format code: up to four sections for numbers above, below and at zero, and for text. */
export function parseFormatCode(code: string): FormatCode {
  const drafts = splitSections(code).map(readSection);
  const text = drafts.find(({ tokens }) => tokens.some(({ type }) => type === 'text')) ?? drafts[3] ?? null;
  const numeric = drafts.slice(0, 3).filter((draft) => draft !== text);
  return { numbers: withConditions(numeric), text: text && withConditions([text])[0]!, time: timeOf(numeric) };
}

interface Draft {
  tokens: Token[];
  condition: { operator: string; operand: number } | null;
  grouped: boolean;
  thousands: number;
}

function splitSections(code: string): string[] {
  const pieces = code.match(/"[^"]*"?|\[[^\]]*\]?|[\\_*].|./gs) ?? [];
  const sections = [''];
  for (const piece of pieces) {
    if (piece === ';') sections.push('');
    else sections[sections.length - 1] += piece;
  }
  return sections;
}

const PIECE = /"([^"]*)"?|\[([^\]]*)\]?|\\(.)|_.|\*.|(General)|(AM\/PM|A\/P)|E([+-])|(y+|m+|d+|h+|s+)|\.(0+)|./gis;

function readSection(code: string): Draft {
  const draft: Draft = { tokens: [], condition: null, grouped: false, thousands: 0 };
  for (const piece of code.matchAll(PIECE)) readPiece(piece, draft);
  groupDigits(draft);
  return { ...draft, tokens: settleMinutes(draft.tokens) };
}

function readPiece(piece: RegExpExecArray, draft: Draft): void {
  const [whole, quoted, bracket, escaped, general, halfDay, exponent, date, decimals] = piece;
  const { tokens } = draft;
  const literal = (text: string) => tokens.push({ type: 'literal', text });
  if (quoted !== undefined) literal(quoted);
  else if (bracket !== undefined) readBracket(bracket, draft);
  else if (escaped !== undefined) literal(escaped);
  else if (whole.length === 2 && whole[0] === '_') literal(' ');
  else if (whole.length === 2 && whole[0] === '*') return;
  else if (general) tokens.push({ type: 'general' });
  else if (halfDay) tokens.push({ type: 'half-day', long: halfDay.length > 3 });
  else if (exponent) tokens.push({ type: 'exponent', plus: exponent === '+' });
  else if (date) tokens.push(dateToken(date, false));
  else if (decimals) readDecimals(decimals, tokens);
  else readSign(whole, tokens);
}

const UNITS: Record<string, DateUnit> = { y: 'year', m: 'month', d: 'day', h: 'hour', s: 'second' };

function dateToken(letters: string, elapsed: boolean): Token {
  return { type: 'date', unit: UNITS[letters[0]!.toLowerCase()]!, length: letters.length, elapsed };
}

/** After seconds, ".000" is a fraction of them; elsewhere it is the decimals of a number. */
function readDecimals(zeros: string, tokens: Token[]): void {
  const last = tokens.findLast(({ type }) => type === 'date');
  if (last?.type === 'date' && last.unit === 'second') {
    tokens.push({ type: 'second-fraction', digits: zeros.length });
    return;
  }
  tokens.push({ type: 'point' });
  for (const _ of zeros) tokens.push({ type: 'digit', pad: '0' });
}

function readSign(sign: string, tokens: Token[]): void {
  if (sign === '0' || sign === '#' || sign === '?') tokens.push({ type: 'digit', pad: sign });
  else if (sign === '.') tokens.push({ type: 'point' });
  else if (sign === '%') tokens.push({ type: 'percent' });
  else if (sign === '/') tokens.push({ type: 'slash' });
  else if (sign === '@') tokens.push({ type: 'text' });
  else tokens.push({ type: 'literal', text: sign });
}

/** `[$€-407]` is a currency sign, `[h]` a length of time, `[>=100]` a condition; colours and locales show nothing. */
function readBracket(content: string, draft: Draft): void {
  const currency = /^\$([^-]*)/.exec(content);
  const condition = /^(<=|>=|<>|=|<|>)\s*(-?[\d.]+(?:E[+-]?\d+)?)$/i.exec(content);
  if (currency) draft.tokens.push({ type: 'literal', text: currency[1]! });
  else if (condition) draft.condition = { operator: condition[1]!, operand: Number(condition[2]) };
  else if (/^(h+|m+|s+)$/i.test(content)) draft.tokens.push(dateToken(content, true));
}

/** A comma between digits groups them, commas after the last digit divide by a thousand, any other is a comma. */
function groupDigits(draft: Draft): void {
  const { tokens } = draft;
  const isComma = (token: Token) => token.type === 'literal' && token.text === ',';
  if (!tokens.some(({ type }) => type === 'digit') || isDateFormat(tokens)) return;
  const point = tokens.findIndex(({ type }) => type === 'point');
  let afterDigit = false;
  draft.tokens = tokens.filter((token, at) => {
    if (!isComma(token)) {
      afterDigit = token.type === 'digit';
      return true;
    }
    if (!afterDigit) return true;
    if (tokens[at + 1]?.type === 'digit' && (point < 0 || at < point)) draft.grouped = true;
    else draft.thousands++;
    return false;
  });
}

function isDateFormat(tokens: readonly Token[]): boolean {
  return tokens.some(({ type }) => type === 'date' || type === 'half-day');
}

/** `m` is minutes right after hours or right before seconds, and months elsewhere. */
function settleMinutes(tokens: readonly Token[]): Token[] {
  const dates = tokens.filter((token) => token.type === 'date');
  let at = -1;
  return tokens.map((token) => {
    if (token.type !== 'date') return token;
    at++;
    const minutes = token.elapsed || dates[at - 1]?.unit === 'hour' || dates[at + 1]?.unit === 'second';
    return token.unit === 'month' && minutes && token.length <= 2 ? { ...token, unit: 'minute' } : token;
  });
}

function withConditions(drafts: readonly Draft[]): Section[] {
  const byPosition = !drafts.some(({ condition }) => condition) && drafts.length > 1;
  return drafts.map(({ tokens, condition, grouped, thousands }, at) => ({
    tokens,
    grouped,
    thousands,
    applies: condition ? compare(condition) : byPosition ? POSITIONS[drafts.length]![at]! : () => true,
    negative: condition ? condition.operator.startsWith('<') && condition.operand <= 0 : byPosition && at === 1,
  }));
}

const POSITIONS: Record<number, ((value: number) => boolean)[]> = {
  2: [(value) => value >= 0, (value) => value < 0],
  3: [(value) => value > 0, (value) => value < 0, (value) => value === 0],
};

function compare({ operator, operand }: { operator: string; operand: number }): (value: number) => boolean {
  if (operator === '<') return (value) => value < operand;
  if (operator === '<=') return (value) => value <= operand;
  if (operator === '>') return (value) => value > operand;
  if (operator === '>=') return (value) => value >= operand;
  if (operator === '=') return (value) => value === operand;
  return (value) => value !== operand;
}

function timeOf(drafts: readonly Draft[]): FormatCode['time'] {
  const dates = drafts.flatMap(({ tokens }) => tokens).filter((token) => token.type === 'date');
  if (dates.length === 0) return null;
  return dates.some(({ unit }) => unit === 'year' || unit === 'month' || unit === 'day') ? 'calendar' : 'clock';
}
